import BrowserLoginAppScreens
import CommentsScreens
import ComposerFlows
import ConsoleAPI
import CoreModels
import CryptographyAPI
import FeedScreens
import FeedScreensAPI
import FoundationEssentials
import HTTPServingAPI
import HTTPServingMicroHTTPD
import HTTPServingRouting
import Localization
import LoginScreens
import OfflineQueueAPI
import OfflineQueueClient
import OfflineQueueScreens
import PluginKit
import ScreensAPI
import ScreensApp
import ScreensHosting
import SecureStorageAPI
import SecureStorageClient
import SecurityMetricsClient
import SessionsAPI
import SessionsClient
import TelemetryAPI

/// Installs the screens of the features, and the command that shows them in the
/// person's own browser.
///
/// They stand on what the commands stand on: the vault, the cache and the queue
/// of this device.
enum AppWiring {
    static func install(
        on base: ClientInfrastructure, _ host: inout PluginHost, _ features: ClientFeatures
    ) throws(PluginHostError) {
        try FeedWiring.installScreens(on: base, &host, features)
        try CommentsWiring.installScreens(on: base, &host, features)
        try LoginWiring.installScreens(on: base, &host, features)
        let confirmation = try AccountVerificationWiring.installScreens(on: base, &host, features)
        try RegistrationWiring.installScreens(on: base, &host, features, confirmation)
        try PasswordRecoveryWiring.installScreens(on: base, &host, features)
        try AccountsWiring.installScreens(on: base, &host, features)
        try AddressChangeWiring.installScreens(on: base, &host, features)
        try SessionsWiring.installScreens(on: base, &host, features)
        try DeviceLoginWiring.installScreens(on: base, &host, features)
        try PasswordChangeWiring.installScreens(on: base, &host, features)
        try SecondFactorWiring.installScreens(on: base, &host, features)
        try SecureStorageWiring.installScreens(on: base, &host, features)
        try PreferencesWiring.installScreens(&host)
        let waiting = try OfflineQueueWiring.installScreens(on: base, &host, features)
        let signal = LockSignal()
        let browserLogin = try BrowserLoginWiring.installScreens(on: base, &host, features) {
            await signal.wait(for: $0)
        }
        try host.install(LockSignalPlugin.self) { _ in signal }
        try installCommand(on: base, &host, features, waiting, browserLogin, signal)
    }

    private static func installCommand(
        on base: ClientInfrastructure, _ host: inout PluginHost, _ features: ClientFeatures,
        _ waiting: Installed<OfflineQueueScreensPlugin.Exports>,
        _ browserLogin: Installed<BrowserLoginAppScreensPlugin.Exports>, _ signal: LockSignal
    ) throws(PluginHostError) {
        try host.install(ScreensAppPlugin.self) { scope in
            let cryptography = try base.cryptography(in: scope), log = try base.log(in: scope)
            let sessions = try scope[features.sessions].store, queue = try scope[features.queue].queue
            let clock = ContinuousClock(), note = try scope[waiting].note, stopLogin = try scope[browserLogin].stop
            let storage = try scope[features.storage], vault = storage.locking
            let passphrases = base.surroundings.passphrases, tell = base.surroundings.onWarning
            let trail = TrailWatch(trail: try scope[features.trail].trail, presence: base.presence, vault: vault)
            return .init(
                folder: base.places.app, desktop: base.surroundings.desktop, screens: scope.collector(of: Screens.self),
                passages: scope.collector(of: ScreenPassages.self), files: scope.collector(of: ScreenFiles.self),
                navigation: scope.collector(of: ScreenNavigation.self), counts: scope.collector(of: ScreenCounts.self),
                steps: scope.collector(of: ScreenSteps.self), live: scope.collector(of: LiveSources.self),
                person: { await sessions.load().person },
                untilLeft: { person in await Departure.wait(of: person, in: sessions, by: clock) },
                lock: AppLock(
                    isLocked: { await vault.lockState() == .locked }, lock: { await vault.lock() },
                    untilLocked: { await signal.wait(for: vault) },
                    isOpenedInBrowser: { await asks(authenticators: storage.authenticating, before: passphrases) }),
                uploads: Uploads(folder: base.places.uploads, maximumBytes: largestPicture, isOnDevice: true),
                beside: {
                    async let following: Void = keepFollowing(trail, telling: tell, clock)
                    await keepSending(by: queue, note, of: vault, clock)
                    await following
                    await stopLogin()
                },
                random: cryptography.random, hashing: cryptography.hashing, clock: clock,
                serve: { service, body in
                    // From here on the person is at a browser.
                    passphrases.stop()
                    try await serve(service, cryptography.random, log, body)
                })
        }
    }

