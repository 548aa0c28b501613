import Localization
public import PluginKit
public import ProofOfPossessionAPI
public import SecureStorageAPI
public import SessionsAPI

/// Keeps the session of this device in the vault.
public enum SessionsClientPlugin: Plugin {
    /// What the plugin needs.
    public struct Dependencies {
        let secrets: any SecretReading & SecretWriting & SecretUpdating
        let locks: any SecretLocking
        let keys: (any DeviceKeyKeeping & DeviceKeyRecognizing)?

        /// Creates dependencies.
        ///
        /// - Parameters:
        ///   - secrets: The vault.
        ///   - locks: Its locks.
        ///   - keys: Knows the key of this device; nil where sessions are bound to none.
        public init(
            secrets: any SecretReading & SecretWriting & SecretUpdating, locks: any SecretLocking,
            keys: (any DeviceKeyKeeping & DeviceKeyRecognizing)? = nil
        ) {
            self.secrets = secrets
            self.locks = locks
            self.keys = keys
        }
    }

    /// What the plugin offers.
    public struct Exports: Sendable {
        /// Keeps the session.
        public let store: any SessionStoring
        /// Tells in whose name this program acts.
        public let acting: any ActingPerson
        /// Lets one process at a time renew it.
        public let lock: any SessionLocking
        /// Keeps why the session before is over; it is contributed to
        /// `SessionEndObservers` as well.
        public let ends: any SessionEndObserving & SessionEndRecalling
        /// The name under which the vault has the session.
        public let secretName: SecretName
    }

    /// How the plugin is called and what it is for.
    public static let manifest = PluginManifest(
        id: "sessions",
        summary: LocalizedText(
            en: "Keeps the session of this device in the vault",
            es: "Guarda la sesión de este dispositivo en la caja fuerte"))

    /// Builds the store.
    public static func assemble(_ dependencies: Dependencies) -> Assembly<Exports> {
        let store = VaultSessionStore(
            secrets: dependencies.secrets, locks: dependencies.locks, keys: dependencies.keys)
        let ends = KeptSessionEnd(secrets: dependencies.secrets, sessions: store)
        var contributions = Contributions(store, to: VaultLockObservers.self)
        contributions.add(ends, to: SessionEndObservers.self)
        return Assembly(
            exports: Exports(store: store, acting: store, lock: store, ends: ends, secretName: VaultSessionStore.name),
            contributions: contributions)
    }
}
