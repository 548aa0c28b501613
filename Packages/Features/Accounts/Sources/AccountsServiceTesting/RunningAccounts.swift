import AccountsService
public import AccountsServiceAPI
public import CryptographyAPI
import CryptographyTesting
public import HTTPServingAPI
public import KernelTesting
import PluginKit
public import SQLStoreAPI
public import SQLStoreTesting
public import ServerKeysAPI
import ServerKeysTesting
public import SessionsServiceAPI
public import SessionsServiceTesting
import TelemetryAPI

/// The real accounts and sessions of a server, over a real database in a new
/// file, at a time that a test chooses.
public struct RunningAccounts: Sendable {
    /// Makes and reads accounts.
    public let accounts:
        any AccountCreating & AccountReading & AccountReadingInTransaction & AccountNaming & PreparedAccountCreating
            & VouchedAccountCreating & DeletionPostponing
    /// Checks passwords and replaces them.
    public let passwords: any PasswordAuthenticating & PasswordReplacing & WayInCounting
    /// Records proofs of addresses.
    public let verification: any AccountVerifying & AddressProofRecording
    /// Gives accounts other addresses.
    public let addresses: any AddressReplacing
    /// The sessions beside them.
    public let server: RunningSessions
    /// What both answer.
    public let routes: [Route]

    /// The database.
    public var database: any SQLDatabase { server.database }
    /// The server's time of day.
    public var date: ManualDate { server.date }

    /// Creates accounts.
    ///
    /// - Parameters:
    ///   - store: The database of an earlier run; nil for a new one.
    ///   - others: The tables of further features, in a new database.
    ///   - cryptography: The real one if left out, except that passwords are
    ///     hashed at no cost.
    ///   - serverKeys: Gives the pepper.
    ///   - passwordCost: What a hash costs.
    ///   - observers: Take part in what happens.
    ///   - sessionObservers: Take part in what happens to sessions.
    ///   - keepers: Keep addresses back.
    ///   - states: Know what may keep people out.
    ///   - askers: Ask for second factors.
    ///   - date: The server's time of day.
    public init(
        store: TemporaryDatabase? = nil, others: [Migration] = [], cryptography: Cryptography? = nil,
        serverKeys: (any ServerKeyProviding)? = nil, passwordCost: ScryptCost = .standard,
        observers: [any AccountObserving] = [], sessionObservers: [any SessionObserving] = [],
        keepers: @escaping @Sendable () -> [any AddressKeeping] = { [] }, states: [any AccountStateKnowing] = [],
        askers: [any SecondFactorAsking] = [], date: ManualDate = ManualDate()
    ) async throws {
        var quick = try Cryptography.real()
        quick.passwords = InsecurePasswordHashingMaking()
        let cryptography = cryptography ?? quick
        let server = try await RunningSessions(
            store: store, others: AccountsMigrations.all + others, serverKeys: serverKeys, cryptography: cryptography,
            observers: sessionObservers, states: states, askers: askers, date: date)
        var host = PluginHost()
        let plugin = try host.install(
            AccountsServicePlugin.self,
            .init(
                database: server.database, cryptography: cryptography,
                serverKeys: serverKeys ?? InMemoryServerKeys(), authentication: server.authentication,
                subjects: server.subjects, passwordCost: passwordCost, observers: { observers },
                keepers: keepers, logger: .disabled, now: date.now))
        let composition = try host.composed()
        let exports = try composition[plugin]
        accounts = exports.accounts
        passwords = exports.passwords
        verification = exports.verification
        addresses = exports.addresses
        routes = server.routes + composition.values(of: HTTPRoutes.self)
        self.server = server
    }
}
