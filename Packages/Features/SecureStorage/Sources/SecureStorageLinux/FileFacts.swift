import CLinuxStorage
import Glibc

/// What the file system tells about a file or folder.
package struct FileFacts: Hashable, Sendable {
    package enum Kind: Sendable {
        case file, folder, other
    }

    /// What it is.
    package var kind: Kind
    /// Whose it is.
    package var owner: UInt32
    /// The permission bits.
    package var mode: UInt32
    /// The number of bytes.
    package var byteCount: Int
    /// The number of names that it has.
    package var linkCount: Int
    /// Changes whenever the path leads to another file, or the file changes.
    package var identity: Identity

    package struct Identity: Hashable, Sendable {
        var device: UInt64
        var inode: UInt64
        var byteCount: Int
        /// When it was changed last, since 1970; nil if the file system wasn't
        /// asked.
        package var changedSeconds: Int?
        var changedNanoseconds: Int
    }

    /// - Parameter hasTimes: Whether the times in `status` mean anything.
    init(_ status: stat, hasTimes: Bool = true) {
        kind =
            switch status.st_mode & S_IFMT {
            case S_IFREG: .file
            case S_IFDIR: .folder
            default: .other
            }
        owner = status.st_uid
        mode = status.st_mode & 0o7777
        byteCount = Int(status.st_size)
        linkCount = Int(status.st_nlink)
        identity = Identity(
            device: UInt64(status.st_dev), inode: UInt64(status.st_ino), byteCount: Int(status.st_size),
            changedSeconds: hasTimes ? status.st_ctim.tv_sec : nil, changedNanoseconds: status.st_ctim.tv_nsec)
    }
}
