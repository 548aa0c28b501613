import AccountsServiceAPI
import AccountsServiceTesting
import CoreModels
import HTTPTypes
import KernelTesting
import LoginServiceAPI
import SQLStoreAPI
import SessionsServiceTesting
import Testing

/// Addresses that look alike, each of which may have an account of its own.
struct LockoutSpellingTests {
    private static let victim = "josé@example.com", lookalike = "josÉ@example.com"

    @Test(.requirement("D6", "D24", "LOGIN-22", "RATE-13")) func whoeverLogsInWithALookalikeClearsNothing() async throws
    {
        let server = try await LoginServer()
        try await server.register(Self.victim)
        try await server.register(Self.lookalike)
        for _ in 0..<5 {
            #expect(try await server.logIn(Self.victim, password: "wrong").status == .unauthorized)
            #expect(try await server.logIn(Self.lookalike).status == .ok)
        }
        #expect(try await server.logIn(Self.victim).status == .tooManyRequests)
        try await server.lockouts.clearLockout(of: EmailAddress(Self.lookalike)!)
        #expect(try await server.logIn(Self.victim).status == .tooManyRequests)
        #expect(try await server.logIn(Self.lookalike).status == .ok, "nor locks its owner out")
        try await server.lockouts.clearLockout(of: EmailAddress("JOSé@example.com")!)
        #expect(try await server.logIn(Self.victim).status == .ok)
    }

    /// Those of before D24 are found in whichever case.
    @Test(.requirement("D6", "D24", "LOGIN-22")) func aSpellingThatFindsTheSameAccountBringsNoFurtherTries()
        async throws
    {
        let server = try await LoginServer(), user = try await server.register(Self.victim)
        try await server.accounts.database.write { db in
            try db.run("UPDATE accounts SET former_canonical_email = \(Self.victim) WHERE id = \(user.id)")
        }
        #expect(try await server.logIn(Self.lookalike).status == .ok)
        for spelling in [Self.victim, Self.lookalike, "JOSÉ@example.com", "JOSé@example.com", Self.victim] {
            #expect(try await server.logIn(spelling, password: "wrong").status == .unauthorized)
        }
        for spelling in [Self.victim, Self.lookalike] {
            #expect(try await server.logIn(spelling).status == .tooManyRequests)
        }
    }

    /// In strict mode nobody learns by a count whether there is an account.
    @Test(.requirement("D2", "D6")) func makingTheAccountBeginsNoCountAnew() async throws {
        let server = try await LoginServer()
        for _ in 0..<5 { #expect(try await server.logIn(Self.victim, password: "wrong").status == .unauthorized) }
        try await server.register(Self.victim)
        #expect(try await server.logIn(Self.victim).status == .tooManyRequests)
    }
}
