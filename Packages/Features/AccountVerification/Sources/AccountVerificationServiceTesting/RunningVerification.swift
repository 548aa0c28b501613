public import AccountVerificationAPI
import AccountVerificationService
import AccountsServiceAPI
public import AccountsServiceTesting
public import CoreModels
import DeferredWorkAPI
import DeferredWorkTesting
import FoundationEssentials
public import HTTPServingAPI
public import KernelTesting
import Locking
import MailAPI
public import MailTesting
public import MailedProofsServiceAPI
import MailedProofsServiceTesting
import PluginKit
public import RegistrationServiceAPI
public import SQLStoreAPI
import SessionsServiceAPI
import SessionsServiceTesting
public import TelemetryTesting

/// The real confirming of addresses, with real accounts and sessions over a
/// real database; the mail goes to a spy.
public struct RunningVerification: Sendable {
    /// The people.
    public let accounts: RunningAccounts
    /// The messages.
    public let mail: MailSpy
    /// What mails links and codes, for proofs of other kinds.
    public let proofs: any MailedProving
    /// What was logged.
    public let log = LogSpy()
    /// What confirming and the accounts answer.
    public let routes: [Route]
    /// Proves the addresses of those who come with a message.
    public let proving: any AddressProving
    /// Those who hear of attempts to register an address twice.
    public let registrationObservers: [any RegistrationObserving]

    /// What happened to accounts.
    public let events = AccountObserverSpy()

    /// What everybody's password is who registered here.
    public static let password = "correct horse"

    /// The server's time of day.
    public var date: ManualDate { accounts.date }

    /// Creates a server without people.
    ///
    /// - Parameters:
    ///   - mail: Gets the messages.
    ///   - codeLifetime: For how long a code counts.
    ///   - wrap: Puts something before the database in which the codes are.
    public init(
        mail: MailSpy = MailSpy(), codeLifetime: Duration = .seconds(600),
        wrap: (any SQLDatabase) -> any SQLDatabase = { $0 }
    ) async throws {
        self.mail = mail
        let relay = AccountObserverRelay()
        accounts = try await RunningAccounts(
            others: RunningProofs.migrations + AccountVerificationMigrations.all, observers: [relay, events])
        let database = wrap(accounts.database)
        let kinds = Locked<[MailedProofKind]>([])
        let running = try RunningProofs(
            database: database, mail: mail, kinds: { kinds.current }, date: accounts.date)
        proofs = running.proofs
        var host = PluginHost()
        let verification = try host.install(AccountVerificationServicePlugin.self) { [accounts, log] scope in
            .init(
                database: database, proofs: running.proofs, accounts: accounts.accounts,
                passwords: accounts.passwords, verification: accounts.verification,
                sessions: accounts.server.authentication,
                work: ImmediateWork(scope.collector(of: DeferredWorkHandlers.self)), codeLifetime: codeLifetime,
                address: { "https://essential.example/base" }, log: log.logger)
        }
        let composition = try host.composed()
        kinds.withLock { $0 = composition.values(of: MailedProofKinds.self) }
        try await running.start()
        relay.relay(to: composition.values(of: AccountObservers.self))
        proving = try composition[verification].proving
        registrationObservers = composition.values(of: RegistrationObservers.self)
        routes = accounts.routes + composition.values(of: HTTPRoutes.self)
    }

    /// Makes an account, as registering does, and logs it in.
    ///
    /// - Returns: The person and an access token.
    public func register(
        _ email: String = "ada@example.com", name: String = "Ada"
    ) async throws -> (user: User, token: Secret) {
        guard let address = EmailAddress(email) else { preconditionFailure("\(email) is no address") }
        let user = try await accounts.accounts.createAccount(
            name: name, email: address, password: Secret(Self.password))
        return (user, try await accounts.server.issuing.issueSession(for: user, on: SessionClient()).grant.accessToken)
    }

    /// The code in the newest message to an address; nil if there is none.
    public func lastCode(to email: String = "ada@example.com") -> String? {
        lastMessage(to: email)?.values["code"]
    }

    /// The token of the link in the newest message to an address; nil if there
    /// is none.
    public func lastToken(to email: String = "ada@example.com") -> String? {
        lastMessage(to: email)?.values["url"]?.split(separator: "?token=").last.map(String.init)
    }

    private func lastMessage(to email: String) -> MailMessage? {
        mail.messages.last { $0.recipient.description == email }
    }
}
