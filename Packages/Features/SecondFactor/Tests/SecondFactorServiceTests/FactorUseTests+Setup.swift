import AccountsServiceTesting
import CoreModels
import FoundationEssentials
import HTTPTypes
import KernelTesting
import SecondFactorContract
import SessionsServiceTesting
import Testing

/// The first code of an authenticator.
extension FactorUseTests {
    @Test(.requirement("MFA-01", "MFA-03")) func aFirstCodeTakesARecentProof() async throws {
        _ = try await post("/auth/factors/authenticator", "")
        accounts.date.advance(by: .seconds(301))
        let wrong = #"{"code":"AAAAA-AAAAA"}"#, confirmation = "/auth/factors/authenticator/confirmation"
        #expect(try await send(.post, confirmation, wrong).code == "insufficient_user_authentication")
        _ = try await post("/auth/reauthentication", #"{"password":"four green pots"}"#)
        #expect(try await send(.post, confirmation, wrong).code == "wrong_code")
    }

    /// Whoever has stolen a session doesn't find the code of what its owner sets up.
    @Test(.requirement("MFA-01", "MFA-04")) func aFirstCodeHasFiveTriesHoweverManyComeAtOnce() async throws {
        let setup = try WireCoding.decoder().decode(
            SecondFactorContract.Setup.self, from: try await post("/auth/factors/authenticator", ""))
        let secret = Secret(Self.bytes(ofBase32: setup.secret.withText { $0 ?? "" }))
        let confirmation = "/auth/factors/authenticator/confirmation"
        let answers = try await withThrowingTaskGroup(of: String?.self) { group in
            for _ in 0..<12 {
                group.addTask { try await send(.post, confirmation, #"{"code":"AAAAA-AAAAA"}"#).code }
            }
            return try await group.reduce(into: [String?]()) { $0.append($1) }
        }
        #expect(answers.count { $0 == "wrong_code" } == 5 && answers.count { $0 == "no_factor" } == 7)
        let right = try code(secret).withText { $0 ?? "" }
        #expect(try await send(.post, confirmation, #"{"code":"\#(right)"}"#).code == "no_factor")
        #expect(try await turnOn().codes.count == 10, "one begins anew")
    }
}
