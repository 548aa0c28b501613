import AccountsServiceAPI
import AccountsServiceTesting
import CoreModels
import FoundationEssentials
import HTTPTypes
import KernelTesting
import MailAPI
import MailTesting
import SQLStoreAPI
import SecondFactorContract
import SecondFactorService
import SessionsServiceAPI
import SessionsServiceTesting
import Testing

/// Accounts that somebody makes with an address that may be another person's.
extension FactorUseTests {
    private static let authenticator = "/auth/factors/authenticator"
    private static let confirmation = "/auth/factors/authenticator/confirmation"

    private func tell(_ event: AccountEvent) async throws {
        try await accounts.database.write { [accountObservers] db in
            for observer in accountObservers { try observer.record(event, in: db) }
        }
    }

    private func isOn() async throws -> Bool {
        try WireCoding.decoder().decode(
            SecondFactorContract.Factors.self, from: try await send(.get, "/auth/factors").body
        ).authenticatorSince != nil
    }

    @Test(
        "Who hasn't proved the address can't keep its owner out by a factor", .requirement("MFA-01", "MFA-05"))
    func aFactorTakesAProvedAddress() async throws {
        let mallory = try await accounts.accounts.createAccount(
            name: "Mallory", email: try #require(EmailAddress("victim@example.com")),
            password: Secret("four green pots"))
        let token = try await accounts.server.issuing.issueSession(for: mallory, on: SessionClient()).grant.accessToken
            .withText { $0 ?? "" }
        for (path, body) in [(Self.authenticator, ""), (Self.confirmation, #"{"code":"000000"}"#)] {
            let reply = try await send(.post, path, body, by: token)
            #expect(reply.status == .forbidden && reply.code == "email_not_verified", "\(path)")
        }
        try await accounts.verification.markVerified(mallory.id, email: mallory.email)
        #expect(try await send(.post, Self.authenticator, by: token).status == .created)
    }

    @Test(
        "A factor of before the address was proved goes once its reader proves it, and is told of",
        .requirement("MFA-01", "MFA-05"))
    func aFactorOfAStrangerGoes() async throws {
        let code = Secret(try #require(try await turnOn().codes.first))
        try await tell(.verified(user, by: .reader))
        #expect(try await !isOn())
        #expect(try await used(code) == 0)
        #expect(mail.messages.map(\.template.name) == ["second-factor-on", "second-factor-of-stranger"])
        #expect(mail.messages.last?.recipient == user.email)
        let told = try await accounts.database.read { db in
            try db.values(
                "SELECT detail FROM security_events WHERE kind = 'way_in_changed' ORDER BY id", as: String.self)
        }
        #expect(told == ["second_factor added", "second_factor removed"])
        // Whoever has it back may turn it on, and it stays.
        _ = try await turnOn()
        try await tell(.passwordReplaced(user))
        #expect(try await isOn())
    }

    @Test(.requirement("MFA-01", "MFA-05")) func aFactorStaysWhenItsOwnerProvesTheAddress() async throws {
        _ = try await turnOn()
        try await tell(.verified(user, by: .member))
        #expect(try await isOn())
        #expect(mail.messages.map(\.template.name) == ["second-factor-on"])
    }

    @Test(.requirement("MFA-01", "MFA-05")) func whatAStrangerOnlyBeganGoesInSilence() async throws {
        #expect(try await send(.post, Self.authenticator).status == .created)
        try await tell(.verified(user, by: .reader))
        #expect(try await send(.post, Self.confirmation, #"{"code":"AAAAA-AAAAA"}"#).code == "no_factor")
        #expect(mail.messages.isEmpty)
    }
}
