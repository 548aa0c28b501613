/// A lock on a slot of a file; it is given up when the last reference goes, or
/// the process ends.
package protocol FileLock: AnyObject, Sendable {
    /// Reads the number that is kept in the file, or nil if there is none.
    func counter() throws(FileSystemError) -> UInt64?

    /// Replaces the number that is kept in the file.
    func setCounter(_ value: UInt64) throws(FileSystemError)
}
