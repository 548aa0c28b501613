import AccountsServiceTesting
import CoreModels
import FoundationEssentials
import HTTPServingAPI
import KernelTesting
import Locking
import LoginServiceAPI
import SessionsServiceAPI
import SessionsServiceTesting
import Testing

/// Records what came to nothing.
final class RefusalSpy: LoginObserving {
    let events = Locked<[LoginEvent]>([])

    func observe(_ event: LoginEvent) async { events.withLock { $0.append(event) } }
}

/// Whoever has a stolen session and guesses the password leaves the same traces as at the login.
struct ConfirmingTests {
    @Test(.requirement("D6", "METRIC-01")) func wrongPasswordsOfSomebodyLoggedInAreTold() async throws {
        let server = try await LoginServer(), user = try await server.register(isVerified: true)
        let session = try await server.accounts.server.issuing.issueSession(for: user, on: SessionClient())
        let peer = try #require(IPAddress("192.0.2.7"))
        func confirm(_ password: String) async throws -> PasswordConfirmation {
            try await server.passwords.confirm(
                Secret(password), of: user, in: session.id, from: peer, with: "stolen/1.0")
        }
        _ = try await confirm(LoginServer.password)
        #expect(server.refusals.events.current.isEmpty)
        for _ in 0..<6 { _ = try await confirm("wrong") }
        let events = server.refusals.events.current
        #expect(events.count == 6 && events.map(\.isLocked) == [false, false, false, false, false, true])
        #expect(events.map(\.cause).first == "invalid_credentials" && events.last?.cause == "account_locked")
        #expect(events.allSatisfy { $0.claim == .account(user.id) && $0.session == session.id })
        #expect(events.allSatisfy { $0.client.address == peer && $0.client.userAgent == "stolen/1.0" })
    }
}
