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
        /// Where key files are kept; nil for the vault's folder.
        public var keyFolder: String?
        /// What protects a vault that has yet to be made.
        ///
        /// One that exists says so itself.
        public var protection: VaultProtection
        /// Who is asked for the pass phrase; nil if nobody can be.
        public var passphrases: (any PassphraseProviding)?
        /// How long the kernel remembers the key that a pass phrase gave, so
        /// that not every command asks for it; nil for not at all.
        public var passphraseRememberedFor: Duration?
        /// Who is asked for the gesture of secrets that need one; nil if nobody
        /// can be.
        public var presence: (any PresenceConfirming)?
        /// Where to keep secrets while the vault can't be written; nil for
        /// nowhere, so that saving fails then.
        public var fallbackFolder: String?
        /// By what everything is encrypted.
        public var cryptography: Cryptography
        /// Where failures are recorded.
        public var logger: Logger
        /// The present time.
        public var now: @Sendable () -> Date

        /// Creates dependencies.
        public init(
            folder: String, keyFolder: String? = nil, protection: VaultProtection = .keyFile,
            passphrases: (any PassphraseProviding)? = nil, passphraseRememberedFor: Duration? = nil,
            presence: (any PresenceConfirming)? = nil, fallbackFolder: String? = nil, cryptography: Cryptography,
            logger: Logger = .disabled, now: @escaping @Sendable () -> Date = { Date() }
        ) {
            self.folder = folder
            self.keyFolder = keyFolder
            self.protection = protection
            self.passphrases = passphrases
            self.passphraseRememberedFor = passphraseRememberedFor
            self.presence = presence
            self.fallbackFolder = fallbackFolder
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
        /// Takes over secrets that earlier versions left in the clear.
        public let migration: any PlainTextMigrating
    }

    /// How the plugin is called and what it is for.
    public static var manifest: PluginManifest {
        PluginManifest(
            id: "secure-storage",
            summary: LocalizedText(
                en: "Keeps secrets in an encrypted vault that many processes may use at once.",
                es: "Guarda los secretos en una caja fuerte cifrada que varios procesos pueden usar a la vez."))
    }

    /// Composes the vault, the attempts to repeat, the place to fall back to
    /// and the log.
    public static func assemble(_ dependencies: Dependencies) throws -> Assembly<Exports> {
        let reporter = LoggingReporter(logger: dependencies.logger.labelled("secure-storage"))
        let vault = try FileVault(settings(dependencies, folder: dependencies.folder, reporter))
        var store: any SecretStore = RetryingSecretStore(vault)
        if let folder = dependencies.fallbackFolder {
            let other = try FileVault(settings(dependencies, folder: folder, reporter))
            store = FallbackSecretStore(
                primary: .init(vault), fallback: .init(other), reporter: reporter)
        }
        store = ReportingSecretStore(store, reporter: reporter)
        return Assembly(
            exports: Exports(
                secrets: store, locks: vault, maintenance: ReportingMaintenance(vault: vault, reporter: reporter),
                migration: PlainTextMigrator(
                    store: store, storage: vault.storage, locks: vault,
                    maximumByteCount: vault.settings.maximumByteCount)))
    }

    /// Takes pass phrases from a file, or from a descriptor such as `/dev/fd/3`.
    public static func passphrases(fromFile path: String) -> any PassphraseProviding {
        PassphraseFile(path: path)
    }

    private static func settings(
        _ dependencies: Dependencies, folder: String, _ reporter: any SecretStoreReporting
    ) -> FileVaultSettings {
        var settings = FileVaultSettings(folder: folder, cryptography: dependencies.cryptography, reporter: reporter)
        settings.keyFolder = dependencies.keyFolder
        settings.protection = dependencies.protection
        settings.passphrases = dependencies.passphrases
        settings.passphraseRememberedFor = dependencies.passphraseRememberedFor
        settings.presence = dependencies.presence
        settings.now = dependencies.now
        return settings
    }
}

extension FallbackSecretStore.Place {
    fileprivate init(_ vault: FileVault) {
        self.init(
            store: RetryingSecretStore(vault), locks: vault, protection: { await vault.status().protection })
    }
}
