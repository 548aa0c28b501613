public import CoreModels
public import FoundationEssentials
import Localization
public import OfflineQueueAPI
public import PluginKit
public import SecureStorageAPI
import SessionsAPI

/// Keeps requests until there is a connection, and sends them.
public enum OfflineQueueClientPlugin: Plugin {
    /// What the queue needs.
    public struct Dependencies: Sendable {
        /// Keeps what waits, sealed.
        public let secrets: any SecretReading & SecretWriting & SecretUpdating
        /// Lets one process at a time send.
        public let locks: any SecretLocking
        /// Tells whether the vault opens without asking somebody.
        public let vault: any VaultMaintaining
        /// Those who send requests, by kind.
        public let handlers: @Sendable () -> [any QueuedRequestHandling]
        /// Tells who is logged in: what waits belongs to somebody.
        public let person: @Sendable () async -> User?
        /// How long the start of a program may be held up by what waits; nil to
        /// send nothing then.
        public let patience: Duration?
        /// Called when the start of a program is held up for over a second.
        public let onDelay: @Sendable () -> Void
        /// Called with the kind of a request that is kept while it is sent for the
        /// first time, and with nil when that is over: until then, whatever ends the
        /// program has it sent later.
        public let onSealed: @Sendable (QueuedRequestKind?) -> Void
        /// Called with what was sent by itself and is done, unless the person hears
        /// of it from the notices.
        public let onSent: @Sendable (QueueNotice) -> Void
        /// The present time.
        public let now: @Sendable () -> Date
        /// The time since the machine's start, which nobody can set; nil where that
        /// isn't known.
        public let bootTime: @Sendable () -> BootTime?
        /// A number from 0 to 1, another one each time.
        public let jitter: @Sendable () -> Double
        /// Measures how long is waited.
        public let clock: any Clock<Duration>

        /// Creates the dependencies.
        public init(
            secrets: any SecretReading & SecretWriting & SecretUpdating, locks: any SecretLocking,
            vault: any VaultMaintaining, handlers: @escaping @Sendable () -> [any QueuedRequestHandling],
            person: @escaping @Sendable () async -> User? = { nil }, patience: Duration? = .seconds(10),
            onDelay: @escaping @Sendable () -> Void = {},
            onSealed: @escaping @Sendable (QueuedRequestKind?) -> Void = { _ in },
            onSent: @escaping @Sendable (QueueNotice) -> Void = { _ in },
            now: @escaping @Sendable () -> Date = { Date() },
            bootTime: @escaping @Sendable () -> BootTime? = { nil },
            jitter: @escaping @Sendable () -> Double = { .random(in: 0...1) },
            clock: any Clock<Duration> = ContinuousClock()
        ) {
            self.secrets = secrets
            self.locks = locks
            self.vault = vault
            self.handlers = handlers
            self.person = person
            self.patience = patience
            self.onDelay = onDelay
            self.onSealed = onSealed
            self.onSent = onSent
            self.now = now
            self.bootTime = bootTime
            self.jitter = jitter
            self.clock = clock
        }
    }

    /// What the queue offers.
    public struct Exports: Sendable {
        /// Keeps requests, sends them, shows and drops them.
        public let queue: any RequestQueueing & QueueRetrying & QueueInspecting
    }

    /// The name `offline-queue`.
    public static let manifest = PluginManifest(
        id: "offline-queue",
        summary: LocalizedText(
            en: "Keeps requests, sealed, until there is a connection",
            es: "Guarda las peticiones, selladas, hasta que hay conexión"))

    /// How often a server is asked again while somebody waits for it.
    static let pollInterval: Duration = .seconds(5)

    /// Builds the queue.
    public static func assemble(_ dependencies: Dependencies) -> Assembly<Exports> {
        let store = QueueStore(
            secrets: dependencies.secrets, now: dependencies.now, bootTime: dependencies.bootTime)
        let queue = OfflineQueue(
            store: store, locks: dependencies.locks, handlers: dependencies.handlers,
            person: dependencies.person,
            connectivity: NetlinkConnectivity(
                polling: PolledConnectivity(interval: pollInterval, clock: dependencies.clock)),
            now: dependencies.now, jitter: dependencies.jitter, onSealed: dependencies.onSealed,
            onSent: dependencies.onSent)
        let automatic = dependencies.patience.map {
            AutomaticRetry(
                queue: queue, vault: dependencies.vault, patience: $0, clock: dependencies.clock,
                onDelay: dependencies.onDelay)
        }
        return Assembly(
            exports: Exports(queue: queue),
            services: automatic.map { [$0] } ?? [],
            contributions: Contributions(GoneAccounts(store: store), to: SessionEndObservers.self))
    }
}
