import AccountsService
import AccountsServiceAPI
import AccountsServiceTesting
import CoreModels
import FoundationEssentials
import KernelTesting
import MailTesting
import PluginKit
import RateLimitingAPI
import SQLStoreAPI
import SessionsServiceTesting
import TelemetryAPI
import TelemetryTesting
import Testing

/// Which accounts go, and what is said of it.
struct DeletionSweepTests {
    private let log = LogSpy()

    private func deleteTwo(_ observer: any AccountObserving) async throws -> Int {
        let server = try await RunningAccounts(), now = server.date.value
        for email in ["ana@example.com", "ben@example.com"] {
            let email = try #require(EmailAddress(email))
            let user = try await server.accounts.createAccount(name: "A", email: email, password: Secret("four pots"))
            try await server.database.write { db in
                try db.run(
                    "UPDATE accounts SET deletion_asked_at = \(now), deletion_due_at = \(now) WHERE id = \(user.id)")
            }
        }
        let sweep = try sweep(of: server, observer)
        try await server.database.write(sweep.body)
        server.date.advance(by: .seconds(3_600))
        try await server.database.write(sweep.body)
        return try await count(in: server)
    }

    /// A suspension keeps an account, but for one of which whoever runs the server ordered that it goes.
    @Test(.requirement("OPS-06", "DATA-04"), arguments: [false, true])
    func whatWasOrderedIsDoneThoughTheAccountIsSuspended(isOrdered: Bool) async throws {
        let server = try await RunningAccounts(), email = try #require(EmailAddress("ana@example.com"))
        let user = try await server.accounts.createAccount(name: "A", email: email, password: Secret("four pots"))
        let orders = AccountOrders(followers: [], now: server.date.value), begun = server.date.value
        try await server.database.write { db in
            if isOrdered {
                _ = try orders.delete(user, because: nil, after: .seconds(7 * 86_400), in: db)
            } else {
                _ = try orders.suspend(user, because: nil, in: db)
                try db.run(
                    "UPDATE accounts SET deletion_asked_at = \(begun), deletion_due_at = \(begun) WHERE id = \(user.id)"
                )
            }
        }
        let sweep = try sweep(of: server, CountingObserver())
        for seconds in [7 * 86_400 - 1, 1, 3_599] {
            server.date.advance(by: .seconds(seconds))
            try await server.database.write(sweep.body)
            #expect(try await count(in: server) == 1)
        }
        server.date.advance(by: .seconds(1))
        try await server.database.write(sweep.body)
        #expect(try await count(in: server) == (isOrdered ? 0 : 1))
    }

    private func sweep(of server: RunningAccounts, _ observer: any AccountObserving) throws -> Sweep {
        let sessions = server.server
        let contributions = AccountDeletionPlugin.assemble(
            .init(
                database: server.database, sessions: sessions.authentication, subjects: sessions.subjects,
                events: sessions.events, observers: { [observer] }, attempts: ForgettingStub(), mail: MailSpy(),
                log: log.logger, now: server.date.now)
        ).contributions
        return try #require(contributions.values(of: Sweeps.self).first)
    }

    private func count(in server: RunningAccounts) async throws -> Int {
        try await server.database.read { db in try db.value("SELECT count(*) FROM accounts") ?? -1 }
    }

    /// Some engines begin a transaction anew to count the first one of a run.
    @Test(.requirement("DATA-05")) func whatIsBegunAnewIsNoFailure() async throws {
        #expect(try await deleteTwo(CountingObserver()) == 0)
        #expect(!log.messages.contains("could not delete an account"))
        #expect(log.messages.filter { $0 == "an account is deleted" }.count == 2)
    }

    @Test(.requirement("DATA-05")) func anAccountThatCannotBeDeletedHoldsUpNoOther() async throws {
        #expect(try await deleteTwo(RefusingObserver()) == 1)
        #expect(log.messages.contains("could not delete an account"))
    }
}

/// Takes note of events by numbers, as the audit trail does.
private struct CountingObserver: AccountObserving {
    func record(_ event: AccountEvent, in transaction: any SQLWriting) throws {
        _ = try transaction.nextNumber(
            of: SQLSeries("test.deletions", latest: "SELECT MAX(created_at) FROM accounts"))
    }

    func observe(_ event: AccountEvent) async {}
}

/// Keeps Ana.
private struct RefusingObserver: AccountObserving {
    struct Refusal: Error {}

    func record(_ event: AccountEvent, in transaction: any SQLWriting) throws {
        guard case .deleted(let user) = event, user.email.localPart == "ana" else { return }
        throw Refusal()
    }

    func observe(_ event: AccountEvent) async {}
}

private struct ForgettingStub: AttemptForgetting {
    func forget(_ identifier: String, in transaction: any SQLWriting) throws {}
}
