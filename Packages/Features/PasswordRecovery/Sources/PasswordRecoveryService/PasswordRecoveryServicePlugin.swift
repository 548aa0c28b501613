public import AccountsServiceAPI
public import CaptchaServiceAPI
public import ConfigurationAPI
public import CryptographyAPI
public import DeferredWorkAPI
public import FoundationEssentials
import HTTPServingAPI
import HTTPTypes
import Localization
public import LoginServiceAPI
public import MailAPI
public import MailedProofsServiceAPI
public import PasswordQuality
public import PasswordRecoveryAPI
public import PluginKit
import Presenting
public import RateLimitingAPI
public import SQLStoreAPI
public import SecurityMetricsServiceAPI
public import ServerKeysAPI
public import TelemetryAPI

/// Installs the server side of recovering passwords.
public enum PasswordRecoveryServicePlugin: Plugin {
    /// What recovering needs.
    public struct Dependencies: Sendable {
        /// Holds the accounts and the proofs.
        public let database: any SQLDatabase
        /// Mails links and codes, and checks them.
        public let proofs: any MailedProving
        /// Reads accounts.
        public let accounts: any AccountReading
        /// Replaces passwords, and tells whether one is that of an account.
        public let passwords: any PasswordReplacing & PasswordAuthenticating
        /// Records that who followed a link reads the mail of the address.
        public let verification: any AddressProofRecording
        /// Which passwords can be chosen.
        public let rules: PasswordRules
        /// Ends locks.
        public let lockout: any LockoutClearing
        /// Sends messages after the answer.
        public let work: any WorkDeferring
        /// Asks those for an answer who want many messages; nil for nobody.
        public let captcha: (any CaptchaVerifying)?
        /// Counts what was asked for.
        public let limiters: any RateLimiterMaking
        /// Makes the names under which it is counted.
        public let authentication: any MessageAuthenticating
        /// Gives the key of these names.
        public let serverKeys: any ServerKeyProviding
        /// Tells people that their password was changed.
        public let mail: any MailSending
        /// Where letters lead people.
        public let ways: LetterWays
        /// The audit trail, from `AuditRecorders`.
        public let audit: @Sendable () -> [any AuditRecording]
        /// For how long links and codes count, and how many messages in an hour
        /// may be asked for without a CAPTCHA.
        public let configuration: Configuration
        /// The address of this server, for links.
        public let address: @Sendable () -> String
        /// Counts resets and what was wrong with those that failed.
        public let metrics: any MetricsRegistry
        /// Hears of requests, resets and failures.
        public let log: Logger
        /// The present time.
        public let now: @Sendable () -> Date

        /// Creates the dependencies; a link counts for 30 minutes (RECOV-11), a
        /// code for 10 (ASVS 6.5.5).
        public init(
            database: any SQLDatabase, proofs: any MailedProving, accounts: any AccountReading,
            passwords: any PasswordReplacing & PasswordAuthenticating, verification: any AddressProofRecording,
            rules: PasswordRules = PasswordRules(), lockout: any LockoutClearing, work: any WorkDeferring,
            captcha: (any CaptchaVerifying)? = nil, limiters: any RateLimiterMaking,
            authentication: any MessageAuthenticating, serverKeys: any ServerKeyProviding, mail: any MailSending,
            ways: LetterWays = LetterWays(), audit: @escaping @Sendable () -> [any AuditRecording] = { [] },
            configuration: Configuration = .defaults, address: @escaping @Sendable () -> String,
            metrics: any MetricsRegistry, log: Logger,
            now: @escaping @Sendable () -> Date
        ) {
            self.database = database
            self.proofs = proofs
            self.accounts = accounts
            self.passwords = passwords
            self.verification = verification
            self.rules = rules
            self.lockout = lockout
            self.work = work
            self.captcha = captcha
            self.limiters = limiters
            self.authentication = authentication
            self.serverKeys = serverKeys
            self.mail = mail
            self.ways = ways
            self.audit = audit
            self.configuration = configuration
            self.address = address
            self.metrics = metrics
            self.log = log
            self.now = now
        }
    }

    /// What recovering offers in process.
    public struct Exports: Sendable {
        /// Gives another password to those who come with a message.
        public let resetting: any PasswordResetting
    }

    /// The name `password-recovery`.
    public static let manifest = PluginManifest(
        id: "password-recovery",
        summary: LocalizedText(en: "Recovering passwords", es: "Recuperación de contraseñas"))

    /// Links, codes and the CAPTCHA, and what the audit trail has of it.
    public static let declarations = {
        var declared = Contributions(RecoverySettings.section, to: ConfigurationSections.self)
        declared.add(.passwordRecovered, to: AuditKinds.self)
        return declared
    }()

    /// Builds recovering.
    public static func assemble(_ dependencies: Dependencies) throws -> Assembly<Exports> {
        let log = dependencies.log.labelled("recovery")
        let kind = MailedProofKind(
            "password-recovery", codeKey: ServerKeyPurpose("password-recovery.codes.1"),
            linkLifetime: dependencies.configuration[RecoverySettings.linkLifetime],
            codeLifetime: dependencies.configuration[RecoverySettings.codeLifetime])
        let mail = RecoveryMail(
            kind: kind, proofs: dependencies.proofs, work: dependencies.work, captcha: captcha(dependencies), log: log)
        let wishes = RecoveryWishes(
            kind: kind, proofs: dependencies.proofs, database: dependencies.database, accounts: dependencies.accounts,
            address: dependencies.address, log: log)
        let results = try dependencies.metrics.counter(
            "essentiald_password_resets_total",
            help: "Attempts to set another password with a mailed proof, by their result.",
            labels: ["result"])
        let reset = PasswordReset(
            kind: kind, proofs: dependencies.proofs, database: dependencies.database, accounts: dependencies.accounts,
            passwords: dependencies.passwords, verification: dependencies.verification, rules: dependencies.rules,
            lockout: dependencies.lockout, mail: dependencies.mail, ways: dependencies.ways,
            audit: dependencies.audit, now: dependencies.now,
            results: results,
            log: log)
        var contributions = Contributions()
        contributions.add(kind, to: MailedProofKinds.self)
        contributions.add(.recover, to: OfferedSteps.self)
        contributions.add(.passwordReset, .passwordChanged, to: MailTemplates.self)
        contributions.add(wishes, to: DeferredWorkHandlers.self)
        contributions.add(RecoveryVoiding(kind: kind, proofs: dependencies.proofs), to: AccountObservers.self)
        for route in RecoveryRoutes(mail: mail, passwordReset: reset).all {
            contributions.add(route, to: HTTPRoutes.self)
        }
        return Assembly(
            exports: Exports(resetting: PageReset(mail: mail, passwordReset: reset)), contributions: contributions)
    }

    private static func captcha(_ dependencies: Dependencies) -> RecoveryCaptcha? {
        let free = dependencies.configuration[RecoverySettings.captchaAfter]
        guard let captcha = dependencies.captcha, free > 0 else { return nil }
        return RecoveryCaptcha(
            free: free, verifying: captcha, limiters: dependencies.limiters,
            authentication: dependencies.authentication, serverKeys: dependencies.serverKeys)
    }
}
