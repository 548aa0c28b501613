import AccountVerificationService
import AccountsService
import AccountsServiceAPI
import CaptchaService
import CommentsService
import ConfigurationAPI
import CryptographyAPI
import CryptographyOpenSSL
import DeferredWorkAPI
import DeferredWorkSQL
import DemoContentService
import FeedService
import FeedServiceAPI
import FoundationEssentials
import HTTPServingAPI
import HTTPTransportCurl
import IdempotencyServing
import LoginService
import MailOutbox
import MailedProofsService
import MailedProofsServiceAPI
import PasswordChangeService
import PasswordRecoveryService
import PicturesGD
import PluginKit
import ProofOfPossessionService
import ProofOfPossessionServiceAPI
import RateLimitingAPI
import RateLimitingSQL
import RegistrationService
import RegistrationServiceAPI
import SQLStoreSQLite
import ServerKeysFile
import SessionsService
import SessionsServiceAPI
import TelemetryOutput
import TokenRefreshService

/// The features of the server, each given what it needs.
enum ServerFeatures {
    static func install(
        on base: ServerInfrastructure, _ host: inout PluginHost, _ configuration: Configuration,
        _ address: PublicAddress
    ) throws(PluginHostError) {
        let allowsUnverified = configuration[ServerSettings.verification].option == .limited
        let deferred = try host.install(DeferredWorkPlugin.self) { scope in
            try .init(
                database: scope[base.store].database, cryptography: scope[base.cryptography].cryptography,
                serverKeys: scope[base.keys].keys, handlers: scope.collector(of: DeferredWorkHandlers.self),
                log: scope[base.telemetry].logger, now: scope[base.clock].now)
        }
        let limits = try host.install(RateLimitingPlugin.self) { scope in
            try .init(
                database: scope[base.store].database, limitsRoutes: configuration[LimitSettings.isEnabled],
                routes: scope.collector(of: RateLimitedRoutes.self), metrics: scope[base.telemetry].metrics,
                log: scope[base.telemetry].logger, now: scope[base.clock].now)
        }
        try host.install(ProofOfPossessionServicePlugin.self) { scope in
            try .init(
                publicAddress: configuration[ServerSettings.publicURL]?.absoluteString,
                database: scope[base.store].database, cryptography: scope[base.cryptography].cryptography,
                logger: scope[base.telemetry].logger, metrics: scope[base.telemetry].metrics,
                now: scope[base.clock].now)
        }
        let sessions = try host.install(SessionsServicePlugin.self) { scope in
            try .init(
                settings: sessionSettings(configuration, address), database: scope[base.store].database,
                cryptography: scope[base.cryptography].cryptography,
                serverKeys: scope[base.keys].keys,
                mail: scope[base.mail].mail,
                observers: scope.collector(of: SessionObservers.self),
                locators: scope.collector(of: PlaceLocators.self),
                logger: scope[base.telemetry].logger,
                metrics: scope[base.telemetry].metrics, now: scope[base.clock].now)
        }
        try installIdempotency(on: base, sessions, &host)
        let accounts = try host.install(AccountsServicePlugin.self) { scope in
            try .init(
                database: scope[base.store].database,
                cryptography: scope[base.cryptography].cryptography,
                serverKeys: scope[base.keys].keys,
                authentication: scope[sessions].authentication, subjects: scope[sessions].subjects,
                observers: scope.collector(of: AccountObservers.self),
                logger: scope[base.telemetry].logger, now: scope[base.clock].now)
        }
        let captcha = try host.install(CaptchaServicePlugin.self) { scope in
            try .init(
                provider: CaptchaSettings.provider(configuration).map { ($0, try scope[base.transport].transport) },
                database: scope[base.store].database,
                cryptography: scope[base.cryptography].cryptography, serverKeys: scope[base.keys].keys,
                metrics: scope[base.telemetry].metrics, now: scope[base.clock].now)
        }
        let login = try host.install(LoginServicePlugin.self) { scope in
            try .init(
                accounts: scope[accounts].passwords, issuing: scope[sessions].issuing,
                ending: scope[sessions].ending, allowsUnverified: allowsUnverified,
                limiters: scope[limits].limiters, lockout: LimitSettings.lockout(configuration),
                captcha: scope[captcha].verifying,
                cryptography: scope[base.cryptography].cryptography, serverKeys: scope[base.keys].keys,
                metrics: scope[base.telemetry].metrics,
                log: scope[base.telemetry].logger)
        }
        let rules = try host.install(PasswordRulesPlugin.self, configuration[ServerSettings.leakedPasswords])
        try host.install(RegistrationServicePlugin.self) { scope in
            try .init(
                accounts: scope[accounts].accounts, issuing: scope[sessions].issuing,
                devices: scope[login].devices, rules: scope[rules].rules,
                policy: RegistrationPolicy(
                    enumeration: configuration[ServerSettings.enumeration].option,
                    afterRegistration: configuration[ServerSettings.afterRegistration].option,
                    allowsUnverified: allowsUnverified, offersRecovery: true),
                work: scope[deferred].work,
                observers: scope.collector(of: RegistrationObservers.self),
                metrics: scope[base.telemetry].metrics,
                log: scope[base.telemetry].logger)
        }
        try host.install(TokenRefreshServicePlugin.self) { scope in
            try .init(
                sessions: scope[sessions].refreshing, accounts: scope[accounts].accounts,
                mail: scope[base.mail].mail, now: scope[base.clock].now,
                logger: scope[base.telemetry].logger,
                metrics: scope[base.telemetry].metrics)
        }
        let proofs = try host.install(MailedProofsServicePlugin.self) { scope in
            try .init(
                database: scope[base.store].database, cryptography: scope[base.cryptography].cryptography,
                serverKeys: scope[base.keys].keys, mail: scope[base.mail].mail,
                kinds: scope.collector(of: MailedProofKinds.self), now: scope[base.clock].now)
        }
        try host.install(AccountVerificationServicePlugin.self) { scope in
            try .init(
                database: scope[base.store].database, proofs: scope[proofs].proofs,
                accounts: scope[accounts].accounts, passwords: scope[accounts].passwords,
                verification: scope[accounts].verification,
                sessions: scope[sessions].authentication, work: scope[deferred].work,
                linkLifetime: configuration[ServerSettings.verificationLink], address: { address.text },
                log: scope[base.telemetry].logger)
        }
        try host.install(PasswordChangeServicePlugin.self) { scope in
            try .init(
                database: scope[base.store].database, sessions: scope[sessions].authentication,
                tokens: scope[sessions].replacing, accounts: scope[accounts].accounts,
                confirmation: scope[login].passwords, passwords: scope[accounts].passwords,
                rules: scope[rules].rules, mail: scope[base.mail].mail, log: scope[base.telemetry].logger,
                now: scope[base.clock].now)
        }
        try host.install(PasswordRecoveryServicePlugin.self) { scope in
            try .init(
                database: scope[base.store].database, proofs: scope[proofs].proofs,
                accounts: scope[accounts].accounts, passwords: scope[accounts].passwords,
                verification: scope[accounts].verification, rules: scope[rules].rules,
                lockout: scope[login].lockouts, work: scope[deferred].work,
                captcha: configuration[LimitSettings.recoveryCaptchaAfter] > 0 ? scope[captcha].verifying : nil,
                captchaAfter: configuration[LimitSettings.recoveryCaptchaAfter],
                limiters: scope[limits].limiters,
                authentication: scope[base.cryptography].cryptography.authentication,
                serverKeys: scope[base.keys].keys, mail: scope[base.mail].mail,
                linkLifetime: configuration[ServerSettings.recoveryLink],
                codeLifetime: configuration[ServerSettings.recoveryCode], address: { address.text },
                metrics: scope[base.telemetry].metrics, log: scope[base.telemetry].logger, now: scope[base.clock].now)
        }
        try installFeed(on: base, accounts, sessions, limits, &host, configuration)
    }

