package import CoreModels
package import FoundationEssentials

/// The few calls by which a vault reaches the disk; tests put faults in here.
///
/// Every call blocks. None follows a symbolic link at the end of a path.
package protocol VaultFileSystem: Sendable {
    /// The user on whose behalf the process acts.
    var userID: UInt32 { get }

    /// Tells about a file or folder, or nil if there is none.
    func facts(of path: String) throws(FileSystemError) -> FileFacts?

    /// Reads a whole file, or nil if there is none.
    ///
    /// - Throws: With `EFBIG` if there are more bytes than `limit`, and with
    ///   `ELOOP` or `EINVAL` if it isn't a plain file.
    func read(_ path: String, limit: Int) throws(FileSystemError) -> (bytes: Data, facts: FileFacts)?

    /// Reads a whole file without leaving copies in memory.
    func readSecret(_ path: String, limit: Int) throws(FileSystemError) -> (secret: Secret, facts: FileFacts)?

    /// Makes a file of mode 0600 that wasn't there before, with its contents on
    /// disk when it returns. There is no file if it throws.
    func create(_ path: String, contents: Data) throws(FileSystemError)

    /// Makes a file as ``create(_:contents:)`` does, from a secret.
    func create(_ path: String, contents: Secret) throws(FileSystemError)

    /// Opens a plain file to change it in place, or returns nil if there is
    /// none.
    func open(_ path: String) throws(FileSystemError) -> (any FileInPlace)?

    /// Puts a file in the place of another one.
    func rename(_ path: String, to destination: String) throws(FileSystemError)

    /// Removes a file, if there is one.
    func removeFile(_ path: String) throws(FileSystemError)

    /// Removes an empty folder, if there is one.
    func removeFolder(_ path: String) throws(FileSystemError)

    /// Makes a folder of mode 0700, and those above it, unless it is there.
    func makeFolder(_ path: String) throws(FileSystemError)

    /// The names in a folder, sorted; none if there is no folder.
    func names(in folder: String) throws(FileSystemError) -> [String]

    /// Returns once what was made, renamed and removed in a folder is on disk.
    func synchronizeFolder(_ path: String) throws(FileSystemError)

    /// Sets the permission bits.
    func setMode(_ mode: UInt32, of path: String) throws(FileSystemError)

    /// Locks a slot of a file, which is made if it isn't there, or returns nil
    /// while somebody else, of this process or another one, holds it.
    func lock(_ path: String, slot: Int64) throws(FileSystemError) -> (any FileLock)?
}
