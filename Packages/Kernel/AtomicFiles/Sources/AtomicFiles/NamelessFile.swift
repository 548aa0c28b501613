public import FoundationEssentials
import Glibc

/// A file on the disk that has no name: no other program finds it, and it is
/// gone with this process, however that ends.
///
/// It loses the name that it is made with before anything is written to it. All
/// calls block; they may run on any thread.
public final class NamelessFile: Sendable {
    /// Where this process can open it for as long as it is kept (proc(5)).
    public let path: String
    private let descriptor: Int32
    /// What it was called, for errors.
    private let name: String

    /// Makes an empty file.
    ///
    /// - Parameter folder: Says on which disk; it is made if it is missing.
    /// - Throws: The call that failed; nothing is left then.
    public init(in folder: String) throws(FileError) {
        try AtomicFile.makeFolder(folder)
        name = folder + "/.\(UUID().uuidString).new"
        descriptor = unsafe open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FileError(call: "open", path: name, code: errno) }
        path = "/proc/self/fd/\(descriptor)"
        guard unsafe unlink(name) == 0 else { throw FileError(call: "unlink", path: name, code: errno) }
    }

    /// Writes a file; see ``init(in:)``.
    public convenience init(in folder: String, content: Data) throws(FileError) {
        try self.init(in: folder)
        try append(content)
    }

    deinit {
        close(descriptor)
    }

    /// Writes bytes at the end of the file; calls are made one after the other.
    ///
    /// - Throws: The call that failed.
    public func append(_ bytes: Data) throws(FileError) {
        try bytes.write(to: descriptor, of: name)
    }
}

extension Data {
    /// Writes all bytes to an open file.
    ///
    /// - Parameter path: What an error says.
    func write(to descriptor: Int32, of path: String) throws(FileError) {
        var rest = self[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw FileError(call: "write", path: path, code: errno) }
            rest = rest.dropFirst(count)
        }
    }
}
