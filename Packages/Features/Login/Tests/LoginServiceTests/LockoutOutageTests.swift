import AccountsServiceTesting
import CoreModels
import HTTPTypes
import KernelTesting
import Locking
import LoginServiceAPI
import RateLimitingAPI
import RateLimitingTesting
import Testing

/// What a disk that is full for a while does to the count of wrong passwords (D6).
struct LockoutOutageTests {
    private static let full = RateLimitingError.unavailable(reason: "full")
    /// How often a login of a stranger to the server asks the counters, and a bit more.
    private static let steps = 0...6

    @Test(.requirement("D6", "LOGIN-09"), arguments: steps)
    func theRightPasswordIsNeverCountedAsAWrongOne(step: Int) async throws {
        let server = try await LoginServer()
        try await server.register()
        for _ in 0..<12 {
            server.limiters.fail(with: Self.full, after: step)
            let status = try await server.logIn().status
            #expect(status == .serviceUnavailable || status == .ok)
            server.limiters.fail(with: nil)
        }
        #expect(try await server.logIn().status == .ok)
    }

    @Test(.requirement("D6", "LOGIN-09"), arguments: [false, true])
    func whatFailedAfterTheAttemptWasCountedIsNone(isVerdict: Bool) async throws {
        let failing = Outage()
        let server = try await LoginServer(whenAccepted: { _, _ in
            failing.begin()
            if !isVerdict { throw Self.full }
        })
        failing.limiters.withLock { $0 = server.limiters }
        let user = try await server.register()
        let token = try await server.devices.issueToken(for: user.email)
        for device in [nil, token] {
            for _ in 0..<12 {
                #expect(try await server.logIn(deviceToken: device).status == .serviceUnavailable)
                server.limiters.fail(with: nil)
            }
            let wrong = try await server.logIn(password: "wrong", deviceToken: device)
            #expect(wrong.status == .unauthorized, "it isn't locked")
        }
    }

    /// Whoever has the database fail learns nothing and gains no try.
    @Test(.requirement("D6"), arguments: steps) func strangersGainNoTry(step: Int) async throws {
        let server = try await LoginServer()
        try await server.register()
        var verdicts = 0
        for _ in 0..<12 {
            server.limiters.fail(with: Self.full, after: step)
            if try await server.logIn(password: "wrong").status == .unauthorized { verdicts += 1 }
            server.limiters.fail(with: nil)
        }
        for _ in 0..<12 {
            if try await server.logIn(password: "wrong").status == .unauthorized { verdicts += 1 }
        }
        #expect(verdicts <= 5)
        #expect(try await server.logIn().status == .tooManyRequests)
    }
}

/// Has counters fail from some moment on.
private final class Outage: Sendable {
    let limiters = Locked<InMemoryRateLimiters?>(nil)

    func begin() { limiters.current?.fail(with: .unavailable(reason: "full")) }
}