    private static func installIdempotency(
        on base: ServerInfrastructure, _ sessions: Installed<SessionsServicePlugin.Exports>,
        _ host: inout PluginHost
    ) throws(PluginHostError) {
        try host.install(IdempotencyPlugin.self) { scope in
            let authentication = try scope[sessions].authentication
            return try .init(
                database: scope[base.store].database, cryptography: scope[base.cryptography].cryptography,
                serverKeys: scope[base.keys].keys,
                owner: { (request) throws(HTTPProblem) in
                    try await authentication.authenticate(request).map { .account("\($0.userID)") }
                        ?? .stranger(holder: request.possessionProof?.keyThumbprint)
                },
                // It repeats its answers itself, and has to notice thieves.
                exceptions: ["/auth/refresh"],
                // Pictures are too large to be read before they are received.
                uploads: ["/feed"], logger: scope[base.telemetry].logger, metrics: scope[base.telemetry].metrics,
                now: scope[base.clock].now)
        }
    }

    private static func installFeed(
        on base: ServerInfrastructure, _ accounts: Installed<AccountsServicePlugin.Exports>,
        _ sessions: Installed<SessionsServicePlugin.Exports>, _ limits: Installed<RateLimitingPlugin.Exports>,
        _ host: inout PluginHost, _ configuration: Configuration
    ) throws(PluginHostError) {
        let maximumImageBytes = configuration[ServerSettings.maximumImageSize].bytes
        let pictures = try host.install(PicturesPlugin.self) { scope in
            try .init(limits: PictureLimits(resultBytes: maximumImageBytes), log: scope[base.telemetry].logger)
        }
        let feed = try host.install(FeedServicePlugin.self) { scope in
            try .init(
                database: scope[base.store].database,
                hashing: scope[base.cryptography].cryptography.hashing,
                sessions: scope[sessions].authentication, names: scope[accounts].accounts,
                comments: scope.collector(of: ImageCommentCounters.self), pictures: scope[pictures].pictures,
                observers: scope.collector(of: ImageDeletionObservers.self),
                imageFolder: scope[base.folder].path(of: "images"),
                publicURL: configuration[ServerSettings.publicURL],
                maximumImageBytes: maximumImageBytes,
                quota: LimitSettings.quota(
                    "pictures", LimitSettings.picturesPerHour, configuration, scope[limits].limiters),
                metrics: scope[base.telemetry].metrics, log: scope[base.telemetry].logger, now: scope[base.clock].now)
        }
        let comments = try host.install(CommentsServicePlugin.self) { scope in
            try .init(
                database: scope[base.store].database, images: scope[feed].visibility,
                accounts: scope[accounts].accounts, sessions: scope[sessions].authentication,
                quota: LimitSettings.quota(
                    "comments", LimitSettings.commentsPerHour, configuration, scope[limits].limiters),
                now: scope[base.clock].now)
        }
        guard configuration[ServerSettings.demo] else { return }
        try host.install(DemoContentServicePlugin.self) { scope in
            try .init(
                accounts: scope[accounts].accounts, verification: scope[accounts].verification,
                images: scope[feed].publishing, comments: scope[comments].publishing,
                random: scope[base.cryptography].cryptography.random, log: scope[base.telemetry].logger,
                now: scope[base.clock].now)
        }
    }

    private static func sessionSettings(
        _ configuration: Configuration, _ address: PublicAddress
    ) -> SessionsServicePlugin.Settings {
        SessionsServicePlugin.Settings(
            issuer: address.text,
            accessLifetime: configuration[ServerSettings.accessLifetime],
            refreshIdle: configuration[ServerSettings.refreshIdle],
            refreshAbsolute: configuration[ServerSettings.refreshAbsolute],
            refreshGrace: configuration[ServerSettings.refreshGrace],
            eventRetention: configuration[ServerSettings.eventRetention],
            requiresKey: configuration[ServerSettings.requireDPoP])
    }
}
