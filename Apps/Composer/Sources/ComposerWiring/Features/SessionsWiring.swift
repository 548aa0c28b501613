import ComposerFlows
import CoreModels
import FoundationEssentials
import OfflineQueueAPI
import OfflineQueueClient
import PluginKit
import SecureStorageClient
import SessionsAPI
import SessionsClient
import SessionsPresentation
import TokenRefreshClient

/// Installs this device's session, and those of a person's other devices.
enum SessionsWiring {
    static func install(
        on base: ClientInfrastructure, _ host: inout PluginHost, _ storage: Installed<SecureStorageClientPlugin.Exports>
    ) throws(PluginHostError) -> Installed<SessionsClientPlugin.Exports> {
        try host.install(SessionsClientPlugin.self) { scope in
            try .init(secrets: scope[storage].secrets, locks: scope[storage].locks)
        }
    }

    static func installCommands(
        on base: ClientInfrastructure, _ host: inout PluginHost, _ features: ClientFeatures
    ) throws(PluginHostError) {
        try host.install(SessionsPresentationPlugin.self) { scope in
            try .init(
                management: EndSessionCoordinator(
                    .init(
                        management: scope[features.deviceSessions].management,
                        sessions: scope[features.sessions].store, queue: scope[features.queue].queue,
                        makeID: { QueuedRequestID(UUID()) })),
                notices: scope[features.deviceSessions].notices,
                noticeList: scope[features.deviceSessions].noticeList)
        }
    }

    static func installDevices(
        on base: ClientInfrastructure, _ host: inout PluginHost,
        _ sessions: Installed<SessionsClientPlugin.Exports>, _ refresh: Installed<TokenRefreshClientPlugin.Exports>
    ) throws(PluginHostError) -> Installed<DeviceSessionsClientPlugin.Exports> {
        try host.install(DeviceSessionsClientPlugin.self) { scope in
            try .init(
                server: base.client(over: scope[refresh].transport), transport: scope[refresh].transport,
                sessions: scope[sessions].store, lock: scope[sessions].lock,
                endObservers: scope.collector(of: SessionEndObservers.self))
        }
    }
}