    /// Sends what waits until it is cancelled; whatever comes to wait while nothing does is
    /// looked for again.
    private static func keepSending(
        by queue: any QueueRetrying, _ note: @escaping @Sendable (QueuedRequestReport) -> Void,
        of vault: any VaultLocking, _ clock: ContinuousClock
    ) async {
        while !Task.isCancelled {
            await Task.inPassing {
                if await vault.lockState() != .locked { _ = try? await queue.retryUntilDone(note) }
            }
            try? await clock.sleep(for: .seconds(10))
        }
    }

    /// Has the server's audit trail looked at until it is cancelled, and tells at the terminal once
    /// what was found.
    private static func keepFollowing(
        _ trail: TrailWatch, telling tell: @escaping @Sendable (LocalizedText) -> Void, _ clock: ContinuousClock
    ) async {
        var told: LocalizedText?
        while !Task.isCancelled {
            let found = await Task.inPassing { await trail.look() }
            if let found, found != told { tell(found) }
            told = found
            try? await clock.sleep(for: .seconds(60))
        }
    }

    /// Whether there is one to ask in the browser, before a person is asked here.
    private static func asks(
        authenticators vault: any VaultAuthenticating, before passphrases: AskedPassphrases
    ) async -> Bool {
        guard passphrases.asksPerson, let all = try? await vault.authenticators() else { return false }
        return all.contains { !$0.isVoid }
    }

    /// What servers may take, in bytes; each refuses what is too large for it.
    private static let largestPicture = 256 * 1024 * 1024

    /// Listens while `body` runs, and then no more.
    private static func serve(
        _ service: AppService, _ random: any RandomSource, _ log: Logger,
        _ body: @escaping @Sendable () async throws -> Void
    ) async throws {
        let observer = AppObserver(log: log)
        var host = PluginHost()
        try host.install(
            HTTPServingPlugin.self,
            .init(
                // Both addresses of this machine: whoever had the other one would be taken for this program.
                settings: HTTPServerSettings(
                    host: "localhost", port: service.port, limits: HTTPServerLimits(connections: 256), eventLoops: 1),
                observer: observer, makeRequestID: { (try? random.text()) ?? "" },
                makeResponder: {
                    service.guarded(
                        PatientPages(
                            try Router(
                                routes: service.routes, middlewares: service.middlewares, observer: observer,
                                page: service.problem)))
                }))
        try await host.composed().run(body)
    }

    /// Listens while `body` runs, at a port that the system chooses, and then no more.
    static func listen(
        for responder: any HTTPResponding, _ random: any RandomSource, _ log: Logger,
        _ body: @escaping @Sendable (Int) async -> Void
    ) async throws {
        var host = PluginHost()
        let serving = try host.install(
            HTTPServingPlugin.self,
            .init(
                settings: HTTPServerSettings(
                    host: "127.0.0.1", port: 0, limits: HTTPServerLimits(connections: 16), eventLoops: 1),
                observer: AppObserver(log: log), makeRequestID: { (try? random.text()) ?? "" },
                makeResponder: { responder }))
        let composition = try host.composed()
        let server = try composition[serving].server
        try await composition.run { await body(server.addresses.first?.port ?? 0) }
    }
}

/// Hears that the vault is locked, for the pages that are open.
private enum LockSignalPlugin: Plugin {
    static let manifest = PluginManifest(
        id: "app-lock",
        summary: LocalizedText(
            en: "Has open pages follow the lock of the vault", es: "Hace que las páginas abiertas sigan el cierre"))

    static func assemble(_ signal: LockSignal) -> Assembly<Void> {
        Assembly(contributions: Contributions(signal, to: VaultLockObservers.self))
    }
}

/// Makes pages for somebody who waits for them.
private struct PatientPages: HTTPResponding {
    private static let patience = Duration.milliseconds(2_500)

    let pages: any HTTPResponding

    init(_ pages: any HTTPResponding) {
        self.pages = pages
    }

    func answer(_ request: consuming ServerRequest) -> HTTPAnswer {
        switch pages.answer(request) {
        case .ready(let response): return .ready(response)
        case .pending(let make): return .pending { await Patience.lasting(Self.patience) { await make() } }
        }
    }

    func refuse(_ request: ServerRequest, because problem: HTTPProblem) -> ServerResponse {
        pages.refuse(request, because: problem)
    }
}

/// Hears what went wrong with requests of the person's own browser.
struct AppObserver: RequestObserver {
    let log: Logger

    func requestsDidEnd(_ reports: [RequestReport]) {}

    func requestDidFail(_ request: ServerRequest, error: any Error) {
        log.error("a request failed", ["route": request.routePattern ?? "", "error": "\(error)"])
    }
}
