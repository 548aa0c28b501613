import AccountsServiceTesting
import CoreModels
import FoundationEssentials
import HTTPTypes
import KernelTesting
import SQLStoreTesting
import SessionsServiceTesting
import TelemetryTesting
import Testing

struct LoggingOutTests {
    @Test(.requirement("LOGIN-15", "LOGOUT-02")) func endsTheSessionAndItsTokensAtOnce() async throws {
        let server = try await LoginServer()
        try await server.register()
        let granted = try await server.logIn().granted
        let other = try await server.logIn().granted
        let refresh = granted.token.refreshToken.withText { $0 ?? "" }
        let answer = try await server.post("/auth/logout", #"{"refresh_token":"\#(refresh)"}"#)
        #expect(answer.status == .noContent)
        #expect(answer.body.isEmpty)
        #expect(await server.accepts(granted.token.accessToken) == false)
        #expect(await server.accepts(other.token.accessToken), "other devices stay logged in")
        #expect(try await server.sessionCount() == 1)
    }

    @Test(arguments: ["unknown", "", String(repeating: "x", count: 10_000)])
    func anUnknownTokenGetsTheSameAnswer(token: String) async throws {
        let server = try await LoginServer()
        try await server.register()
        let granted = try await server.logIn().granted
        let unknown = try await server.post("/auth/logout", #"{"refresh_token":"\#(token)"}"#)
        let refresh = granted.token.refreshToken.withText { $0 ?? "" }
        let known = try await server.post("/auth/logout", #"{"refresh_token":"\#(refresh)"}"#)
        let again = try await server.post("/auth/logout", #"{"refresh_token":"\#(refresh)"}"#)
        #expect(unknown == known && known == again)
        #expect(unknown.status == .noContent)
        #expect(server.log.messages == ["logged in", "logged out"], "only an end is one")
    }

    @Test func anAccessTokenEndsNothing() async throws {
        let server = try await LoginServer()
        try await server.register()
        let granted = try await server.logIn().granted
        let access = granted.token.accessToken.withText { $0 ?? "" }
        #expect(try await server.post("/auth/logout", #"{"refresh_token":"\#(access)"}"#).status == .noContent)
        #expect(await server.accepts(granted.token.accessToken))
    }

    @Test func aDatabaseThatFailsSaysSoAndIsNoLogin() async throws {
        let server = try await LoginServer()
        await server.accounts.server.store.close()
        let answer = try await server.post("/auth/logout", #"{"refresh_token":"rt"}"#)
        #expect(answer.status == .serviceUnavailable)
        #expect(answer.fields[.retryAfter] == "5")
        #expect(server.logins("unavailable") == nil)
    }
}
