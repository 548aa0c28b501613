import AccountsServiceAPI
import AccountsServiceTesting
import CoreModels
import FoundationEssentials
import HTTPServingAPI
import HTTPServingTesting
import HTTPTypes
import KernelTesting
import SessionsServiceAPI
import SessionsServiceTesting
import Testing

struct VerifyingTests {
    private let ada = EmailAddress("ada@example.com")!
    private let password = Secret("correct horse")

    @Test(.requirement("VERIFY-05")) func aProofCountsForAccountAndSessions() async throws {
        let spy = AccountObserverSpy()
        let server = try await RunningAccounts(observers: [spy])
        let user = try await server.accounts.createAccount(name: "Ada", email: ada, password: password)
        let issued = try await server.server.issuing.issueSession(for: user, on: SessionClient())
        let request = ServerRequest.sample(
            fields: [.authorization: issued.grant.accessToken.withText { "Bearer \($0 ?? "")" }])
        let authentication = server.server.authentication
        await #expect(throws: HTTPProblem.emailNotVerified) {
            try await authentication.requireVerifiedSession(request)
        }
        let verified = try await server.verification.markVerified(user.id, email: ada)
        #expect(verified.isVerified)
        #expect(try await server.accounts.account(user.id) == verified)
        #expect(try await authentication.requireVerifiedSession(request).userID == user.id)
        #expect(spy.recorded == [.created(user), .verified(verified, by: .reader)])
        #expect(spy.observed == spy.recorded)
    }

    @Test func aSecondProofChangesNothing() async throws {
        let spy = AccountObserverSpy()
        let server = try await RunningAccounts(observers: [spy])
        let user = try await server.accounts.createAccount(name: "Ada", email: ada, password: password)
        let first = try await server.verification.markVerified(user.id, email: ada)
        #expect(try await server.verification.markVerified(user.id, email: EmailAddress("ADA@example.com")!) == first)
        #expect(spy.observed.count == 2)
    }

    @Test func aProofOfAnotherAddressIsWorthNothing() async throws {
        let server = try await RunningAccounts()
        let user = try await server.accounts.createAccount(name: "Ada", email: ada, password: password)
        await #expect(throws: AccountsError.unknownAccount) {
            try await server.verification.markVerified(user.id, email: EmailAddress("eve@example.com")!)
        }
        await #expect(throws: AccountsError.unknownAccount) {
            try await server.verification.markVerified(UserID(UUID()), email: ada)
        }
        #expect(try await server.accounts.account(user.id)?.isVerified == false)
    }

    @Test func anObserverThatFailsUndoesTheProof() async throws {
        let spy = AccountObserverSpy()
        let server = try await RunningAccounts(observers: [spy])
        let user = try await server.accounts.createAccount(name: "Ada", email: ada, password: password)
        spy.refuse()
        await #expect(throws: AccountsError.self) {
            try await server.verification.markVerified(user.id, email: ada)
        }
        #expect(try await server.accounts.account(user.id)?.isVerified == false)
    }
}
