public import HTTPTransportAPI
import Localization
public import PluginKit
public import SessionsAPI

/// Asks the server about the person's sessions on all devices.
///
/// It is a plugin of its own since it asks with credentials, which are added
/// by a transport that itself needs the stored session.
public enum DeviceSessionsClientPlugin: Plugin {
    /// What the plugin needs.
    public struct Dependencies: Sendable {
        let server: ServerClient
        let transport: any HTTPTransport
        let sessions: any SessionStoring
        let lock: any SessionLocking
        let endObservers: @Sendable () -> [any SessionEndObserving]
        let clock: any Clock<Duration>
        let random: @Sendable () -> Double

        /// Creates dependencies.
        ///
        /// - Parameters:
        ///   - server: Asks with the person's credentials.
        ///   - transport: Carries event streams, with the person's credentials.
        ///   - sessions: Keeps the session of this device.
        ///   - lock: Keeps others from renewing it meanwhile.
        ///   - endObservers: Those who clean up when it is over.
        ///   - clock: Measures the pauses between connections.
        ///   - random: A number from 0 to 1, so that not all devices connect
        ///     at once.
        public init(
            server: ServerClient, transport: any HTTPTransport, sessions: any SessionStoring,
            lock: any SessionLocking,
            endObservers: @escaping @Sendable () -> [any SessionEndObserving] = { [] },
            clock: any Clock<Duration> = ContinuousClock(),
            random: @escaping @Sendable () -> Double = { Double.random(in: 0...1) }
        ) {
            self.server = server
            self.transport = transport
            self.sessions = sessions
            self.lock = lock
            self.endObservers = endObservers
            self.clock = clock
            self.random = random
        }
    }

    /// What the plugin offers.
    public struct Exports: Sendable {
        /// Shows and ends sessions.
        public let management: any SessionManaging
        /// Tells what happens to the account.
        public let notices: any SecurityNoticeFollowing
        /// Shows what happened to it.
        public let noticeList: any SecurityNoticeListing
    }

    /// How the plugin is called and what it is for.
    public static let manifest = PluginManifest(
        id: "device-sessions",
        summary: LocalizedText(
            en: "Shows and ends the sessions of all devices",
            es: "Muestra y termina las sesiones de todos los dispositivos"))

    /// Builds both.
    public static func assemble(_ dependencies: Dependencies) -> Assembly<Exports> {
        let notices = RemoteSecurityNotices(
            address: dependencies.server.address, transport: dependencies.transport, sessions: dependencies.sessions,
            lock: dependencies.lock, endObservers: dependencies.endObservers, clock: dependencies.clock,
            random: dependencies.random)
        return Assembly(
            exports: Exports(
                management: RemoteSessionList(server: dependencies.server),
                notices: SharedSecurityNotices(notices, sessions: dependencies.sessions),
                noticeList: RemoteNoticeList(server: dependencies.server)))
    }
}
