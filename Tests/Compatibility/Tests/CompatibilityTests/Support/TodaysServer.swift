import AccountVerificationService
import AccountsService
import AccountsServiceAPI
import CaptchaService
import CommentsService
import CommentsServiceAPI
import CryptographyAPI
import CryptographyTesting
import DeferredWorkAPI
import DeferredWorkTesting
import FeedService
import FeedServiceAPI
import FoundationEssentials
import HTTPServingAPI
import HTTPServingRouting
import HTTPServingTesting
import HTTPTypes
import IdempotencyServing
import KernelTesting
import Localization
import LoginService
import MailTesting
import MailedProofsService
import MailedProofsServiceAPI
import PasswordChangeService
import PasswordRecoveryService
import PicturesTesting
import PluginKit
import ProofOfPossessionService
import ProofOfPossessionServiceAPI
import RateLimitingAPI
import RateLimitingSQL
import RegistrationService
import RegistrationServiceAPI
import SQLStoreAPI
import SQLStoreSQLite
import SQLStoreTesting
import ServerKeysFile
import SessionsService
import SessionsServiceAPI
import TelemetryAPI
import TelemetryOutput
import TokenRefreshService

/// The services of today's server over a folder of data, composed as in
/// `essentiald`, at a time that a fixture chooses.
struct TodaysServer {
    static let address = "http://localhost:8080"

    let transport: LoopbackTransport
    let mail = MailSpy()
    let images: any ImagePublishing
    let comments: any CommentPublishing
    let database: FailingDatabase
    private let host = PluginHost()

    /// Composes a server; ``run(_:)`` starts it.
    ///
    /// - Parameters:
    ///   - folder: The server's data: those of a release, or nothing.
    ///   - settings: What of the configuration isn't as it comes.
    init(folder: String, date: ManualDate, settings: [String: String] = [:]) throws {
        let cryptography = try Cryptography.real()
        let telemetry = try host.install(TelemetryPlugin.self, .init(destination: .nowhere)).exports
        let keys = try host.install(
            ServerKeysPlugin.self, .init(path: folder + "/server.key", cryptography: cryptography)
        ).exports.keys
        let store = try host.install(
            SQLStorePlugin.self,
            .init(
                settings: SQLStoreSettings(path: folder + "/essentiald.sqlite"),
                migrations: host.collector(of: Migrations.self))
        ).exports.database
        let database = FailingDatabase(store)
        self.database = database
        let limits = try host.install(
            RateLimitingPlugin.self,
            .init(
                database: database, routes: host.collector(of: RateLimitedRoutes.self),
                metrics: telemetry.metrics, log: telemetry.logger, now: date.now)
        ).exports
        try host.install(
            ProofOfPossessionServicePlugin.self,
            .init(
                publicAddress: Self.address, database: database, cryptography: cryptography,
                logger: telemetry.logger, metrics: telemetry.metrics, now: date.now, clock: ManualClock()))
        let sessions = try host.install(
            SessionsServicePlugin.self,
            .init(
                settings: .init(issuer: Self.address, requiresKey: settings["tokens.require_dpop"] == "true"),
                database: database, cryptography: cryptography,
                serverKeys: keys, mail: mail, logger: telemetry.logger, metrics: telemetry.metrics, now: date.now,
                clock: ManualClock())
        ).exports
        try host.install(
            IdempotencyPlugin.self,
            .init(
                database: database, cryptography: cryptography, serverKeys: keys,
                owner: { (request) throws(HTTPProblem) in
                    try await sessions.authentication.authenticate(request).map { .account("\($0.userID)") }
                        ?? .stranger(holder: request.possessionProof?.keyThumbprint)
                },
                exceptions: ["/auth/refresh"], uploads: ["/feed"], logger: telemetry.logger,
                metrics: telemetry.metrics, now: date.now))
        let accounts = try host.install(
            AccountsServicePlugin.self,
            .init(
                database: database, cryptography: cryptography, serverKeys: keys,
                authentication: sessions.authentication, subjects: sessions.subjects,
                observers: host.collector(of: AccountObservers.self), logger: telemetry.logger, now: date.now)
        ).exports
        let policy = try Self.policy(settings)
        let work = ImmediateWork(host.collector(of: DeferredWorkHandlers.self))
        let captcha = try host.install(
            CaptchaServicePlugin.self,
            .init(
                database: database, cryptography: cryptography, serverKeys: keys, metrics: telemetry.metrics,
                now: date.now)
        ).exports.verifying
        let login = try host.install(
            LoginServicePlugin.self,
            .init(
                accounts: accounts.passwords, issuing: sessions.issuing, ending: sessions.ending,
                allowsUnverified: policy.allowsUnverified, limiters: limits.limiters,
                // Locks were released before CAPTCHAs: who wants these says so.
                lockout: LockoutPolicy(captchaAfter: settings["lockout.captcha_after"].flatMap { Int($0) }),
                captcha: captcha, cryptography: cryptography,
                serverKeys: keys, metrics: telemetry.metrics, log: telemetry.logger)
        ).exports
        try host.install(
            RegistrationServicePlugin.self,
            .init(
                accounts: accounts.accounts, issuing: sessions.issuing, devices: login.devices, policy: policy,
                work: work,
                observers: host.collector(of: RegistrationObservers.self), metrics: telemetry.metrics,
                log: telemetry.logger))
        try host.install(
            TokenRefreshServicePlugin.self,
            .init(sessions: sessions.refreshing, logger: telemetry.logger, metrics: telemetry.metrics))
        let proofs = try host.install(
            MailedProofsServicePlugin.self,
            .init(
                database: database, cryptography: cryptography, serverKeys: keys, mail: mail,
                kinds: host.collector(of: MailedProofKinds.self), now: date.now)
        ).exports.proofs
        try host.install(
            AccountVerificationServicePlugin.self,
            .init(
                database: database, proofs: proofs, accounts: accounts.accounts, verification: accounts.verification,
                sessions: sessions.authentication, work: work, address: { "http://127.0.0.1" },
                log: telemetry.logger))
        try host.install(
            PasswordChangeServicePlugin.self,
            .init(
                database: database, sessions: sessions.authentication, tokens: sessions.replacing,
                accounts: accounts.accounts, confirmation: login.passwords, passwords: accounts.passwords,
                mail: mail, log: telemetry.logger, now: date.now))
        try host.install(
            PasswordRecoveryServicePlugin.self,
            .init(
                database: database, proofs: proofs, accounts: accounts.accounts, passwords: accounts.passwords,
                lockout: login.lockouts, work: work,
                // As with logins, who wants CAPTCHAs says so.
                captcha: settings["recovery.captcha_after"] == nil ? nil : captcha,
                captchaAfter: settings["recovery.captcha_after"].flatMap { Int($0) } ?? 0, limiters: limits.limiters,
                authentication: cryptography.authentication, serverKeys: keys, mail: mail,
                address: { "http://127.0.0.1" },
                log: telemetry.logger, now: date.now))
        let feed = try host.install(
            FeedServicePlugin.self,
            .init(
                database: database, hashing: cryptography.hashing, sessions: sessions.authentication,
                pictures: PictureProcessingStub(), observers: host.collector(of: ImageDeletionObservers.self),
                imageFolder: folder + "/images", publicURL: nil)
        ).exports
        images = feed.publishing
        comments = try host.install(
            CommentsServicePlugin.self,
            .init(
                database: database, images: feed.visibility, accounts: accounts.accounts,
                sessions: sessions.authentication, now: date.now)
        ).exports.publishing
        let routes = host.values(of: HTTPRoutes.self) + Self.operations(database, telemetry)
        let observer = try RequestTelemetry(logger: telemetry.logger, metrics: telemetry.metrics)
        transport = LoopbackTransport(
            to: try Router(routes: routes, middlewares: host.values(of: HTTPMiddlewares.self), observer: observer))
    }

