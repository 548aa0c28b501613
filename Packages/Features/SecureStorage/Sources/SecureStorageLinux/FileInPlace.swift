package import FoundationEssentials

/// A file that is changed in place and keeps its size; it is closed when the
/// last reference goes.
package protocol FileInPlace: AnyObject, Sendable {
    /// What the file system told of it when it was opened, except when it was
    /// changed.
    var facts: FileFacts { get }

    /// Reads bytes from an offset on; fewer where the file ends.
    func read(_ byteCount: Int, at offset: Int) throws(FileSystemError) -> Data

    /// Overwrites bytes from an offset on.
    func write(_ bytes: Data, at offset: Int) throws(FileSystemError)

    /// Returns once what was written is on disk.
    func synchronize() throws(FileSystemError)
}
