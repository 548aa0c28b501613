import SecureStorageAPI
import SecureStorageLinux

/// A vault whose keys are at hand.
struct OpenVault: Sendable {
    let id: VaultID
    let header: VaultHeader
    /// Tells whether the header on disk is still the same one.
    let headerIdentity: FileFacts.Identity
    let keys: VaultKeys
    let records: RecordFolder
}
