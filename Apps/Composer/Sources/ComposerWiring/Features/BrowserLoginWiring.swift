import BrowserLoginAppScreens
import BrowserLoginClient
import BrowserLoginPresentation
import ComposerFlows
import CryptographyAPI
import FoundationEssentials
import HTTPServingAPI
import HTTPTransportAPI
import Localization
import LoginAPI
import LoginClient
import OfflineQueueClient
import PluginKit
import ProofOfPossessionAPI
import ProofOfPossessionClient
import ScreensApp
import SecureStorageAPI
import SecureStorageClient
import SessionsAPI
import SessionsClient
import TelemetryAPI

/// Installs logging in through the browser of this machine.
enum BrowserLoginWiring {
    static func install(
        on base: ClientInfrastructure, _ host: inout PluginHost,
        _ proofs: Installed<ProofOfPossessionClientPlugin.Exports>, _ sessions: Installed<SessionsClientPlugin.Exports>,
        _ login: Installed<LoginClientPlugin.Exports>
    ) throws(PluginHostError) -> Installed<BrowserLoginClientPlugin.Exports> {
        try host.install(BrowserLoginClientPlugin.self) { scope in
            let keys = try scope[proofs].keys, cryptography = try base.cryptography(in: scope)
            let log = try base.log(in: scope)
            return try .init(
                server: base.client(over: scope[proofs].transport), sessions: scope[sessions].store,
                replaced: scope[login].replaced, key: { await keys.thumbprint() }, device: base.surroundings.device,
                cryptography: cryptography, open: opening(on: base),
                listen: { responder, body in
                    // From here on Ctrl-C is answered with what became of it.
                    TerminationSignal.observe()
                    try await AppWiring.listen(for: responder, cryptography.random, log, body)
                },
                untilInterrupted: { _ = await TerminationSignal.first() },
                observers: scope.collector(of: LoginObservers.self),
                endObservers: scope.collector(of: SessionEndObservers.self))
        }
    }

    /// Opens the browser of the desktop, where there is one.
    private static func opening(
        on base: ClientInfrastructure
    ) -> (@Sendable (URL, Language) -> (@Sendable () -> Void)?)? {
        guard let desktop = base.surroundings.desktop else { return nil }
        return { address, language in desktop.open(address, in: language) }
    }

    static func installCommands(
        on base: ClientInfrastructure, _ host: inout PluginHost, _ features: ClientFeatures
    ) throws(PluginHostError) -> Installed<BrowserLoginPresentationPlugin.Exports> {
        try host.install(BrowserLoginPresentationPlugin.self) { scope in
            try .init(login: login(in: scope, features))
        }
    }

    static func installScreens(
        on base: ClientInfrastructure, _ host: inout PluginHost, _ features: ClientFeatures,
        untilLocked: @escaping @Sendable (any VaultLocking) async -> Void
    ) throws(PluginHostError) -> Installed<BrowserLoginAppScreensPlugin.Exports> {
        try host.install(BrowserLoginAppScreensPlugin.self) { scope in
            let vault = try scope[features.storage].locking
            // What waits is sent beside the pages.
            return try .init(
                login: login(in: scope, features, waiting: .zero), server: base.address.description,
                untilLocked: { await untilLocked(vault) })
        }
    }

    private static func login(
        in scope: borrowing PluginScope, _ features: ClientFeatures, waiting patience: Duration = .seconds(10)
    ) throws(PluginHostError) -> BrowserSignInCoordinator {
        BrowserSignInCoordinator(
            login: try scope[features.browserLogin].login, keys: try scope[features.proofs].keys,
            queue: try scope[features.queue].queue, patience: patience)
    }
}
