public import FoundationEssentials
import Glibc

/// A file for its owner only (0600) that is replaced whole or not at all.
///
/// New content is written beside the file and renamed over it, so that a reader
/// in any process, and whoever comes after a kill, finds the old content or the
/// new one. All calls block; they may run on any thread.
public struct AtomicFile: Hashable, Sendable {
    /// What a replacement has to survive.
    public enum Durability: Sendable {
        /// The death of the program; a power cut may lose the last content.
        case process
        /// A power cut as well: content and name are synchronised with the
        /// disk (fsync(2)) before the call returns.
        case power
    }

    /// The path of the file.
    public let path: String

    /// Describes a file; nothing is touched.
    public init(path: String) {
        self.path = path
    }

    /// The folder that holds the file.
    public var folder: String {
        path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    }

    /// Whether there is something at the path.
    public var exists: Bool { unsafe access(path, F_OK) == 0 }

    /// The content, or nil if there is no file.
    ///
    /// - Parameter limit: The most bytes to read; a larger file fails with
    ///   `EFBIG`, so that a strange file can't fill the memory.
    public func contents(limit: Int = 1 << 30) throws(FileError) -> Data? {
        // A pipe in its place holds nobody up.
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else {
            if errno == ENOENT { return nil }
            throw failure("open")
        }
        defer { close(file) }
        var status = stat()
        guard unsafe fstat(file, &status) == 0 else { throw failure("fstat") }
        guard status.st_size <= limit else { throw FileError(call: "read", path: path, code: EFBIG) }
        var data = Data(count: Int(status.st_size))
        var offset = 0
        while offset < data.count {
            let count = unsafe data.withUnsafeMutableBytes { buffer in
                unsafe read(file, buffer.baseAddress?.advanced(by: offset), buffer.count - offset)
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw failure("read") }
            guard count > 0 else { return data.prefix(offset) }
            offset += count
        }
        return data
    }

    /// Replaces the content, and makes the folder if it is missing.
    ///
    /// - Throws: The call that failed; the former content stays.
    public func replace(with content: Data, durability: Durability) throws(FileError) {
        try Self.makeFolder(folder)
        let temporary = AtomicFile(path: folder + "/.\(UUID().uuidString).new")
        do throws(FileError) {
            try temporary.write(content, durability, for: path)
            guard unsafe rename(temporary.path, path) == 0 else { throw failure("rename") }
        } catch {
            unsafe unlink(temporary.path)
            throw error
        }
        if durability == .power { try Self.synchronizeFolder(folder) }
    }

    /// Makes the file with its content, whole or not at all, and the folder if it is missing.
    ///
    /// - Throws: The call that failed; `link` with `EEXIST` where there is something already, which stays, also when
    ///   several are at it at once (link(2)).
    public func create(with content: Data, durability: Durability) throws(FileError) {
        try Self.makeFolder(folder)
        let temporary = AtomicFile(path: folder + "/.\(UUID().uuidString).new")
        defer { unsafe unlink(temporary.path) }
        try temporary.write(content, durability, for: path)
        guard unsafe link(temporary.path, path) == 0 else { throw failure("link") }
        if durability == .power { try Self.synchronizeFolder(folder) }
    }

    /// Whether a path leads to the same file, perhaps by another name.
    public func isSame(as other: String) -> Bool {
        var own = stat(), its = stat()
        guard unsafe stat(path, &own) == 0, unsafe stat(other, &its) == 0 else { return false }
        return own.st_dev == its.st_dev && own.st_ino == its.st_ino
    }

    /// Replaces the content with what is too much for the memory, and makes the folder if it is
    /// missing.
    ///
    /// - Parameter produce: Is given what writes the next bytes.
    /// - Throws: The call that failed, or what `produce` throws; the former content stays.
    public func replace(
        durability: Durability, with produce: ((Data) throws(FileError) -> Void) throws -> Void
    ) throws {
        try Self.makeFolder(folder)
        let temporary = AtomicFile(path: folder + "/.\(UUID().uuidString).new")
        do {
            try temporary.write(durability, for: path, produce)
            guard unsafe rename(temporary.path, path) == 0 else { throw failure("rename") }
        } catch {
            unsafe unlink(temporary.path)
            throw error
        }
        if durability == .power { try Self.synchronizeFolder(folder) }
    }

    /// Removes the file; one that isn't there is fine.
    public func remove(durability: Durability = .process) throws(FileError) {
        guard unsafe unlink(path) == 0 || errno == ENOENT else { throw failure("unlink") }
        if durability == .power, unsafe access(folder, F_OK) == 0 { try Self.synchronizeFolder(folder) }
    }

    /// Makes a folder for its owner only (0700), and those above it; one that
    /// exists is left as it is.
    public static func makeFolder(_ folder: String) throws(FileError) {
        if unsafe mkdir(folder, 0o700) == 0 || errno == EEXIST { return }
        let code = errno
        guard code == ENOENT, let slash = folder.lastIndex(of: "/"), slash != folder.startIndex else {
            throw FileError(call: "mkdir", path: folder, code: code)
        }
        try makeFolder(String(folder[..<slash]))
        guard unsafe mkdir(folder, 0o700) == 0 || errno == EEXIST else {
            throw FileError(call: "mkdir", path: folder, code: errno)
        }
    }

    /// Makes the names in a folder survive a power cut.
    public static func synchronizeFolder(_ folder: String) throws(FileError) {
        let file = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard file >= 0 else { throw FileError(call: "open", path: folder, code: errno) }
        defer { close(file) }
        guard fsync(file) == 0 else { throw FileError(call: "fsync", path: folder, code: errno) }
    }

    /// - Parameter name: The file that it becomes: errors name that, which somebody chose.
    private func write(_ content: Data, _ durability: Durability, for name: String) throws(FileError) {
        let file = try begin(for: name)
        defer { close(file) }
        try content.write(to: file, of: name)
        try end(file, durability, for: name)
    }

    private func write(
        _ durability: Durability, for name: String, _ produce: ((Data) throws(FileError) -> Void) throws -> Void
    ) throws {
        let file = try begin(for: name)
        defer { close(file) }
        try produce { bytes throws(FileError) in try bytes.write(to: file, of: name) }
        try end(file, durability, for: name)
    }

    private func begin(for name: String) throws(FileError) -> Int32 {
        let file = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw FileError(call: "open", path: name, code: errno) }
        return file
    }

    private func end(_ file: Int32, _ durability: Durability, for name: String) throws(FileError) {
        guard durability == .power, fsync(file) != 0 else { return }
        throw FileError(call: "fsync", path: name, code: errno)
    }

    private func failure(_ call: String) -> FileError {
        FileError(call: call, path: path, code: errno)
    }
}
