import Localization
public import PluginKit
public import SecureStorageAPI
public import SessionsAPI

/// Keeps the session of this device in the vault.
public enum SessionsClientPlugin: Plugin {
    /// What the plugin needs.
    public struct Dependencies {
        let secrets: any SecretReading & SecretWriting & SecretUpdating
        let locks: any SecretLocking

        /// Creates dependencies.
        public init(secrets: any SecretReading & SecretWriting & SecretUpdating, locks: any SecretLocking) {
            self.secrets = secrets
            self.locks = locks
        }
    }

    /// What the plugin offers.
    public struct Exports: Sendable {
        /// Keeps the session.
        public let store: any SessionStoring
        /// Lets one process at a time renew it.
        public let lock: any SessionLocking
        /// Keeps why the session before is over; it is contributed to
        /// `SessionEndObservers` as well.
        public let ends: any SessionEndObserving & SessionEndRecalling
    }

    /// How the plugin is called and what it is for.
    public static let manifest = PluginManifest(
        id: "sessions",
        summary: LocalizedText(
            en: "Keeps the session of this device in the vault",
            es: "Guarda la sesión de este dispositivo en la caja fuerte"))

    /// Builds the store.
    public static func assemble(_ dependencies: Dependencies) -> Assembly<Exports> {
        let store = VaultSessionStore(secrets: dependencies.secrets, locks: dependencies.locks)
        let ends = KeptSessionEnd(secrets: dependencies.secrets, sessions: store)
        var contributions = Contributions(store, to: VaultLockObservers.self)
        contributions.add(ends, to: SessionEndObservers.self)
        return Assembly(exports: Exports(store: store, lock: store, ends: ends), contributions: contributions)
    }
}
