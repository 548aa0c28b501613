import AccountVerificationService
import AccountsService
import AccountsServiceAPI
import CaptchaService
import CommentsService
import ConfigurationAPI
import CryptographyAPI
import DeferredWorkAPI
import DeferredWorkSQL
import DemoContentService
import FeedService
import FeedServiceAPI
import FoundationEssentials
import HTTPServingAPI
import IdempotencyServing
import LoginService
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
import SessionsService
import SessionsServiceAPI
import TokenRefreshService

/// The features of the server, each given what it needs.
enum ServerFeatures {
    static func install(
        on infrastructure: ServerInfrastructure, _ host: PluginHost, _ configuration: Configuration,
        _ address: PublicAddress
    ) throws(PluginHostError) {
        let allowsUnverified = configuration[ServerSettings.verification].option == .limited
        let deferred = try host.install(
            DeferredWorkPlugin.self,
            .init(
                database: try infrastructure.database, cryptography: try infrastructure.cryptography,
                serverKeys: try infrastructure.serverKeys, handlers: host.collector(of: DeferredWorkHandlers.self),
                log: try infrastructure.log))
        let limits = try host.install(
            RateLimitingPlugin.self,
            .init(
                database: try infrastructure.database, limitsRoutes: configuration[LimitSettings.isEnabled],
                routes: host.collector(of: RateLimitedRoutes.self), metrics: try infrastructure.metrics,
                log: try infrastructure.log))
        try host.install(
            ProofOfPossessionServicePlugin.self,
            .init(
                publicAddress: configuration[ServerSettings.publicURL]?.absoluteString,
                database: try infrastructure.database, cryptography: try infrastructure.cryptography,
                logger: try infrastructure.log, metrics: try infrastructure.metrics))
        let sessions = try host.install(
            SessionsServicePlugin.self,
            .init(
                settings: sessionSettings(configuration, address), database: try infrastructure.database,
                cryptography: try infrastructure.cryptography,
                serverKeys: try infrastructure.serverKeys,
                mail: try infrastructure.mail,
                observers: host.collector(of: SessionObservers.self),
                locators: host.collector(of: PlaceLocators.self),
                logger: try infrastructure.log,
                metrics: try infrastructure.metrics))
        try installIdempotency(on: infrastructure, sessions, host)
        let accounts = try host.install(
            AccountsServicePlugin.self,
            .init(
                database: try infrastructure.database,
                cryptography: try infrastructure.cryptography,
                serverKeys: try infrastructure.serverKeys,
                authentication: try sessions.exports.authentication, subjects: try sessions.exports.subjects,
                observers: host.collector(of: AccountObservers.self),
                logger: try infrastructure.log))
        let provider = try CaptchaSettings.provider(host, configuration)
        let captcha = try host.install(
            CaptchaServicePlugin.self,
            .init(
                provider: try provider(), database: try infrastructure.database,
                cryptography: try infrastructure.cryptography, serverKeys: try infrastructure.serverKeys,
                metrics: try infrastructure.metrics))
        let login = try host.install(
            LoginServicePlugin.self,
            .init(
                accounts: try accounts.exports.passwords, issuing: try sessions.exports.issuing,
                ending: try sessions.exports.ending, allowsUnverified: allowsUnverified,
                limiters: try limits.exports.limiters, lockout: LimitSettings.lockout(configuration),
                captcha: try captcha.exports.verifying,
                cryptography: try infrastructure.cryptography, serverKeys: try infrastructure.serverKeys,
                metrics: try infrastructure.metrics,
                log: try infrastructure.log))
        let rules = try host.install(PasswordRulesPlugin.self, configuration[ServerSettings.leakedPasswords])
        try host.install(
            RegistrationServicePlugin.self,
            .init(
                accounts: try accounts.exports.accounts, issuing: try sessions.exports.issuing,
                devices: try login.exports.devices, rules: try rules.exports.rules,
                policy: RegistrationPolicy(
                    enumeration: configuration[ServerSettings.enumeration].option,
                    afterRegistration: configuration[ServerSettings.afterRegistration].option,
                    allowsUnverified: allowsUnverified, offersRecovery: true),
                work: try deferred.exports.work,
                observers: host.collector(of: RegistrationObservers.self),
                metrics: try infrastructure.metrics,
                log: try infrastructure.log))
        try host.install(
            TokenRefreshServicePlugin.self,
            .init(
                sessions: try sessions.exports.refreshing,
                logger: try infrastructure.log,
                metrics: try infrastructure.metrics))
        let proofs = try host.install(
            MailedProofsServicePlugin.self,
            .init(
                database: try infrastructure.database, cryptography: try infrastructure.cryptography,
                serverKeys: try infrastructure.serverKeys, mail: try infrastructure.mail,
                kinds: host.collector(of: MailedProofKinds.self)))
        try host.install(
            AccountVerificationServicePlugin.self,
            .init(
                database: try infrastructure.database, proofs: try proofs.exports.proofs,
                accounts: try accounts.exports.accounts, verification: try accounts.exports.verification,
                sessions: try sessions.exports.authentication, work: try deferred.exports.work,
                linkLifetime: configuration[ServerSettings.verificationLink], address: { address.text },
                log: try infrastructure.log))
        try host.install(
            PasswordChangeServicePlugin.self,
            .init(
                database: try infrastructure.database, sessions: try sessions.exports.authentication,
                tokens: try sessions.exports.replacing, accounts: try accounts.exports.accounts,
                confirmation: try login.exports.passwords, passwords: try accounts.exports.passwords,
                rules: try rules.exports.rules, mail: try infrastructure.mail, log: try infrastructure.log))
        try host.install(
            PasswordRecoveryServicePlugin.self,
            .init(
                database: try infrastructure.database, proofs: try proofs.exports.proofs,
                accounts: try accounts.exports.accounts, passwords: try accounts.exports.passwords,
                rules: try rules.exports.rules, lockout: try login.exports.lockouts, work: try deferred.exports.work,
                captcha: configuration[LimitSettings.recoveryCaptchaAfter] > 0 ? try captcha.exports.verifying : nil,
                captchaAfter: configuration[LimitSettings.recoveryCaptchaAfter],
                limiters: try limits.exports.limiters,
                authentication: try infrastructure.cryptography.authentication,
                serverKeys: try infrastructure.serverKeys, mail: try infrastructure.mail,
                linkLifetime: configuration[ServerSettings.recoveryLink],
                codeLifetime: configuration[ServerSettings.recoveryCode], address: { address.text },
                log: try infrastructure.log))
        try installFeed(on: infrastructure, accounts, sessions, host, configuration)
    }

