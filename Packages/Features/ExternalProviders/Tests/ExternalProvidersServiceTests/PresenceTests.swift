import AccountsServiceAPI
import AccountsServiceTesting
import CoreModels
import CryptographyAPI
import ExternalProvidersContract
import ExternalProvidersService
import ExternalProvidersTesting
import FoundationEssentials
import HTTPTypes
import KernelTesting
import SQLStoreAPI
import SessionsServiceAPI
import SessionsServiceTesting
import Testing

/// What a login through a provider proves of whether the person is there.
struct PresenceTests {
    private static let month = 30.0 * 86_400

    /// How many seconds ago the newest session was proved, as it is kept.
    private func age(at server: ProviderServerSuite) async throws -> Double? {
        let date = try await server.accounts.database.read { db in
            try db.value("SELECT authenticated_at FROM sessions ORDER BY rowid DESC LIMIT 1", as: Date.self)
        }
        return date.map { server.accounts.date.value.timeIntervalSince($0).rounded() }
    }

    private func says(_ server: ProviderServerSuite, _ time: ScriptedProvider.Value) {
        server.provider.says { $0.claims["auth_time"] = time }
    }

    private func seconds(_ server: ProviderServerSuite, ago seconds: Double) -> Double {
        (server.accounts.date.value.timeIntervalSince1970 - seconds).rounded(.down)
    }

    @Test(.requirement("EXT-03", "MFA-03")) func whoIsLoggedInIsAskedToLogInThereAnew() async throws {
        let server = try await ProviderServerSuite()
        let token = try #require(try await server.signIn().decode(ExternalProvidersContract.Outcome.self).token)
        #expect(!(try await server.begin().address.contains("max_age")))
        #expect(try await server.begin(by: token.accessToken).address.contains("&max_age=300"))
        #expect(try await server.send(.post, "/auth/providers/acme/attempts", by: Secret("x")).code == "invalid_token")
    }

    @Test(
        .requirement("EXT-03", "MFA-03"),
        arguments: [("https://www.facebook.com", "auth_type=reauthenticate"), ("https://appleid.apple.com", nil)])
    func othersAreAskedAsTheyHaveIt(issuer: String, question: String?) throws {
        let provider = Provider(name: "x", title: "X", issuer: issuer, clientID: "c", secret: nil)
        #expect(provider.questionOfPresence.map { "\($0.0)=\($0.1)" }.first == question)
    }

    /// Whoever finds a browser that is logged in there has proved nothing here.
    @Test(.requirement("EXT-03", "MFA-03")) func aSessionIsNoNewerThanTheLoginThere() async throws {
        let server = try await ProviderServerSuite()
        says(server, .number(seconds(server, ago: Self.month)))
        let outcome = try await server.signIn().decode(ExternalProvidersContract.Outcome.self)
        #expect(outcome.user != nil)
        #expect(try await age(at: server) ?? 0 >= Self.month - 60)
        let link = try await server.send(
            .post, ExternalProvidersContract.waysPath, ExternalProvidersContract.Acceptance(attempt: Secret("a")),
            by: outcome.token?.accessToken)
        #expect(link.code == "insufficient_user_authentication")
    }

    @Test(.requirement("EXT-03", "MFA-03"), arguments: [0.0, 120, 360]) func aNewLoginThereCountsFromItsTime(
        ago seconds: Double
    ) async throws {
        let server = try await ProviderServerSuite()
        let token = try await server.signIn().decode(ExternalProvidersContract.Outcome.self).token?.accessToken
        says(server, .number(self.seconds(server, ago: seconds)))
        #expect(try await server.signIn(by: token).status == .ok)
        // The clock there may be a minute behind.
        let age = try #require(try await age(at: server)), least = max(0, seconds - 60)
        #expect((least...least + 1).contains(age))
    }

    /// Words say what to do, and the session that there is goes on.
    @Test(.requirement("EXT-03", "EXT-08")) func anOldLoginThereProvesNothingAndSaysSo() async throws {
        let server = try await ProviderServerSuite()
        let token = try await server.signIn().decode(ExternalProvidersContract.Outcome.self).token?.accessToken
        says(server, .number(seconds(server, ago: 362)))
        let before = try await server.counts()
        let refused = try await server.signIn(by: token)
        #expect(refused.status == .forbidden && refused.code == "sign_in_not_recent")
        #expect(try await server.counts() == before)
        #expect(try await server.isIn(token))
    }

    /// A clock there may be ahead a little; whatever isn't a time is believed of nobody.
    @Test(
        .requirement("EXT-06"),
        arguments: [
            (ScriptedProvider.Value.number(1e300), false), (.number(-1), false), (.text("yesterday"), false),
            (.text("nan"), false), (.text("1700000000"), true), (.bool(true), false), (.list([]), false), (.null, true),
        ]) func aTimeIsANumberOrNothing(time: ScriptedProvider.Value, isBelieved: Bool) async throws
    {
        let server = try await ProviderServerSuite()
        says(server, time)
        let reply = try await server.signIn()
        #expect(isBelieved ? reply.status == .ok : reply.code == "answer_not_believed")
    }

    @Test(.requirement("EXT-06"), arguments: [(59.0, true), (61, false)])
    func aTimeToComeIsBelievedWithinTheLeeway(ahead: Double, isBelieved: Bool) async throws {
        let server = try await ProviderServerSuite()
        says(server, .number(seconds(server, ago: -ahead)))
        let reply = try await server.signIn()
        #expect(isBelieved ? reply.status == .ok : reply.code == "answer_not_believed")
        if isBelieved { #expect(try await age(at: server) == 0, "no session is of tomorrow") }
    }

    @Test(.requirement("EXT-03")) func aProviderThatSaysNoTimeIsBelievedAsNow() async throws {
        let server = try await ProviderServerSuite()
        _ = try await server.signIn()
        #expect(try await age(at: server) == 0)
    }
}
