import AccountsServiceAPI
import AccountsServiceTesting
import CoreModels
import CryptographyAPI
import CryptographyTesting
import DeferredWorkAPI
import DeferredWorkTesting
import FoundationEssentials
import HTTPServingAPI
import HTTPServingRouting
import HTTPServingTesting
import HTTPTypes
import Locking
import LoginServiceAPI
import PluginKit
import Presenting
import RegistrationService
import RegistrationServiceAPI
import SQLStoreAPI
import SessionsServiceAPI
import SessionsServiceTesting
import TelemetryAPI
import TelemetryTesting

/// The route of making accounts, over the real accounts and sessions of a
/// server in a new database.
struct RegistrationServer {
    static let password = "correct horse battery"

    let accounts: RunningAccounts
    let hashing = InsecurePasswordHashing()
    let owners = RegistrationObserverSpy()
    let events = AccountObserverSpy()
    let log = LogSpy()
    let metrics = InMemoryMetrics()
    let observer = RequestObserverSpy()
    private let router: Router

    /// Creates a server.
    ///
    /// - Parameters:
    ///   - isProofRequired: Whether nobody gets in before the address is proved.
    ///   - readsFail: Whether accounts can be made, but not looked up.
    ///   - keepers: Keep addresses for accounts.
    ///   - realHashes: Whether passwords are hashed as in earnest.
    init(
        _ policy: RegistrationPolicy = RegistrationPolicy(), offering steps: [NextStep] = [.recover, .verify],
        isProofRequired: Bool = false, readsFail: Bool = false, realHashes: Bool = false,
        keepers: [any AddressKeeping] = []
    ) async throws {
        var cryptography = try Cryptography.real()
        if !realHashes { cryptography.passwords = InsecurePasswordHashingMaking(hashing: hashing) }
        accounts = try await RunningAccounts(
            cryptography: cryptography, observers: [events],
            keepers: { keepers },
            states: isProofRequired ? [AccountStatesStub.proofRequired] : [])
        var host = PluginHost()
        try host.install(RegistrationServicePlugin.self) { [accounts, metrics, log, owners] scope in
            .init(
                accounts: readsFail ? UnreadableAccounts(accounts: accounts.accounts) : accounts.accounts,
                issuing: accounts.server.issuing, devices: DeviceRecognizingStub(),
                policy: policy, offered: { steps },
                work: ImmediateWork(scope.collector(of: DeferredWorkHandlers.self)),
                observers: { [owners] in [owners] }, metrics: metrics, log: log.logger)
        }
        router = try Router(routes: host.composed().values(of: HTTPRoutes.self), observer: observer)
    }

    func post(_ body: String, fields: HTTPFields = [:]) async throws -> Answer {
        try await send(.json(.post, "/auth/register", body, fields: fields))
    }

    func register(
        name: String = "Ada", email: String = "Ada@example.com", password: String = Self.password,
        language: String = "en", operation: UUID? = nil
    ) async throws -> Answer {
        let form = ["name": name, "email": email, "password": password]
        let body = String(decoding: try WireCoding.encoder().encode(form), as: UTF8.self)
        var request = ServerRequest.json(.post, "/auth/register", body, fields: [.acceptLanguage: language])
        request.operationID = operation
        return try await send(request)
    }

    func send(_ request: ServerRequest) async throws -> Answer {
        let response = await router.respond(to: request)
        return Answer(status: response.status, fields: response.fields, body: try await response.collectBody())
    }

    /// Whether an access token is taken for good.
    func accepts(_ token: Secret) async -> Bool {
        let request = ServerRequest.sample(fields: [.authorization: token.withText { "Bearer \($0 ?? "")" }])
        return (try? await accounts.server.authentication.requireSession(request)) != nil
    }

    func count(_ table: SQL) async throws -> Int? {
        try await accounts.database.read { db in try db.value(table, as: Int.self) }
    }

    func accountCount() async throws -> Int? { try await count("SELECT count(*) FROM accounts") }
    func deviceNames() async throws -> [String?] {
        try await accounts.database.read { db in try db.values("SELECT device FROM sessions", as: String?.self) }
    }

    func sessionCount() async throws -> Int? { try await count("SELECT count(*) FROM sessions") }

    func registrations(_ result: String) -> Double? {
        metrics.value(of: "essentiald_registrations_total", ["result": result])
    }

    /// What came back.
    struct Answer: Equatable {
        let status: HTTPStatus
        let fields: HTTPFields
        let body: Data

        var problem: ProblemDetails {
            get throws { try WireCoding.decoder().decode(ProblemDetails.self, from: body) }
        }

        /// What was made, as a client of another maker would read it.
        var created: Created {
            get throws { try WireCoding.decoder().decode(Created.self, from: body) }
        }

        /// Pointer and code of each field that was refused.
        var refusals: [[String]] {
            get throws { (try problem.errors ?? []).map { [$0.pointer, $0.code] } }
        }
    }

    struct Created: Decodable {
        let user: User
        let token: TokenGrant?
        let next: String
        let deviceToken: String?

        private enum CodingKeys: String, CodingKey {
            case user, token, next
            case deviceToken = "device_token"
        }
    }
}

/// Knows devices by the address.
struct DeviceRecognizingStub: DeviceRecognizing {
    func issueToken(for email: EmailAddress) async throws -> Secret { Secret("device of \(email.canonical)") }
    func issueToken(for password: PasswordVersion) async throws -> Secret { Secret("device of \(password.user)") }
}

/// Notes whose addresses were tried.
final class RegistrationObserverSpy: RegistrationObserving {
    private let recorded = Locked<[User]>([])

    private let recordedKept = Locked<[EmailAddress]>([])

    var told: [User] { recorded.current }
    /// The kept addresses that were tried.
    var kept: [EmailAddress] { recordedKept.current }

    func didTryToRegister(addressOf owner: User) async { recorded.withLock { $0.append(owner) } }
    func didTryToRegister(kept email: EmailAddress) async { recordedKept.withLock { $0.append(email) } }
}

/// Makes accounts and can't look them up.
private struct UnreadableAccounts: AccountCreating, AccountReading, PreparedAccountCreating {
    let accounts: any AccountCreating & PreparedAccountCreating

    func createAccount(
        as id: UserID?, name: String, email: EmailAddress, password: Secret, in language: String?
    ) async throws(AccountsError) -> User {
        try await accounts.createAccount(as: id, name: name, email: email, password: password, in: language)
    }

    func prepare(_ password: Secret) async throws(AccountsError) -> PreparedPassword {
        try await accounts.prepare(password)
    }

    func createAccount(
        as id: UserID, name: String, email: EmailAddress, password: PreparedPassword, in language: String?
    ) async throws(AccountsError) -> User {
        try await accounts.createAccount(as: id, name: name, email: email, password: password, in: language)
    }

    func account(_ id: UserID) async throws(AccountsError) -> User? { throw .unavailable(reason: "out of order") }

    func account(email: EmailAddress) async throws(AccountsError) -> User? {
        throw .unavailable(reason: "out of order")
    }

    func identifier(email: EmailAddress) async throws(AccountsError) -> UserID? {
        throw .unavailable(reason: "out of order")
    }
}
