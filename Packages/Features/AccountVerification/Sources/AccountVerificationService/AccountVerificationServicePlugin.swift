public import AccountVerificationAPI
public import AccountsServiceAPI
public import ConfigurationAPI
public import DeferredWorkAPI
import HTTPServingAPI
import HTTPTypes
import Localization
public import MailAPI
public import MailedProofsServiceAPI
public import PluginKit
public import Presenting
import RegistrationServiceAPI
public import SQLStoreAPI
import ServerKeysAPI
public import SessionsServiceAPI
public import TelemetryAPI

/// Installs the server side of confirming addresses.
public enum AccountVerificationServicePlugin: Plugin {
    /// What confirming needs.
    public struct Dependencies: Sendable {
        /// Holds the changes of accounts and the proofs.
        public let database: any SQLDatabase
        /// Mails links and codes, and checks them.
        public let proofs: any MailedProving
        /// Reads accounts.
        public let accounts: any AccountReading
        /// Checks the passwords of those who confirm in a browser.
        public let passwords: any PasswordAuthenticating
        /// Marks accounts as verified.
        public let verification: any AddressProofRecording
        /// Tells who asks.
        public let sessions: any RequestAuthenticating
        /// Sends further messages after the answer.
        public let work: any WorkDeferring
        /// What people can do, from `OfferedSteps`: texts name no other way.
        public let offered: @Sendable () -> [NextStep]
        /// Where letters lead people.
        public let ways: LetterWays
        /// For how long a link counts.
        public let configuration: Configuration
        /// For how long a code counts.
        public let codeLifetime: Duration
        /// The address of this server, for links.
        public let address: @Sendable () -> String
        /// Hears of confirmations and failures.
        public let log: Logger

        /// Creates the dependencies; a code counts for 10 minutes (ASVS 6.5.5).
        public init(
            database: any SQLDatabase, proofs: any MailedProving, accounts: any AccountReading,
            passwords: any PasswordAuthenticating, verification: any AddressProofRecording,
            sessions: any RequestAuthenticating, work: any WorkDeferring,
            offered: @escaping @Sendable () -> [NextStep] = { [.recover] },
            ways: LetterWays = LetterWays(), configuration: Configuration = .defaults,
            codeLifetime: Duration = .seconds(600),
            address: @escaping @Sendable () -> String, log: Logger
        ) {
            self.database = database
            self.proofs = proofs
            self.accounts = accounts
            self.passwords = passwords
            self.verification = verification
            self.sessions = sessions
            self.work = work
            self.offered = offered
            self.ways = ways
            self.configuration = configuration
            self.codeLifetime = codeLifetime
            self.address = address
            self.log = log
        }
    }

    /// What confirming offers in process.
    public struct Exports: Sendable {
        /// Proves the addresses of those who come with a message.
        public let proving: any AddressProving
    }

    /// The name `account-verification`.
    public static let manifest = PluginManifest(
        id: "account-verification",
        summary: LocalizedText(en: "Confirming email addresses", es: "Confirmación de direcciones de correo"))

    /// For how long a link counts.
    public static let declarations = Contributions(VerificationSettings.section, to: ConfigurationSections.self)
        .and(migrations: AccountVerificationMigrations.all)

    /// Builds confirming.
    public static func assemble(_ dependencies: Dependencies) -> Assembly<Exports> {
        let log = dependencies.log.labelled("verification")
        let kind = MailedProofKind(
            "account-verification", codeKey: .verificationCodes,
            linkLifetime: dependencies.configuration[VerificationSettings.linkLifetime],
            codeLifetime: dependencies.codeLifetime)
        let mail = VerificationMail(
            kind: kind, proofs: dependencies.proofs, database: dependencies.database, address: dependencies.address,
            offered: dependencies.offered, ways: dependencies.ways, log: log)
        let another = VerificationResend(mail: mail, work: dependencies.work, log: log)
        let proof = AddressProof(
            kind: kind, proofs: dependencies.proofs, database: dependencies.database, accounts: dependencies.accounts,
            verification: dependencies.verification, passwords: dependencies.passwords, log: log)
        let routes = AccountVerificationRoutes(
            proof: proof, another: another, accounts: dependencies.accounts, sessions: dependencies.sessions)
        var contributions = Contributions()
        for route in routes.all { contributions.add(route, to: HTTPRoutes.self) }
        contributions.add(kind, to: MailedProofKinds.self)
        contributions.add(
            .verification, .addressTried(offering: [.recover]), .keptAddressTried, to: MailTemplates.self)
        contributions.add(.verify, to: OfferedSteps.self)
        contributions.add(mail, to: AccountObservers.self)
        contributions.add(
            VerificationWishes(mail: mail, accounts: dependencies.accounts), to: DeferredWorkHandlers.self)
        contributions.add(mail, to: RegistrationObservers.self)
        return Assembly(
            exports: Exports(proving: PageProof(proof: proof, another: another)), contributions: contributions)
    }
}

extension ServerKeyPurpose {
    /// Keys the digests of codes.
    fileprivate static let verificationCodes = ServerKeyPurpose("account-verification.codes.1")
}
