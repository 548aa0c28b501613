import AccountsServiceAPI
import AccountsServiceTesting
import CoreModels
import FoundationEssentials
import HTTPServingAPI
import HTTPServingTesting
import HTTPTypes
import KernelTesting
import SQLStoreAPI
import SessionsServiceAPI
import SessionsServiceTesting
import Testing

struct ReplacingTests {
    private let ada = EmailAddress("ada@example.com")!
    private let old = Secret("correct horse"), new = Secret("staple battery ñ")
    private let server: RunningAccounts
    private let user: User

    init() async throws {
        server = try await RunningAccounts()
        user = try await server.accounts.createAccount(name: "Ada", email: ada, password: old)
    }

    private func session() async throws -> (id: SessionID, request: ServerRequest) {
        let issued = try await server.server.issuing.issueSession(for: user, on: SessionClient())
        let bearer = issued.grant.accessToken.withText { "Bearer \($0 ?? "")" }
        return (issued.id, ServerRequest.sample(fields: [.authorization: bearer]))
    }

    private func accepts(_ password: Secret) async throws -> Bool {
        try await server.passwords.authenticate(email: ada, password: password) != .rejected
    }

    @Test(.requirement("RECOV-06")) func anotherPasswordEndsAllSessionsButTheOneThatIsKept() async throws {
        let kept = try await session(), ended = try await session()
        let prepared = try await server.passwords.prepare(new)
        let replacement = try #require(
            try await server.database.write { db in
                try server.passwords.replacePassword(
                    of: user.id, at: ada, with: prepared, keeping: kept.id, in: db)
            })
        await server.passwords.announce(replacement)
        #expect(replacement.user == user && replacement.endedSessions == [ended.id])
        #expect(try await accepts(new))
        #expect(try await !accepts(old))
        let authentication = server.server.authentication
        #expect(try await authentication.requireSession(kept.request).sessionID == kept.id)
        await #expect(throws: HTTPProblem.self) { try await authentication.requireSession(ended.request) }
    }

    @Test func replacementsAreCountedPerAccount() async throws {
        func isReplaced(exactly count: Int, of id: UserID) async throws -> Bool {
            try await server.database.read { db in
                try server.passwords.isPasswordReplaced(exactly: count, of: id, in: db)
            }
        }
        #expect(try await isReplaced(exactly: 0, of: user.id))
        let prepared = try await server.passwords.prepare(new)
        _ = try await server.database.write { db in
            try server.passwords.replacePassword(of: user.id, at: ada, with: prepared, keeping: nil, in: db)
        }
        #expect(try await isReplaced(exactly: 1, of: user.id))
        #expect(try await !isReplaced(exactly: 0, of: user.id))
        #expect(try await !isReplaced(exactly: 0, of: UserID(UUID())), "no account, no password")
        let checked = try await server.passwords.authenticate(email: ada, password: new)
        #expect(checked == .accepted(user, replacements: 1), "the check brings it, without another read")
    }

    @Test func whatIsUndoneChangesNothing() async throws {
        struct Failure: Error {}
        let session = try await session(), prepared = try await server.passwords.prepare(new)
        await #expect(throws: Failure.self) {
            try await server.database.write { db in
                _ = try server.passwords.replacePassword(
                    of: user.id, at: ada, with: prepared, keeping: nil, in: db)
                throw Failure()
            }
        }
        #expect(try await accepts(old))
        #expect(try await server.server.authentication.requireSession(session.request).sessionID == session.id)
    }

    @Test func anotherAddressOrAccountHasNothingReplaced() async throws {
        let prepared = try await server.passwords.prepare(new), eve = try #require(EmailAddress("eve@example.com"))
        for (id, email) in [(user.id, eve), (UserID(UUID()), ada)] {
            let replacement = try await server.database.write { db in
                try server.passwords.replacePassword(of: id, at: email, with: prepared, keeping: nil, in: db)
            }
            #expect(replacement == nil)
        }
        #expect(try await accepts(old))
    }
}