    /// Runs the services while `body` asks.
    func run<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) async throws -> Value {
        let (answers, continuation) = AsyncStream.makeStream(of: Value.self)
        try await host.run { continuation.yield(try await body()) }
        continuation.finish()
        var iterator = answers.makeAsyncIterator()
        guard let value = await iterator.next() else { throw CancellationError() }
        return value
    }

    private static func policy(_ settings: [String: String]) throws -> RegistrationPolicy {
        var policy = RegistrationPolicy()
        for (key, value) in settings {
            switch (key, value) {
            case ("lockout.captcha_after", _), ("recovery.captcha_after", _): continue
            case ("accounts.enumeration", "strict"): policy.enumeration = .strict
            case ("accounts.verification", "required"): policy.allowsUnverified = false
            case ("accounts.after_registration", "login"): policy.afterRegistration = .login
            case ("accounts.after_registration", "signed_in"): policy.afterRegistration = .signedIn
            case ("tokens.require_dpop", "true"): break
            default: throw UnknownSetting(key: key, value: value)
            }
        }
        return policy
    }

    /// The routes that the program itself adds to those of the plugins.
    private static func operations(_ database: any SQLDatabase, _ telemetry: TelemetryPlugin.Exports) -> [Route] {
        let check = HealthCheck("database") {
            let answers = try? await database.read { try $0.exists("SELECT 1") }
            return answers == true ? .healthy : .failing(LocalizedText(verbatim: "The database doesn't answer."))
        }
        let metrics = Route(.get, "/metrics", bodyLimit: 0) { _ in
            ServerResponse(
                fields: [.contentType: telemetry.exposition.contentType],
                body: .bytes(Data(await telemetry.exposition.text(refreshing: []).utf8)))
        }
        let description = Route(.get, "/openapi.json", bodyLimit: 0) { _ in
            .bytes(
                Data(#"{"components":{},"info":{},"openapi":"3.1.0","paths":{},"servers":[]}"#.utf8), type: .json,
                fields: [.cacheControl: "public, max-age=300", .eTag: #""1""#])
        }
        return HealthRoutes.routes(checks: [check]) + [metrics, description]
    }
}

/// A fixture asks for a configuration that this suite can't compose.
struct UnknownSetting: Error, CustomStringConvertible {
    let key: String
    let value: String

    var description: String { "\(key)=\(value): add it to TodaysServer.policy" }
}
