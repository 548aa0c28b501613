import AccountsServiceAPI
import CoreModels
import FoundationEssentials
import HTTPTypes
import KernelTesting
import MailAPI
import MailTesting
import PluginKit
import SQLStoreAPI
import ServerTesting
import Testing

/// A server at which somebody deletes their account.
struct DeletionStage {
    private let server: ComposedServer
    private let bench: DeletionBench

    init(folder: String, date: ManualDate = ManualDate()) throws {
        server = try ComposedServer(
            folder: folder, date: date,
            settings: [
                "limits.enabled": "false", "lockout.captcha_after": "0", "recovery.captcha_after": "0",
                "accounts.enumeration": "strict", "server.public_url": ComposedServer.address,
            ])
        bench = DeletionBench(
            person: FactorPerson(server: server, date: date), operators: try OperatorsDesk(of: server, at: date),
            date: date, database: server.database, sweeps: server.plugins.values(of: Sweeps.self),
            observers: server.plugins.values(of: AccountObservers.self))
    }

    func run(_ body: @escaping @Sendable (DeletionBench) async throws -> Void) async throws {
        let bench = bench
        try await server.run { try await body(bench) }
    }
}

/// What such a test has in its hands.
struct DeletionBench: Sendable {
    static let path = "/auth/me/deletion"

    let person: FactorPerson
    let operators: OperatorsDesk
    let date: ManualDate
    let database: any SQLDatabase
    let sweeps: [Sweep]
    let observers: [any AccountObserving]

    /// Registers and proves the address.
    func register(_ email: String = FactorPerson.email) async throws {
        _ = try await person.ask(
            .post, "/auth/register", ["name": "Cleo", "email": email, "password": FactorPerson.password])
        await operators.run("accounts", "verify", email)
    }

    /// Lets the account go that has been due for long enough.
    func finish() async throws {
        try await sweep()
        date.advance(by: .seconds(3_600))
        try await sweep()
    }

    func sweep(_ id: String = "account-deletion") async throws {
        let sweep = try #require(sweeps.first { $0.id == id })
        try await database.write(sweep.body)
    }

    /// Tells all who take part that something happened.
    func record(_ event: AccountEvent) async throws {
        try await database.write { [observers] db in
            for observer in observers { try observer.record(event, in: db) }
        }
    }

    /// Whether the account is there, and to be deleted.
    func isClosing() async -> Bool {
        await operators.run("accounts", "list", "--closing", "--json").contains(FactorPerson.email)
    }

    func isThere() async -> Bool {
        await operators.run("accounts", "list", "--json").contains(FactorPerson.email)
    }

    var letters: [String] {
        person.mail.messages.filter { $0.recipient.description == FactorPerson.email }.map(\.template.name)
    }
}