    private static func installIdempotency(
        on infrastructure: ServerInfrastructure, _ sessions: Installed<SessionsServicePlugin.Exports>,
        _ host: PluginHost
    ) throws(PluginHostError) {
        let authentication = try sessions.exports.authentication
        try host.install(
            IdempotencyPlugin.self,
            .init(
                database: try infrastructure.database, cryptography: try infrastructure.cryptography,
                serverKeys: try infrastructure.serverKeys,
                owner: { (request) throws(HTTPProblem) in
                    try await authentication.authenticate(request).map { .account("\($0.userID)") }
                        ?? .stranger(holder: request.possessionProof?.keyThumbprint)
                },
                // It repeats its answers itself, and has to notice thieves.
                exceptions: ["/auth/refresh"],
                // Pictures are too large to be read before they are received.
                uploads: ["/feed"], logger: try infrastructure.log, metrics: try infrastructure.metrics))
    }

    private static func installFeed(
        on infrastructure: ServerInfrastructure, _ accounts: Installed<AccountsServicePlugin.Exports>,
        _ sessions: Installed<SessionsServicePlugin.Exports>, _ host: PluginHost, _ configuration: Configuration
    ) throws(PluginHostError) {
        let maximumImageBytes = configuration[ServerSettings.maximumImageSize].bytes
        let pictures = try host.install(
            PicturesPlugin.self,
            .init(limits: PictureLimits(resultBytes: maximumImageBytes), log: try infrastructure.log))
        let feed = try host.install(
            FeedServicePlugin.self,
            .init(
                database: try infrastructure.database,
                hashing: try infrastructure.cryptography.hashing,
                sessions: try sessions.exports.authentication, pictures: try pictures.exports.pictures,
                observers: host.collector(of: ImageDeletionObservers.self),
                imageFolder: try infrastructure.folder.path(of: "images"),
                publicURL: configuration[ServerSettings.publicURL],
                maximumImageBytes: maximumImageBytes))
        let comments = try host.install(
            CommentsServicePlugin.self,
            .init(
                database: try infrastructure.database, images: try feed.exports.visibility,
                accounts: try accounts.exports.accounts, sessions: try sessions.exports.authentication))
        guard configuration[ServerSettings.demo] else { return }
        try host.install(
            DemoContentServicePlugin.self,
            .init(
                accounts: try accounts.exports.accounts, verification: try accounts.exports.verification,
                images: try feed.exports.publishing, comments: try comments.exports.publishing,
                random: try infrastructure.cryptography.random, log: try infrastructure.log))
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
