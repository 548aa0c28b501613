import BrowserLoginClient
import BrowserLoginPresentation
import BrowserLoginScreens
import ComposerFlows
import HTTPServingAPI
import LoginAPI
import LoginClient
import OfflineQueueClient
import PluginKit
import ProofOfPossessionAPI
import ProofOfPossessionClient
import ScreensAPI
import SessionsAPI
import SessionsClient
import TokenRefreshClient

/// Installs logging in through a browser elsewhere, and letting others in that way.
enum DeviceLoginWiring {
    static func install(
        on base: ClientInfrastructure, _ host: inout PluginHost,
        _ proofs: Installed<ProofOfPossessionClientPlugin.Exports>, _ sessions: Installed<SessionsClientPlugin.Exports>,
        _ login: Installed<LoginClientPlugin.Exports>
    ) throws(PluginHostError) -> Installed<DeviceLoginClientPlugin.Exports> {
        try host.install(DeviceLoginClientPlugin.self) { scope in
            let keys = try scope[proofs].keys
            return try .init(
                server: base.client(over: scope[proofs].transport), sessions: scope[sessions].store,
                replaced: scope[login].replaced, key: { await keys.thumbprint() }, device: base.surroundings.device,
                untilInterrupted: { _ = await TerminationSignal.first() },
                observers: scope.collector(of: LoginObservers.self),
                endObservers: scope.collector(of: SessionEndObservers.self))
        }
    }

    static func installCommands(
        on base: ClientInfrastructure, _ host: inout PluginHost, _ features: ClientFeatures
    ) throws(PluginHostError) -> Installed<DeviceLoginPresentationPlugin.Exports> {
        try host.install(DeviceLoginPresentationPlugin.self) { scope in
            try .init(
                login: DeviceSignInCoordinator(
                    login: scope[features.deviceLogin].login, keys: scope[features.proofs].keys,
                    queue: scope[features.queue].queue))
        }
    }

    static func installScreens(
        on base: ClientInfrastructure, _ host: inout PluginHost, _ features: ClientFeatures
    ) throws(PluginHostError) {
        let admission = try host.install(DeviceAdmissionClientPlugin.self) { scope in
            try base.client(over: scope[features.refresh].transport)
        }
        try host.install(DeviceLoginScreensPlugin.self) { scope in
            .init(devices: Scoped(always: try scope[admission].devices))
        }
    }
}
