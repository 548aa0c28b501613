import ComposerFlows
import CoreModels
import FoundationEssentials
import OfflineQueueAPI
import OfflineQueueClient
import PluginKit
import ProofOfPossessionClient
import ScreensAPI
import SecondFactorClient
import SecureStorageClient
import SessionsAPI
import SessionsClient
import SessionsPresentation
import SessionsScreens
import SessionsScreensAPI
import TokenRefreshClient

/// Installs this device's session, and those of a person's other devices.
enum SessionsWiring {
    static func install(
        on base: ClientInfrastructure, _ host: inout PluginHost,
        _ storage: Installed<SecureStorageClientPlugin.Exports>,
        _ proofs: Installed<ProofOfPossessionClientPlugin.Exports>
    ) throws(PluginHostError) -> Installed<SessionsClientPlugin.Exports> {
        try host.install(SessionsClientPlugin.self) { scope in
            try .init(secrets: scope[storage].secrets, locks: scope[storage].locks, keys: scope[proofs].keys)
        }
    }

    static func installCommands(
        on base: ClientInfrastructure, _ host: inout PluginHost, _ features: ClientFeatures
    ) throws(PluginHostError) {
        try host.install(SessionsPresentationPlugin.self) { scope in
            try .init(
                management: management(in: scope, features), notices: scope[features.deviceSessions].notices,
                noticeList: scope[features.deviceSessions].noticeList,
                proving: scope[features.secondFactor].factors)
        }
    }

    static func installScreens(
        on base: ClientInfrastructure, _ host: inout PluginHost, _ features: ClientFeatures
    ) throws(PluginHostError) {
        try host.install(SessionsScreensPlugin.self) { scope in
            let own = try scope[features.deviceSessions]
            return .init(
                devices: Scoped(always: try management(in: scope, features)), notices: Scoped(always: own.noticeList),
                events: Scoped(always: own.notices), links: scope.collector(of: DeviceLinks.self))
        }
    }

    private static func management(
        in scope: borrowing PluginScope, _ features: ClientFeatures
    ) throws(PluginHostError) -> EndSessionCoordinator {
        EndSessionCoordinator(
            .init(
                management: try scope[features.deviceSessions].management,
                sessions: try scope[features.sessions].store, ends: try scope[features.sessions].ends,
                queue: try scope[features.queue].queue,
                makeID: { QueuedRequestID(UUID()) }))
    }

    static func installDevices(
        on base: ClientInfrastructure, _ host: inout PluginHost,
        _ sessions: Installed<SessionsClientPlugin.Exports>, _ refresh: Installed<TokenRefreshClientPlugin.Exports>
    ) throws(PluginHostError) -> Installed<DeviceSessionsClientPlugin.Exports> {
        try host.install(DeviceSessionsClientPlugin.self) { scope in
            try .init(
                server: base.client(over: scope[refresh].personalTransport),
                transport: scope[refresh].personalTransport,
                sessions: scope[sessions].store, lock: scope[sessions].lock,
                endObservers: scope.collector(of: SessionEndObservers.self))
        }
    }
}
