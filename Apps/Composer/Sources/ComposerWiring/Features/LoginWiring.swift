import BrowserLoginPresentation
import CaptchaClient
import ComposerFlows
import FeedClient
import LoginAPI
import LoginClient
import LoginPresentation
import LoginScreens
import LoginScreensAPI
import OfflineQueueClient
import PluginKit
import ProofOfPossessionClient
import ScreensAPI
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
        on base: ClientInfrastructure, _ host: inout PluginHost, _ features: ClientFeatures,
        _ browserLogin: Installed<BrowserLoginPresentationPlugin.Exports>,
        _ deviceLogin: Installed<DeviceLoginPresentationPlugin.Exports>
    ) throws(PluginHostError) {
        try host.install(LoginPresentationPlugin.self) { scope in
            let sessions = try scope[features.sessions].store
            return try .init(
                login: login(in: scope, features), logout: logout(on: base, in: scope, features),
                captcha: scope[features.captcha].solving, ways: [scope[browserLogin].way, scope[deviceLogin].way],
                person: { await sessions.load().person })
        }
    }

    static func installScreens(
        on base: ClientInfrastructure, _ host: inout PluginHost, _ features: ClientFeatures
    ) throws(PluginHostError) {
        try host.install(LoginScreensPlugin.self) { scope in
            .init(
                login: Scoped(always: try login(in: scope, features)),
                logout: Scoped(always: try logout(on: base, in: scope, features)),
                ends: Scoped(always: try scope[features.sessions].ends),
                sections: scope.collector(of: SignInSections.self))
        }
    }

    private static func login(
        in scope: borrowing PluginScope, _ features: ClientFeatures
    ) throws(PluginHostError) -> SignInCoordinator {
        SignInCoordinator(
            .init(
                login: try scope[features.login].login, keys: try scope[features.proofs].keys,
                queue: try scope[features.queue].queue))
    }

    private static func logout(
        on base: ClientInfrastructure, in scope: borrowing PluginScope, _ features: ClientFeatures
    ) throws(PluginHostError) -> SignOutCoordinator {
        SignOutCoordinator(
            .init(
                logout: try scope[features.login].logout, feed: try scope[features.feed].cache,
                images: try scope[features.feed].imageCache, queue: try scope[features.queue].queue,
                vault: try scope[features.storage].maintenance, tell: base.surroundings.onWarning))
    }
}
