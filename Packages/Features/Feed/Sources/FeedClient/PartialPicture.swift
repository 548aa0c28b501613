import AtomicFiles
import FoundationEssentials
import Glibc

/// What has come of a picture whose download isn't complete, in a file: a line
/// with the entity tag, then the bytes.
///
/// One process at a time has it (flock(2)); others do without. All that can go
/// wrong only costs another download, so nothing here throws.
final class PartialPicture {
    /// The entity tag of the picture that the bytes belong to.
    let tag: String
    /// What the file had when it was opened.
    let bytes: Data
    private let file: AtomicFile
    private let descriptor: Int32

    private init(_ file: AtomicFile, _ descriptor: Int32, tag: String, bytes: Data) {
        self.file = file
        self.descriptor = descriptor
        self.tag = tag
        self.bytes = bytes
    }

    deinit {
        close(descriptor)
    }

    /// Takes up what an earlier download left; nil if there is nothing of use.
    ///
    /// - Parameter limit: How large a picture may be, in bytes.
    static func left(in file: AtomicFile, limit: Int) -> PartialPicture? {
        guard let descriptor = open(file, flags: O_RDWR) else { return nil }
        let content = (try? file.contents(limit: limit + maximumTagLength + 1)) ?? Data()
        if let end = content.firstIndex(of: UInt8(ascii: "\n")), end < content.endIndex - 1, end <= maximumTagLength {
            let tag = String(decoding: content[..<end], as: UTF8.self)
            if isUsable(tag) {
                return PartialPicture(file, descriptor, tag: tag, bytes: Data(content[(end + 1)...]))
            }
        }
        try? file.remove()
        close(descriptor)
        return nil
    }

    /// Starts to keep what comes; nil if that can't be done, or if the server
    /// gave no tag by which the rest can be asked for.
    static func started(in file: AtomicFile, tag: String?, with bytes: Data) -> PartialPicture? {
        guard let tag, isUsable(tag), (try? AtomicFile.makeFolder(file.folder)) != nil,
            let descriptor = open(file, flags: O_RDWR | O_CREAT)
        else { return nil }
        let partial = PartialPicture(file, descriptor, tag: tag, bytes: Data())
        guard ftruncate(descriptor, 0) == 0, partial.append(Data((tag + "\n").utf8)), partial.append(bytes) else {
            partial.remove()
            return nil
        }
        return partial
    }

    /// Adds bytes; false if the disk doesn't take them.
    func append(_ bytes: Data) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Removes the file.
    func remove() {
        try? file.remove()
    }

    /// A long one isn't worth keeping.
    private static let maximumTagLength = 256

    /// Whether a tag tells contents apart byte by byte, as If-Range asks for
    /// (RFC 9110, section 13.1.5), and can stand in a line of its own.
    private static func isUsable(_ tag: String) -> Bool {
        tag.utf8.count <= maximumTagLength && tag.utf8.count > 2 && tag.hasPrefix("\"") && tag.hasSuffix("\"")
            && tag.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }

    /// Opens the file at its end if nobody else has it, and it is still there.
    private static func open(_ file: AtomicFile, flags: Int32) -> Int32? {
        let descriptor = unsafe Glibc.open(file.path, flags | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { return nil }
        var status = stat()
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0, unsafe fstat(descriptor, &status) == 0, status.st_nlink == 1
        else {
            close(descriptor)
            return nil
        }
        return descriptor
    }
}
