public import CryptographyAPI
public import FoundationEssentials
import Localization
public import PluginKit
public import SecureStorageAPI
public import TelemetryAPI

/// Keeps the secrets of the client in an encrypted vault.
public enum SecureStorageClientPlugin: Plugin {
    /// What the plugin needs.
    public struct Dependencies: Sendable {
        /// The absolute path of the vault's folder; it is made when the first
        /// secret is saved.
        public var folder: String
        /// What protects a vault that has yet to be made.
        ///
        /// One that exists says so itself.
        public var protection: VaultProtection
        /// Who is asked for the pass phrase; nil if nobody can be.
        public var passphrases: (any PassphraseProviding)?
        /// Who is asked for the gesture of secrets that need one; nil if nobody
        /// can be.
        public var presence: (any PresenceConfirming)?
        /// What forgets when the vault is locked.
        public var lockObservers: @Sendable () -> [any VaultLockObserving]
        /// By what everything is encrypted.
        public var cryptography: Cryptography
        /// Where failures are recorded.
        public var logger: Logger
        /// The present time.
        public var now: @Sendable () -> Date

        /// Creates dependencies.
        public init(
            folder: String, protection: VaultProtection = .keyFile,
            passphrases: (any PassphraseProviding)? = nil, presence: (any PresenceConfirming)? = nil,
            lockObservers: @escaping @Sendable () -> [any VaultLockObserving] = { [] },
            cryptography: Cryptography, logger: Logger = .disabled, now: @escaping @Sendable () -> Date = { Date() }
        ) {
            self.folder = folder
            self.protection = protection
            self.passphrases = passphrases
            self.presence = presence
            self.lockObservers = lockObservers
            self.cryptography = cryptography
            self.logger = logger
            self.now = now
        }
    }

    /// What the plugin offers.
    public struct Exports: Sendable {
        /// The secrets.
        public let secrets: any SecretStore
        /// Locks over all processes that use the vault.
        public let locks: any SecretLocking
        /// Status, check, replacement of the key.
        public let maintenance: any VaultMaintaining
        /// Locks the vault, and opens it.
        public let locking: any VaultLocking
        /// Has authenticators open the vault.
        public let authenticating: any VaultAuthenticating
    }

    /// How the plugin is called and what it is for.
    public static var manifest: PluginManifest {
        PluginManifest(
            id: "secure-storage",
            summary: LocalizedText(
                en: "Keeps secrets in an encrypted vault that many processes may use at once",
                es: "Guarda los secretos en una caja fuerte cifrada que varios procesos pueden usar a la vez"))
    }

    /// Composes the vault, and who looks after what it is asked.
    public static func assemble(_ dependencies: Dependencies) throws -> Assembly<Exports> {
        let reporter = LoggingReporter(logger: dependencies.logger.labelled("secure-storage"))
        let vault = AttendedVault(try FileVault(settings(dependencies, reporter)), reporter: reporter)
        let locking = WatchedVault(vault: vault, observers: dependencies.lockObservers)
        return Assembly(
            exports: Exports(
                secrets: vault, locks: vault, maintenance: vault, locking: locking, authenticating: vault))
    }

    /// Takes pass phrases from a file, or from a descriptor such as `/dev/fd/3`.
    public static func passphrases(fromFile path: String) -> any PassphraseProviding {
        PassphraseFile(path: path)
    }

    private static func settings(
        _ dependencies: Dependencies, _ reporter: any SecretStoreReporting
    ) -> FileVaultSettings {
        var settings = FileVaultSettings(
            folder: dependencies.folder, cryptography: dependencies.cryptography, reporter: reporter)
        settings.protection = dependencies.protection
        settings.passphrases = dependencies.passphrases
        settings.presence = dependencies.presence
        settings.now = dependencies.now
        return settings
    }
}
