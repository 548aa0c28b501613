import FoundationEssentials
import SecureStorageLinux

/// A record and the header that it counts under, as they were at one time.
struct TrackedPlace: Sendable {
    let path: String
    let identity: FileFacts.Identity
    let headerPath: String
    let header: FileFacts.Identity

    /// Whether a save, a removal or a replacement of the key has put other
    /// files in place of these.
    func isUnchanged(in storage: VaultStorage) -> Bool {
        (try? storage.facts(of: headerPath)?.identity) == header
            && (try? storage.facts(of: path)?.identity) == identity
    }
}

extension FileFacts.Identity {
    /// Whether the file was changed so long ago that another change since would
    /// show.
    ///
    /// File systems tell the time of a change in steps of up to two seconds
    /// (FAT), and give a new file the number of one that was just removed.
    func isSettled(at now: Date) -> Bool {
        guard let changedSeconds else { return false }
        return now.timeIntervalSince1970 - Double(changedSeconds) > 3
    }
}
