package import DeviceIntegrityAPI
import Glibc

/// What detectors see of the system, so that tests can show them another one.
package protocol SystemReading: Sendable {
    /// Whose rights the process has.
    var user: UInt32 { get }

    /// The content of a file.
    ///
    /// - Returns: nil if there is none.
    /// - Throws: Why it can't be read; more than `limit` bytes is a failure with `EFBIG`.
    func contents(of path: String, limit: Int) throws(ProbeFailure) -> [UInt8]?

    /// Whose a file is, and who may do what with it; links are followed.
    ///
    /// - Returns: nil if there is none.
    func status(of path: String) throws(ProbeFailure) -> FileStatus?

    /// The names in a folder, sorted; none if there is no such folder.
    func names(in folder: String) throws(ProbeFailure) -> [String]

    /// Where a link leads.
    func target(of link: String) throws(ProbeFailure) -> String
}

/// Whose a file is, and who may do what with it.
package struct FileStatus: Hashable, Sendable {
    let owner: UInt32
    let group: UInt32
    let mode: UInt32

    package init(owner: UInt32, group: UInt32, mode: UInt32) {
        self.owner = owner
        self.group = group
        self.mode = mode
    }

    var isFolder: Bool { mode & S_IFMT == S_IFDIR }
    /// In such a folder everybody makes files, and changes only their own.
    var isSticky: Bool { isFolder && mode & S_ISVTX != 0 }
}

/// The system on which the program runs.
package struct LinuxSystem: SystemReading {
    package init() {}

    package var user: UInt32 { geteuid() }

    package func contents(of path: String, limit: Int) throws(ProbeFailure) -> [UInt8]? {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw ProbeFailure(path, code: errno)
        }
        defer { close(descriptor) }
        var content: [UInt8] = [], piece = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = unsafe read(descriptor, &piece, piece.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw ProbeFailure(path, code: errno) }
            if count == 0 { return content }
            guard content.count + count <= limit else { throw ProbeFailure(path, code: EFBIG) }
            content += piece[..<count]
        }
    }

    package func status(of path: String) throws(ProbeFailure) -> FileStatus? {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw ProbeFailure(path, code: errno)
        }
        return FileStatus(owner: status.st_uid, group: status.st_gid, mode: status.st_mode)
    }

    package func names(in folder: String) throws(ProbeFailure) -> [String] {
        guard let stream = unsafe opendir(folder) else {
            if errno == ENOENT || errno == ENOTDIR { return [] }
            throw ProbeFailure(folder, code: errno)
        }
        defer { unsafe closedir(stream) }
        var names: [String] = []
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
                unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    package func target(of link: String) throws(ProbeFailure) -> String {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = unsafe readlink(link, &bytes, bytes.count)
        guard count >= 0 else { throw ProbeFailure(link, code: errno) }
        return String(decoding: bytes[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
