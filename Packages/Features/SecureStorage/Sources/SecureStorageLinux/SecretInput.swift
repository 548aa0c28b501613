package import CoreModels
import Glibc

/// Reads a secret that another program or a person provides: from a file, a
/// pipe, or `/dev/fd/N`.
package enum SecretInput {
    /// Reads to the end.
    ///
    /// - Throws: With `EFBIG` if there are more bytes than `limit`, and with
    ///   `EPERM` for a file that others can read too.
    package static func read(_ path: String, limit: Int) throws(FileSystemError) -> Secret {
        let file = try OpenFile(path, flags: O_RDONLY, followsLinks: true)
        let facts = try file.facts()
        guard facts.kind != .file || facts.mode & 0o077 == 0 else { throw FileSystemError("open", path, code: EPERM) }
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: limit + 1, alignment: 16)
        defer {
            if let base = buffer.baseAddress { unsafe explicit_bzero(base, buffer.count) }
            unsafe buffer.deallocate()
        }
        let count = try unsafe file.read(into: buffer)
        guard count <= limit else { throw FileSystemError("read", path, code: EFBIG) }
        return unsafe Secret(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    }
}
