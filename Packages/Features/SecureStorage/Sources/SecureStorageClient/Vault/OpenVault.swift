import SecureStorageAPI
import SecureStorageLinux

/// A vault whose keys are at hand.
struct OpenVault: Sendable {
    let id: VaultID
    let header: VaultHeader
    /// Tells whether the header on disk is still the same one.
    let headerIdentity: FileFacts.Identity
    /// Whether another header would have another identity.
    var isSettled: Bool
    let keys: VaultKeys
    let records: RecordFolder
}
