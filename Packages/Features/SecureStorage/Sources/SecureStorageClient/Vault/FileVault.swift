import CoreModels
import CryptographyAPI
import FoundationEssentials
package import SecureStorageAPI
import SecureStorageLinux
import Threads

/// A vault in a folder: one sealed file for each secret, a header with the
/// sealed keys, and a file for the locks.
///
/// Writers exclude each other by a lock over all processes. Readers take none:
/// what a record was is there until what it becomes is whole. Only when a
/// reader finds nothing, or something that doesn't open, it looks again under
/// the lock before it believes that.
///
/// Each generation of keys has a folder of records of its own, and the header
/// says which one counts. So replacing the key takes effect by the one rename
/// that puts the new header in place.
package actor FileVault {
    let settings: FileVaultSettings
    let storage: VaultStorage
    let headers: VaultHeaderFile
    let locks: VaultLocks
    private let thread: SerialThread
    let presence: PresenceSealer
    let warm = WarmRecords()

    /// The vault as it was opened last; valid while the header on disk is the
    /// one that it was opened with.
    var opened: OpenVault?
    /// The attempt to open it that waits for a pass phrase, if there is one.
    var opening: Task<Result<OpenVault, SecretStoreError>, Never>?
    /// The newest version of each record that this process has seen.
    var newest: [RecordID: UInt64] = [:]
    /// The authenticators that are being set up, each with when that began and with the
    /// header that the pass phrase opened.
    var setUps: [UUID: (setUp: AuthenticatorSetUp, time: Date, header: VaultHeader)] = [:]
    /// Whether a pass phrase protects it, as far as this process knows.
    var hasPassphrase = false
    var isTidy = false
    /// The list as this process left it; valid while nobody else has been given
    /// a version since.
    var lastList: ListOnDisk?

    package nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }

    /// Creates a vault; nothing is read or written before it is used.
    package init(_ settings: FileVaultSettings) throws(SecretStoreError) {
        self.settings = settings
        let cryptography = settings.cryptography
        storage = VaultStorage(
            paths: VaultPaths(folder: settings.folder),
            fileSystem: settings.fileSystem, reporter: settings.reporter)
        headers = VaultHeaderFile(storage: storage, hashing: cryptography.hashing)
        locks = VaultLocks(
            storage: storage, hashing: cryptography.hashing, clock: settings.clock, limit: settings.lockLimit)
        presence = PresenceSealer(presence: settings.presence, cryptography: cryptography, cost: settings.cost)
        do throws(ThreadError) {
            thread = try SerialThread(name: "vault")
        } catch {
            throw .resourcesExhausted(operation: "pthread_create", errorNumber: error.code)
        }
    }
}
