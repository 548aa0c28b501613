import AccountsServiceAPI
import AccountsServiceTesting
import CoreModels
import CryptographyTesting
import HTTPTypes
import KernelTesting
import SessionsServiceTesting
import Testing

/// A server that tells nobody which addresses have an account: whoever makes one with a
/// password of their own must not learn by it whether nobody had the address.
struct HiddenAccountTests {
    @Test(.requirement("D2", "REG-18", "LOGIN-10"), arguments: [true, false])
    func aPasswordOpensNothingBeforeTheAddressIsProved(allowsUnverified: Bool) async throws {
        let server = try await LoginServer(allowsUnverified: allowsUnverified, hidesUnproved: true)
        try await server.register("mine@example.com")
        try await server.register("hers@example.com", isVerified: true)
        var answers: [LoginServer.Answer] = [], work: [Int] = []
        for (email, password) in [
            ("mine@example.com", LoginServer.password), ("hers@example.com", "strangers own words"),
            ("nobody@example.com", LoginServer.password),
        ] {
            let before = server.hashing.calls.count
            answers.append(try await server.logIn(email, password: password))
            work.append(server.hashing.calls.count - before)
        }
        #expect(answers.allSatisfy { $0.status == .unauthorized && $0.body == answers[0].body })
        #expect(answers.allSatisfy { $0.fields == answers[0].fields })
        #expect(Set(work) == [work[0]] && work[0] > 0)
        #expect(server.logins("invalid_credentials") == 3)
        #expect(try await server.sessionCount() == 0)
        #expect(try await server.logIn("hers@example.com").status == .ok)
    }

    @Test(.requirement("D2", "D6")) func itCountsAsAWrongOne() async throws {
        let server = try await LoginServer(hidesUnproved: true), user = try await server.register()
        for _ in 0..<5 { #expect(try await server.logIn().status == .unauthorized) }
        #expect(try await server.logIn().status == .tooManyRequests)
        _ = try await server.accounts.verification.markVerified(user.id, email: user.email)
        server.accounts.date.advance(by: .seconds(901))
        #expect(try await server.logIn().status == .ok)
    }
}
