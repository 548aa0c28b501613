import AccountsServiceAPI
import AccountsServiceTesting
import CoreModels
import FoundationEssentials
import HTTPTypes
import KernelTesting
import LoginServiceAPI
import SQLStoreAPI
import SecondFactorContract
import SecondFactorService
import SessionsServiceAPI
import SessionsServiceTesting
import Testing

/// What the routes take, and from whom.
extension FactorUseTests {
    private static let authenticator = "/auth/factors/authenticator"
    private static let confirmation = "/auth/factors/authenticator/confirmation"
    private static let codes = "/auth/factors/recovery-codes"

    private func authenticate(_ password: String, _ code: String? = nil) async throws -> (HTTPStatus, String?) {
        let code = code.map { #","code":"\#($0)""# } ?? ""
        let reply = try await send(.post, "/auth/reauthentication", #"{"password":"\#(password)"\#(code)}"#)
        return (reply.status, reply.code)
    }

    private func factors() async throws -> SecondFactorContract.Factors {
        try WireCoding.decoder().decode(
            SecondFactorContract.Factors.self, from: try await send(.get, "/auth/factors").body)
    }

    private func expectRefusal(_ method: HTTPMethod, _ path: String, by token: String? = nil) async throws {
        let reply = try await send(method, path, by: token)
        #expect(reply.status == .unauthorized && reply.code == "insufficient_user_authentication", "\(method) \(path)")
    }

    @Test(.requirement("MFA-03")) func whatTakesAFactorAwayTakesBothOnceMore() async throws {
        let recovery = try #require(try await turnOn().codes.first)
        // A password alone isn't enough, however lately.
        let other = try await accounts.server.issuing.issueSession(for: user, on: SessionClient()).grant.accessToken
        try await expectRefusal(.delete, Self.authenticator, by: other.withText { $0 ?? "" })
        try await expectRefusal(.post, Self.codes, by: other.withText { $0 ?? "" })
        accounts.date.advance(by: .seconds(301))
        #expect(try await authenticate("four red pots", recovery) == (.unauthorized, "invalid_credentials"))
        #expect(try await authenticate("four green pots") == (.forbidden, "second_factor_required"))
        #expect(try await authenticate("four green pots", "AAAAA-AAAAA") == (.unauthorized, "wrong_code"))
        try await expectRefusal(.delete, Self.authenticator)
        try await expectRefusal(.post, Self.codes)
        #expect(try await factors().recoveryCodesLeft == 10)
        #expect(try await authenticate("four green pots", recovery) == (.noContent, nil))
        #expect(try await factors().recoveryCodesLeft == 9)
        #expect(try await send(.post, Self.codes).status == .ok)
        #expect(try await factors().recoveryCodesLeft == 10)
        #expect(try await send(.delete, Self.authenticator).status == .noContent)
        #expect(
            try await factors() == .init(authenticatorSince: nil, recoveryCodesLeft: 0, endsAt: nil, password: true))
    }

    @Test(.requirement("MFA-03")) func whoHasNoFactorProvesThePasswordAlone() async throws {
        accounts.date.advance(by: .seconds(301))
        try await expectRefusal(.post, Self.authenticator)
        #expect(try await send(.delete, Self.authenticator).status == .noContent)
        #expect(try await send(.post, Self.codes).code == "no_factor")
        #expect(try await authenticate("four red pots") == (.unauthorized, "invalid_credentials"))
        try await expectRefusal(.post, Self.authenticator)
        #expect(try await authenticate("four green pots") == (.noContent, nil))
        #expect(try await send(.post, Self.authenticator).status == .created)
    }

    @Test(.requirement("MFA-03", "D22")) func whoHasNoPasswordIsToldSoAndNothingIsCounted() async throws {
        let id = UserID(UUID()), email = try #require(EmailAddress("zoe@example.com"))
        try await accounts.database.write { [accounts] db in
            _ = try accounts.accounts.createAccount(as: id, name: "Zoe", email: email, in: db)
        }
        let zoe = try #require(try await accounts.accounts.account(id))
        let token = try await accounts.server.issuing.issueSession(for: zoe, on: SessionClient()).grant.accessToken
        let typed = #"{"password":"four green pots"}"#
        let reply = try await send(.post, "/auth/reauthentication", typed, by: token.withText { $0 ?? "" })
        #expect(reply.status == .conflict && reply.code == "no_password")
    }

    @Test(.requirement("MFA-01")) func whatIsSetUpCountsOnceItIsConfirmedAndWithinAnHour() async throws {
        func confirm(_ code: String, by token: String? = nil) async throws -> String? {
            try await send(.post, Self.confirmation, #"{"code":"\#(code)"}"#, by: token).code
        }
        #expect(try await confirm("000000") == "no_factor")
        #expect(try await send(.post, Self.authenticator).status == .created)
        #expect(try await factors().authenticatorSince == nil)
        #expect(try await send(.post, Self.codes).code == "no_factor")
        accounts.date.advance(by: .seconds(3_599))
        let token = try await accounts.server.issuing.issueSession(for: user, on: SessionClient()).grant.accessToken
            .withText { $0 ?? "" }
        #expect(try await confirm("AAAAA-AAAAA", by: token) == "wrong_code")
        accounts.date.advance(by: .seconds(1))
        #expect(try await confirm("000000", by: token) == "no_factor")
    }

    /// A thief may have begun it, to keep its owner out.
    @Test(.requirement("MFA-01")) func whatIsOnlySetUpGoesWithThePassword() async throws {
        let wrong = #"{"code":"AAAAA-AAAAA"}"#
        #expect(try await send(.post, Self.authenticator).status == .created)
        #expect(try await send(.post, Self.confirmation, wrong).code == "wrong_code")
        try await accounts.database.write { [accountObservers, user] db in
            for observer in accountObservers { try observer.record(.passwordReplaced(user), in: db) }
        }
        #expect(try await send(.post, Self.confirmation, wrong).code == "no_factor")
    }

    @Test(.requirement("MFA-01", "MFA-05")) func theListSaysSinceWhenAndUntilWhen() async throws {
        _ = try await turnOn()
        let since = accounts.date.value
        #expect(
            try await factors() == .init(authenticatorSince: since, recoveryCodesLeft: 10, endsAt: nil, password: true))
        #expect(try await send(.post, Self.authenticator).code == "factor_in_force")
        #expect(try await send(.post, Self.confirmation, #"{"code":"000000"}"#).code == "no_factor")
        let end = try await checker.reportLoss(of: user) { _ in true }
        #expect(try await factors().endsAt == end)
        #expect(try await send(.delete, "/auth/factors/loss").status == .noContent)
        #expect(try await factors().endsAt == nil)
    }

    /// What isn't plain is escaped, and a long address is left out, for the picture's sake.
    @Test(
        .requirement("MFA-01"),
        arguments: [
            ("zoe.o_a-1+b~2@example.com", ":zoe.o_a-1%2Bb~2%40example.com"),
            (
                String(repeating: "a", count: 64) + "@" + String(repeating: "b", count: 49) + ".com",
                ":" + String(repeating: "a", count: 64) + "%40" + String(repeating: "b", count: 49) + ".com"
            ),
            (String(repeating: "a", count: 64) + "@" + String(repeating: "b", count: 50) + ".com", ""),
        ]) func thePictureNamesTheAccount(email: String, label: String) async throws
    {
        let made = try await accounts.accounts.createAccount(
            name: "Zoe", email: try #require(EmailAddress(email)), password: Secret("four green pots"))
        let zoe = try await accounts.verification.markVerified(made.id, email: made.email)
        let token = try await accounts.server.issuing.issueSession(for: zoe, on: SessionClient()).grant.accessToken
        let reply = try await send(.post, Self.authenticator, by: token.withText { $0 ?? "" })
        let setup = try WireCoding.decoder().decode(SecondFactorContract.Setup.self, from: reply.body)
        let secret = setup.secret.withText { $0 ?? "" }
        // Twenty bytes of five bits a letter.
        #expect(secret.count == 32 && secret.allSatisfy { "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".contains($0) })
        let address = "otpauth://totp/Essential\(label)?secret=\(secret)&issuer=Essential"
        #expect(setup.uri.isEqual(to: Secret(address)))
    }
}
