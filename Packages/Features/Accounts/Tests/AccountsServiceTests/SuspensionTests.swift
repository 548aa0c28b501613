import AccountsService
import AccountsServiceAPI
import AccountsServiceTesting
import CoreModels
import FoundationEssentials
import KernelTesting
import MailAPI
import MailTesting
import PluginKit
import SQLStoreAPI
import SQLStoreTesting
import SessionsServiceAPI
import SessionsServiceTesting
import Testing

/// What operators do to accounts, and what their people are written.
struct SuspensionTests {
    private let email = EmailAddress("ada@example.com")!
    private let server: RunningAccounts, mail = MailSpy()

    init() async throws {
        server = try await RunningAccounts()
    }

    private func sweep(_ keepers: [any AddressKeeping] = []) async throws {
        let letters = AccountLettersPlugin.assemble(.init(mail: mail, keepers: { keepers })).contributions
        let sweep = try #require(letters.values(of: Sweeps.self).first)
        try await server.database.write(sweep.body)
    }

    private func order<Value: Sendable>(
        _ body: @escaping @Sendable (AccountOrders, any SQLWriting) throws -> Value
    ) async throws -> Value {
        let orders = AccountOrders(followers: [], now: server.date.value)
        server.date.advance(by: .seconds(1))
        return try await server.database.write { db in try body(orders, db) }
    }

    @Test(.requirement("OPS-06", "L10N-01"), arguments: [nil, "Advertising {hello}"])
    func thePersonIsWrittenToOnceInBothLanguages(reason: String?) async throws {
        let user = try await server.accounts.createAccount(name: "Ada", email: email, password: Secret("secret words"))
        #expect(try await order { try $0.suspend(user, because: reason, in: $1) } == 0)
        #expect(try await order { try $0.suspend(user, because: nil, in: $1) } == nil)
        #expect(try await order { try $0.release(user, in: $1) })
        try await sweep()
        try await sweep()
        let texts = mail.messages.map(\.text)
        #expect(mail.messages.map(\.recipient) == [email, email] && texts.count == 2)
        #expect(texts[0].contains("suspended your account") && texts[0].contains("ha suspendido tu cuenta"))
        #expect(texts[0].contains("Nothing was") && texts[0].contains("write to whoever runs"))
        if let reason { #expect(texts[0].contains(reason), "as it was typed") }
        #expect(texts[1].contains("isn't suspended any more") && texts[1].contains("ya no está suspendida"))
    }

    /// A server that was down writes of what holds when it comes back, and of nothing that was taken back.
    @Test(.requirement("OPS-06")) func ordersThatWereTakenBackAreNotWrittenOf() async throws {
        let user = try await server.accounts.createAccount(name: "Ada", email: email, password: Secret("secret words"))
        let delete = { @Sendable (orders: AccountOrders, db: any SQLWriting) in
            _ = try orders.delete(user, because: nil, after: .seconds(86_400), in: db)
        }
        try await order(delete)
        _ = try await order { try $0.release(user, in: $1) }
        try await order(delete)
        try await sweep()
        #expect(mail.messages.count == 1 && mail.messages[0].text.contains("delete"), "the last one alone")
        _ = try await order { try $0.release(user, in: $1) }
        try await sweep()
        #expect(mail.messages.count == 2 && mail.messages[1].text.contains("isn't suspended any more"))
    }

    /// Whoever has the account may be a thief, and its owner reads at the address before.
    @Test(.requirement("OPS-06", "DATA-02")) func whoHadTheAddressBeforeIsWrittenToAsWell() async throws {
        let before = try #require(EmailAddress("owner@example.net"))
        let user = try await server.accounts.createAccount(name: "Ada", email: email, password: Secret("secret words"))
        let happened = server.date.value
        _ = try await order { try $0.suspend(user, because: nil, in: $1) }
        try await sweep([KeptUntil(email: before, end: happened.addingTimeInterval(1))])
        #expect(mail.messages.map(\.recipient) == [email, before] && mail.messages.last?.name == nil)
        _ = try await order { try $0.release(user, in: $1) }
        try await sweep([KeptUntil(email: before, end: happened.addingTimeInterval(1))])
        #expect(mail.messages.count == 3, "it is nobody's by now")
    }

    /// Setting a password releases nobody, nor does anything else that one does oneself.
    @Test(.requirement("OPS-06")) func anotherPasswordReleasesNobody() async throws {
        let user = try await server.accounts.createAccount(name: "Ada", email: email, password: Secret("secret words"))
        _ = try await order { try $0.suspend(user, because: "spam", in: $1) }
        let prepared = try await server.passwords.prepare(Secret("other words"))
        let (passwords, email) = (server.passwords, email)
        let replaced = try await server.database.write { db in
            try passwords.replacePassword(of: user.id, at: email, with: prepared, keeping: nil, in: db)
        }
        #expect(replaced != nil)
        try await server.verification.markVerified(user.id, email: email)
        let suspension = try await server.database.read { db in try AccountList.item(of: user, in: db).suspension }
        #expect(suspension == Suspension(since: user.createdAt, reason: "spam"))
    }

    @Test(.requirement("OPS-06")) func listsReadNoWholeTable() async throws {
        for filter in [AccountList.Filter(), .init(suspended: true), .init(unverified: true)] {
            for last in [nil, UserID(UUID())] {
                _ = try await server.database.read { db in try AccountList.page(after: last, limit: 3, filter, in: db) }
            }
        }
        #expect(try await server.server.store.wholeTableReads() == [])
    }
}

/// Keeps an address for everybody for some time.
private struct KeptUntil: AddressKeeping {
    let email: EmailAddress
    let end: Date

    var migrations: [Migration] { [] }

    func keeper(of address: AccountAddress, at now: Date, in transaction: any SQLReading) throws -> UserID? { nil }

    func keptAddress(for id: UserID, at now: Date, in transaction: any SQLReading) throws -> KeptAddress? {
        now < end ? KeptAddress(email, until: end) : nil
    }
}
