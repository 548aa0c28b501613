import CaptchaClient
import ComposerFlows
import FeedClient
import LoginAPI
import LoginClient
import LoginPresentation
import OfflineQueueClient
import PluginKit
import ProofOfPossessionClient
import SecureStorageClient
import SessionsAPI
import SessionsClient

/// Installs logins and logouts.
enum LoginWiring {
    static func install(
        on base: ClientInfrastructure, _ host: inout PluginHost,
        _ storage: Installed<SecureStorageClientPlugin.Exports>,
        _ proofs: Installed<ProofOfPossessionClientPlugin.Exports>,
        _ sessions: Installed<SessionsClientPlugin.Exports>, _ queue: Installed<OfflineQueueClientPlugin.Exports>
    ) throws(PluginHostError) -> Installed<LoginClientPlugin.Exports> {
        try host.install(LoginClientPlugin.self) { scope in
            try .init(
                server: base.client(over: scope[proofs].transport), sessions: scope[sessions].store,
                secrets: scope[storage].secrets, device: base.surroundings.device, queue: scope[queue].queue,
                observers: scope.collector(of: LoginObservers.self),
                endObservers: scope.collector(of: SessionEndObservers.self))
        }
    }

    static func installCommands(
        on base: ClientInfrastructure, _ host: inout PluginHost, _ features: ClientFeatures
    ) throws(PluginHostError) {
        try host.install(LoginPresentationPlugin.self) { scope in
            let sessions = try scope[features.sessions].store
            return try .init(
                login: SignInCoordinator(
                    .init(
                        login: scope[features.login].login, keys: scope[features.proofs].keys,
                        queue: scope[features.queue].queue)),
                logout: SignOutCoordinator(
                    .init(
                        logout: scope[features.login].logout, feed: scope[features.feed].cache,
                        images: scope[features.feed].imageCache, queue: scope[features.queue].queue,
                        vault: scope[features.storage].maintenance, tell: base.surroundings.onWarning)),
                captcha: scope[features.captcha].solving,
                person: { await sessions.load().person })
        }
    }
}
