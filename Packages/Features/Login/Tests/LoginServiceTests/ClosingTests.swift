import FoundationEssentials
import HTTPTypes
import KernelTesting
import SessionsServiceAPI
import SessionsServiceTesting
import Testing

/// Logging in to an account that is to be deleted.
struct ClosingTests {
    /// It may have been asked for before the deletion was.
    @Test(.requirement("DATA-04", "LOGIN-26")) func aLoginThatWaitedTakesNoDeletionBack() async throws {
        let server = try await LoginServer(states: [AccountStatesStub { _ in [.closing] }])
        try await server.register()
        let wrong = try await server.logIn(password: "wrong", hasWaited: true)
        #expect(try wrong.problem.code == "invalid_credentials", "only who knows the password learns of it")
        let waited = try await server.logIn(hasWaited: true)
        #expect(try waited.status == .forbidden && waited.problem.code == "account_closing")
        #expect(try await server.sessionCount() == 0)
        let told = try await server.logIn()
        #expect(told.status == .ok, "by hand it does")
        #expect(String(decoding: told.body, as: UTF8.self).contains(#""account_kept":true"#))
        let usual = try await LoginServer()
        try await usual.register()
        #expect(try await !String(decoding: usual.logIn().body, as: UTF8.self).contains("account_kept"))
    }
}
