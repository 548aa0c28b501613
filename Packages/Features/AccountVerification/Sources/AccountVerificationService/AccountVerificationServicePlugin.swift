import AccountVerificationContract
public import AccountsServiceAPI
public import CryptographyAPI
public import FoundationEssentials
import HTTPServingAPI
import HTTPTypes
import Localization
public import MailAPI
public import PluginKit
import RateLimitingAPI
import RegistrationServiceAPI
public import SQLStoreAPI
public import ServerKeysAPI
public import SessionsServiceAPI
public import TelemetryAPI

/// Installs the server side of confirming addresses.
public enum AccountVerificationServicePlugin: Plugin {
    /// What confirming needs.
    public struct Dependencies: Sendable {
        /// Keeps the codes.
        public let database: any SQLDatabase
        /// Makes the codes and their digests.
        public let cryptography: Cryptography
        /// Gives the key of the digests.
        public let serverKeys: any ServerKeyProviding
        /// Reads accounts.
        public let accounts: any AccountReading
        /// Marks accounts as verified.
        public let verification: any AccountVerifying
        /// Tells who asks.
        public let sessions: any RequestAuthenticating
        /// Hands over the messages.
        public let mail: any MailSending
        /// For how long a code counts.
        public let codeLifetime: Duration
        /// Hears of confirmations and failures.
        public let log: Logger
        /// The present time.
        public let now: @Sendable () -> Date

        /// Creates the dependencies; a code counts for 10 minutes (ASVS 6.5.5).
        public init(
            database: any SQLDatabase, cryptography: Cryptography, serverKeys: any ServerKeyProviding,
            accounts: any AccountReading, verification: any AccountVerifying,
            sessions: any RequestAuthenticating, mail: any MailSending, codeLifetime: Duration = .seconds(600),
            log: Logger,
            now: @escaping @Sendable () -> Date = { Date() }
        ) {
            self.database = database
            self.cryptography = cryptography
            self.serverKeys = serverKeys
            self.accounts = accounts
            self.verification = verification
            self.sessions = sessions
            self.mail = mail
            self.codeLifetime = codeLifetime
            self.log = log
            self.now = now
        }
    }

    /// The name `account-verification`.
    public static let manifest = PluginManifest(
        id: "account-verification",
        summary: LocalizedText(en: "Confirming email addresses", es: "Confirmación de direcciones de correo"))

    /// Builds confirming.
    public static func assemble(_ dependencies: Dependencies) -> Assembly<Void> {
        let log = dependencies.log.labelled("verification")
        let key = VerificationKey(
            authentication: dependencies.cryptography.authentication, keys: dependencies.serverKeys)
        let codes = VerificationCodes(
            database: dependencies.database, cryptography: dependencies.cryptography, key: key,
            lifetime: dependencies.codeLifetime / .seconds(1),
            now: dependencies.now)
        let mail = VerificationMail(codes: codes, mail: dependencies.mail, log: log)
        let routes = AccountVerificationRoutes(
            codes: codes, mail: mail, accounts: dependencies.accounts, verification: dependencies.verification,
            sessions: dependencies.sessions, log: log)
        var contributions = Contributions()
        for route in routes.all { contributions.add(route, to: HTTPRoutes.self) }
        contributions.add(
            RateLimitedRoute(.post, AccountVerificationContract.path, name: "verification"), to: RateLimitedRoutes.self)
        contributions.add(
            RateLimitedRoute(.post, AccountVerificationContract.resendPath, name: "verification-resend"),
            to: RateLimitedRoutes.self)
        for migration in AccountVerificationMigrations.all { contributions.add(migration, to: Migrations.self) }
        contributions.add(mail, to: AccountObservers.self)
        contributions.add(mail, to: RegistrationObservers.self)
        return Assembly(services: [key], contributions: contributions)
    }
}
