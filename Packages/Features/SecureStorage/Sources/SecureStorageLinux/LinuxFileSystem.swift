import CLinuxStorage
package import CoreModels
package import FoundationEssentials
import Glibc

/// The file system of the machine.
package struct LinuxFileSystem: VaultFileSystem {
    private let idleLockFile = IdleLockFile()

    package init() {}

    package var userID: UInt32 { geteuid() }

    package func facts(of path: String) throws(FileSystemError) -> FileFacts? {
        var status = stat()
        guard unsafe lstat(path, &status) != 0 else { return FileFacts(status) }
        guard errno != ENOENT else { return nil }
        throw FileSystemError("lstat", path, code: errno)
    }

    package func read(_ path: String, limit: Int) throws(FileSystemError) -> (bytes: Data, facts: FileFacts)? {
        var bytes = Data()
        guard let facts = try unsafe withContents(of: path, limit: limit, { unsafe bytes = Data($0) }) else {
            return nil
        }
        return (bytes, facts)
    }

    package func readSecret(
        _ path: String, limit: Int
    ) throws(FileSystemError) -> (secret: Secret, facts: FileFacts)? {
        var secret = Secret([])
        guard let facts = try unsafe withContents(of: path, limit: limit, { unsafe secret = Secret($0) }) else {
            return nil
        }
        return (secret, facts)
    }

    package func create(_ path: String, contents: Data) throws(FileSystemError) {
        try unsafe contents.bytes.withUnsafeBytes { buffer throws(FileSystemError) in try unsafe create(path, buffer) }
    }

    package func create(_ path: String, contents: Secret) throws(FileSystemError) {
        try unsafe contents.withUnsafeBytes { buffer throws(FileSystemError) in try unsafe create(path, buffer) }
    }

    package func open(_ path: String) throws(FileSystemError) -> (any FileInPlace)? {
        do {
            return try LinuxFileInPlace(path)
        } catch {
            if error.code == ENOENT { return nil }
            throw error
        }
    }

    package func rename(_ path: String, to destination: String) throws(FileSystemError) {
        guard unsafe Glibc.rename(path, destination) == 0 else {
            throw FileSystemError("rename", destination, code: errno)
        }
    }

    package func removeFile(_ path: String) throws(FileSystemError) {
        guard unsafe unlink(path) != 0, errno != ENOENT else { return }
        throw FileSystemError("unlink", path, code: errno)
    }

    package func removeFolder(_ path: String) throws(FileSystemError) {
        guard unsafe rmdir(path) != 0, errno != ENOENT else { return }
        throw FileSystemError("rmdir", path, code: errno)
    }

    package func makeFolder(_ path: String) throws(FileSystemError) {
        if unsafe mkdir(path, 0o700) == 0 { return }
        let code = errno
        if code == EEXIST { return try refuseLink("mkdir", path) }
        guard code == ENOENT, let slash = path.lastIndex(of: "/"), slash != path.startIndex else {
            throw FileSystemError("mkdir", path, code: code)
        }
        try makeFolder(String(path[..<slash]))
        guard unsafe mkdir(path, 0o700) == 0 || errno == EEXIST else {
            throw FileSystemError("mkdir", path, code: errno)
        }
    }

    /// A link is no folder, whatever it leads to.
    private func refuseLink(_ operation: String, _ path: String) throws(FileSystemError) {
        guard try facts(of: path)?.kind == .other else { return }
        throw FileSystemError(operation, path, code: ELOOP)
    }

    package func names(in folder: String) throws(FileSystemError) -> [String] {
        // opendir(3) would follow a link.
        let descriptor = unsafe Glibc.open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else {
            let code = errno
            if code == ENOENT { return [] }
            try refuseLink("open", folder)
            throw FileSystemError("open", folder, code: code)
        }
        guard let stream = unsafe fdopendir(descriptor) else {
            let code = errno
            close(descriptor)
            throw FileSystemError("fdopendir", folder, code: code)
        }
        defer { unsafe closedir(stream) }
        var names: [String] = []
        while true {
            errno = 0
            guard let entry = unsafe readdir(stream) else { break }
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { tuple in
                unsafe tuple.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        guard errno == 0 else { throw FileSystemError("readdir", folder, code: errno) }
        return names.sorted()
    }

    package func synchronizeFolder(_ path: String) throws(FileSystemError) {
        try OpenFile(path, flags: O_RDONLY | O_DIRECTORY).synchronize()
    }

    package func setMode(_ mode: UInt32, of path: String) throws(FileSystemError) {
        // Through a descriptor, since chmod(2) would follow a link.
        let file = try OpenFile(path, flags: O_RDONLY | O_NONBLOCK)
        guard fchmod(file.descriptor, mode) == 0 else { throw FileSystemError("fchmod", path, code: errno) }
    }

    package func lock(_ path: String, slot: Int64) throws(FileSystemError) -> (any FileLock)? {
        try LinuxFileLock(path, slot: slot, idleLockFile)
    }

    /// Lends the bytes of a file, and wipes the memory they were in.
    private func withContents(
        of path: String, limit: Int, _ body: (UnsafeRawBufferPointer) -> Void
    ) throws(FileSystemError) -> FileFacts? {
        let file: OpenFile
        do {
            // Opening a pipe would wait for a writer without O_NONBLOCK.
            file = try OpenFile(path, flags: O_RDONLY | O_NONBLOCK)
        } catch {
            if error.code == ENOENT { return nil }
            throw error
        }
        let facts = try file.facts()
        guard facts.kind == .file else { throw FileSystemError("open", path, code: EINVAL) }
        guard facts.byteCount <= limit else { throw FileSystemError("read", path, code: EFBIG) }
        // Files are replaced, or changed without changing their size.
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: max(1, facts.byteCount), alignment: 16)
        defer {
            if let base = buffer.baseAddress { unsafe explicit_bzero(base, buffer.count) }
            unsafe buffer.deallocate()
        }
        let count = try unsafe file.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<facts.byteCount]))
        unsafe body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        return facts
    }

    private func create(_ path: String, _ bytes: UnsafeRawBufferPointer) throws(FileSystemError) {
        let file = try OpenFile(path, flags: O_WRONLY | O_CREAT | O_EXCL)
        do {
            try unsafe file.write(bytes)
            try file.synchronize()
        } catch {
            unsafe unlink(path)
            throw error
        }
    }
}
