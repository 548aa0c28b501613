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
    let maintenance: any SQLMaintaining
    private let plugins: Composition

    /// Composes a server; ``run(_:)`` starts it.
    ///
    /// - Parameters:
    ///   - folder: The server's data: those of a release, or nothing.
    ///   - settings: What of the configuration isn't as it comes.
    init(folder: String, date: ManualDate, settings: [String: String] = [:]) throws {
        let cryptography = try Cryptography.real()
        var host = PluginHost()
        let mail = self.mail
        let telemetry = try host.install(TelemetryPlugin.self, .init(destination: .nowhere))
        let keys = try host.install(
            ServerKeysPlugin.self, .init(path: folder + "/server.key", cryptography: cryptography))
        let store = try host.install(SQLStorePlugin.self) { scope in
            .init(
                settings: SQLStoreSettings(path: folder + "/essentiald.sqlite"),
                migrations: scope.collector(of: Migrations.self), sweeps: scope.collector(of: Sweeps.self),
                clock: ManualClock())
        }
        let database = try host.install(FailingStorePlugin.self) { try $0[store].database }
        let limits = try host.install(RateLimitingPlugin.self) { scope in
            try .init(
                database: scope[database], routes: scope.collector(of: RateLimitedRoutes.self),
                metrics: scope[telemetry].metrics, log: scope[telemetry].logger, now: date.now)
        }
        try host.install(ProofOfPossessionServicePlugin.self) { scope in
            try .init(
                publicAddress: Self.address, database: scope[database], cryptography: cryptography,
                logger: scope[telemetry].logger, metrics: scope[telemetry].metrics, now: date.now, clock: ManualClock())
        }
        let sessions = try host.install(SessionsServicePlugin.self) { scope in
            try .init(
                settings: .init(issuer: Self.address, requiresKey: settings["tokens.require_dpop"] == "true"),
                database: scope[database], cryptography: cryptography,
                serverKeys: scope[keys].keys, mail: mail, logger: scope[telemetry].logger,
                metrics: scope[telemetry].metrics, now: date.now, clock: ManualClock())
        }
        try host.install(IdempotencyPlugin.self) { scope in
            let authentication = try scope[sessions].authentication
            return try .init(
                database: scope[database], cryptography: cryptography, serverKeys: scope[keys].keys,
                owner: { (request) throws(HTTPProblem) in
                    try await authentication.authenticate(request).map { .account("\($0.userID)") }
                        ?? .stranger(holder: request.possessionProof?.keyThumbprint)
                },
                exceptions: ["/auth/refresh"], uploads: ["/feed"], logger: scope[telemetry].logger,
                metrics: scope[telemetry].metrics, now: date.now)
        }
        let accounts = try host.install(AccountsServicePlugin.self) { scope in
            try .init(
                database: scope[database], cryptography: cryptography, serverKeys: scope[keys].keys,
                authentication: scope[sessions].authentication, subjects: scope[sessions].subjects,
                observers: scope.collector(of: AccountObservers.self), logger: scope[telemetry].logger, now: date.now)
        }
        let policy = try Self.policy(settings)
        let captcha = try host.install(CaptchaServicePlugin.self) { scope in
            try .init(
                database: scope[database], cryptography: cryptography, serverKeys: scope[keys].keys,
                metrics: scope[telemetry].metrics,
                now: date.now)
        }
        let login = try host.install(LoginServicePlugin.self) { scope in
            try .init(
                accounts: scope[accounts].passwords, issuing: scope[sessions].issuing, ending: scope[sessions].ending,
                allowsUnverified: policy.allowsUnverified, limiters: scope[limits].limiters,
                // Locks were released before CAPTCHAs: who wants these says so.
                lockout: LockoutPolicy(captchaAfter: settings["lockout.captcha_after"].flatMap { Int($0) }),
                captcha: scope[captcha].verifying, cryptography: cryptography,
                serverKeys: scope[keys].keys, metrics: scope[telemetry].metrics, log: scope[telemetry].logger)
        }
        try host.install(RegistrationServicePlugin.self) { scope in
            try .init(
                accounts: scope[accounts].accounts, issuing: scope[sessions].issuing, devices: scope[login].devices,
                policy: policy,
                work: ImmediateWork(scope.collector(of: DeferredWorkHandlers.self)),
                observers: scope.collector(of: RegistrationObservers.self), metrics: scope[telemetry].metrics,
                log: scope[telemetry].logger)
        }
        try host.install(TokenRefreshServicePlugin.self) { scope in
            try .init(
                sessions: scope[sessions].refreshing, accounts: scope[accounts].accounts, mail: mail, now: date.now,
                logger: scope[telemetry].logger, metrics: scope[telemetry].metrics)
        }
        let proofs = try host.install(MailedProofsServicePlugin.self) { scope in
            try .init(
                database: scope[database], cryptography: cryptography, serverKeys: scope[keys].keys, mail: mail,
                kinds: scope.collector(of: MailedProofKinds.self), now: date.now)
        }
        try host.install(AccountVerificationServicePlugin.self) { scope in
            try .init(
                database: scope[database], proofs: scope[proofs].proofs, accounts: scope[accounts].accounts,
                passwords: scope[accounts].passwords,
                verification: scope[accounts].verification, sessions: scope[sessions].authentication,
                work: ImmediateWork(scope.collector(of: DeferredWorkHandlers.self)),
                address: { "http://127.0.0.1" },
                log: scope[telemetry].logger)
        }
        try host.install(PasswordChangeServicePlugin.self) { scope in
            try .init(
                database: scope[database], sessions: scope[sessions].authentication, tokens: scope[sessions].replacing,
                accounts: scope[accounts].accounts, confirmation: scope[login].passwords,
                passwords: scope[accounts].passwords,
                mail: mail, log: scope[telemetry].logger, now: date.now)
        }
        try host.install(PasswordRecoveryServicePlugin.self) { scope in
            try .init(
                database: scope[database], proofs: scope[proofs].proofs, accounts: scope[accounts].accounts,
                passwords: scope[accounts].passwords,
                verification: scope[accounts].verification, lockout: scope[login].lockouts,
                work: ImmediateWork(scope.collector(of: DeferredWorkHandlers.self)),
                // As with logins, who wants CAPTCHAs says so.
                captcha: settings["recovery.captcha_after"] == nil ? nil : scope[captcha].verifying,
                captchaAfter: settings["recovery.captcha_after"].flatMap { Int($0) } ?? 0,
                limiters: scope[limits].limiters,
                authentication: cryptography.authentication, serverKeys: scope[keys].keys, mail: mail,
                address: { "http://127.0.0.1" },
                metrics: scope[telemetry].metrics, log: scope[telemetry].logger, now: date.now)
        }
        let feed = try host.install(FeedServicePlugin.self) { scope in
            try .init(
                database: scope[database], hashing: cryptography.hashing, sessions: scope[sessions].authentication,
                names: scope[accounts].accounts, comments: scope.collector(of: ImageCommentCounters.self),
                pictures: PictureProcessingStub(), observers: scope.collector(of: ImageDeletionObservers.self),
                imageFolder: folder + "/images", publicURL: nil,
                metrics: scope[telemetry].metrics, log: scope[telemetry].logger, now: { Date() })
        }
        let comments = try host.install(CommentsServicePlugin.self) { scope in
            try .init(
                database: scope[database], images: scope[feed].visibility, accounts: scope[accounts].accounts,
                sessions: scope[sessions].authentication,
                quota: scope[limits].limiters.limiter(
                    "comments",
                    policy: RateLimitPolicy(
                        maxAttempts: settings["limits.comments_per_hour"].flatMap { Int($0) } ?? 240, window: 3_600)),
                now: date.now)
        }
        plugins = try host.composed()
        self.database = try plugins[database]
        maintenance = try plugins[store].maintenance
        images = try plugins[feed].publishing
        self.comments = try plugins[comments].publishing
        let output = try plugins[telemetry]
        let routes = plugins.values(of: HTTPRoutes.self) + Self.operations(self.database, output)
        let observer = try RequestTelemetry(logger: output.logger, metrics: output.metrics)
        transport = LoopbackTransport(
            to: try Router(routes: routes, middlewares: plugins.values(of: HTTPMiddlewares.self), observer: observer))
    }

    /// Runs the services while `body` asks.
    func run<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) async throws -> Value {
        let (answers, continuation) = AsyncStream.makeStream(of: Value.self)
        try await plugins.run { continuation.yield(try await body()) }
        continuation.finish()
        var iterator = answers.makeAsyncIterator()
        guard let value = await iterator.next() else { throw CancellationError() }
        return value
    }

    private static func policy(_ settings: [String: String]) throws -> RegistrationPolicy {
        var policy = RegistrationPolicy()
        for (key, value) in settings {
            switch (key, value) {
            case ("lockout.captcha_after", _), ("recovery.captcha_after", _), ("limits.comments_per_hour", _): continue
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

/// Puts the failures that a test wants before the database, and rehearses each
/// write.
private enum FailingStorePlugin: Plugin {
    static let manifest = PluginManifest(id: "failing-store", summary: LocalizedText(verbatim: "Fails as tests want"))

    static func assemble(_ database: any SQLDatabase) -> Assembly<FailingDatabase> {
        Assembly(exports: FailingDatabase(RehearsingDatabase(database)))
    }
}

/// A fixture asks for a configuration that this suite can't compose.
struct UnknownSetting: Error, CustomStringConvertible {
    let key: String
    let value: String

    var description: String { "\(key)=\(value): add it to TodaysServer.policy" }
}
