package import CryptographyAPI
package import FoundationEssentials
package import SecureStorageAPI
package import SecureStorageLinux

/// What a vault needs, and how it behaves.
package struct FileVaultSettings: Sendable {
    /// The vault's folder.
    package var folder: String
    /// What protects a vault that has yet to be made.
    package var protection: VaultProtection = .keyFile
    /// Who is asked for the pass phrase.
    package var passphrases: (any PassphraseProviding)?
    /// What a pass phrase costs to try.
    package var cost = ScryptCost.standard
    /// Who is asked for gestures.
    package var presence: (any PresenceConfirming)?
    /// The greatest number of bytes that a secret may have.
    package var maximumByteCount = 16 * 1024 * 1024
    /// How long to wait for others.
    package var lockLimit: Duration = .seconds(30)

    /// By what records are encrypted.
    package var cryptography: Cryptography
    /// The disk.
    package var fileSystem: any VaultFileSystem = LinuxFileSystem()
    /// The kernel's key store.
    package var keyring: any KeyStoring = UserKeyring()
    /// Who hears of repairs.
    package var reporter: any SecretStoreReporting
    /// Measures how long locks are waited for.
    package var clock: any Clock<Duration> = ContinuousClock()
    /// The present time, as the file system tells it too.
    package var now: @Sendable () -> Date = { Date() }

    package init(folder: String, cryptography: Cryptography, reporter: any SecretStoreReporting) {
        self.folder = folder
        self.cryptography = cryptography
        self.reporter = reporter
    }
}
