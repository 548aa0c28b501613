import AccountsServiceTesting
import CoreModels
import CryptographyAPI
import ExternalProvidersContract
import ExternalProvidersTesting
import FoundationEssentials
import HTTPTransportAPI
import HTTPTypes
import KernelTesting
import MailAPI
import MailTesting
import SQLStoreAPI
import SessionsServiceAPI
import SessionsServiceTesting
import TelemetryAPI
import TelemetryTesting
import Testing

/// Somebody logs out at the provider: OpenID Connect Back-Channel Logout 1.0.
struct SignedOutTests {
    typealias Value = ScriptedProvider.Value

    private func signIn(_ server: ProviderServerSuite, session: String? = nil) async throws -> Secret {
        server.provider.says { $0.claims["sid"] = session.map { .text($0) } }
        server.accounts.date.advance(by: .milliseconds(1))
        let outcome = try await server.signIn().decode(ExternalProvidersContract.Outcome.self)
        return try #require(outcome.token?.accessToken)
    }

    @Test(.requirement("EXT-11")) func endsTheSessionsThatBeganThere() async throws {
        let server = try await ProviderServerSuite()
        let first = try await signIn(server), second = try await signIn(server)
        let user = try #require(try await server.signIn().decode(ExternalProvidersContract.Outcome.self).user)
        // The same person by the password, and somebody else by the provider.
        let own = try await server.accounts.server.issuing.issueSession(for: user, on: .init())
        server.provider.says { $0.claims = ["sub": .text("subject-2"), "email": .text("leo@example.com")] }
        let other = try await signIn(server)
        for token in [first, second, own.grant.accessToken, other] { #expect(try await server.isIn(token)) }
        let reply = try await server.logOut(server.provider.logoutToken())
        #expect(reply.status == .ok && reply.body.isEmpty)
        #expect(try await server.areIn(first, second) == [false, false])
        #expect(try await server.areIn(own.grant.accessToken, other) == [true, true])
        // The person is told on all devices, and by a letter.
        let reasons = try await server.accounts.database.read { db in
            try db.values("SELECT detail FROM security_events WHERE kind = 'session_ended'", as: String.self)
        }
        #expect(reasons == ["provider_revoked", "provider_revoked", "provider_revoked"])
        #expect(server.mail.messages.map(\.template.name) == ["provider-signed-out"])
        #expect(server.mail.messages.first?.recipient == user.email)
        #expect(server.metrics.value(of: "essentiald_provider_notices_total", ["result": "taken"]) == 1)
        // The link is there still, and leads in again.
        server.provider.says { $0.claims = [:] }
        let anew = try await signIn(server)
        #expect(try await server.isIn(anew))
    }

    @Test(.requirement("EXT-11")) func endsOneSessionWhereTheProviderNamesIt() async throws {
        let server = try await ProviderServerSuite()
        let one = try await signIn(server, session: "one"), two = try await signIn(server, session: "two")
        #expect(try await server.logOut(server.provider.logoutToken(["sid": .text("one")])).status == .ok)
        #expect(try await server.areIn(one, two) == [false, true])
        // Without the person, by the session alone.
        let token = try server.provider.logoutToken(["sid": .text("two")], without: ["sub"])
        #expect(try await server.logOut(token).status == .ok)
        #expect(try await !server.isIn(two))
        // A session of which the provider said nothing could be any.
        let unnamed = try await signIn(server), named = try await signIn(server, session: "three")
        #expect(try await server.logOut(server.provider.logoutToken(["sid": .text("four")])).status == .ok)
        #expect(try await server.areIn(unnamed, named) == [false, true])
        // Those of all of the person.
        #expect(try await server.logOut(server.provider.logoutToken()).status == .ok)
        #expect(try await !server.isIn(named))
    }

    struct Refusal: CustomTestStringConvertible, Sendable {
        let name: String
        var changes: [String: Value] = [:]
        var left: Set<String> = []
        var type = "logout+jwt"

        var testDescription: String { name }
    }

    private static let time = ManualDate().now().timeIntervalSince1970
    private static let event = "http://schemas.openid.net/event/backchannel-logout"

    static let refusals: [Refusal] = [
        Refusal(name: "wrong iss", changes: ["iss": .text("https://other.example")]),
        Refusal(name: "iss with a slash", changes: ["iss": .text("https://id.example/")]),
        Refusal(name: "no iss", left: ["iss"]),
        Refusal(name: "wrong aud", changes: ["aud": .text("other")]), Refusal(name: "no aud", left: ["aud"]),
        Refusal(name: "no iat", left: ["iat"]),
        Refusal(name: "from the future", changes: ["iat": .number(time + 3_600)]),
        Refusal(name: "old, and no exp", changes: ["iat": .number(time - 180)], left: ["exp"]),
        Refusal(name: "expired", changes: ["exp": .number(time - 61)]),
        Refusal(name: "exp in years", changes: ["exp": .number(time + 1e9)]),
        Refusal(name: "exp beyond all", changes: ["exp": .number(1e300)]),
        Refusal(name: "no jti", left: ["jti"]), Refusal(name: "empty jti", changes: ["jti": .text("")]),
        Refusal(name: "long jti", changes: ["jti": .text(String(repeating: "j", count: 256))]),
        Refusal(name: "jti that is no text", changes: ["jti": .number(1)]),
        Refusal(name: "nobody", left: ["sub"]), Refusal(name: "empty sub", changes: ["sub": .text("")]),
        Refusal(name: "long sub", changes: ["sub": .text(String(repeating: "s", count: 256))]),
        Refusal(name: "empty sid", changes: ["sid": .text("")]),
        Refusal(name: "long sid", changes: ["sid": .text(String(repeating: "s", count: 256))]),
        Refusal(name: "no events", left: ["events"]), Refusal(name: "no event", changes: ["events": .object([:])]),
        Refusal(name: "events of another kind", changes: ["events": .text(event)]),
        Refusal(name: "a list of events", changes: ["events": .list([event])]),
        Refusal(name: "another event", changes: ["events": .object(["\(event)/": .object([:])])]),
        Refusal(name: "event of another kind", changes: ["events": .object([event: .text("")])]),
        Refusal(
            name: "many events",
            changes: [
                "events": .object(
                    Dictionary(uniqueKeysWithValues: (0..<17).map { ("\(event)\($0)", .object([:])) }))
            ]),
        Refusal(name: "a nonce", changes: ["nonce": .text("n")]),
        Refusal(name: "a nonce that is null", changes: ["nonce": .null]),
        Refusal(name: "another type", type: "at+jwt"), Refusal(name: "type of a proof", type: "dpop+jwt"),
        Refusal(name: "huge", changes: ["pad": .text(String(repeating: "a", count: 16_000))]),
    ]

    /// As drafts of the standard had it, by which providers still tell.
    @Test(.requirement("EXT-11")) func aTokenThatSaysNoEndCountsForMinutes() async throws {
        let server = try await ProviderServerSuite(), token = try await signIn(server)
        let told = try server.provider.logoutToken(
            ["iat": .number(Self.time - 179)], without: ["exp"])
        #expect(try await server.logOut(told).status == .ok)
        #expect(try await !server.isIn(token))
    }

    @Test(.requirement("EXT-11"), arguments: refusals) func believesNothingElse(_ refusal: Refusal) async throws {
        let server = try await ProviderServerSuite()
        let token = try await signIn(server)
        let told = try server.provider.logoutToken(refusal.changes, without: refusal.left, type: refusal.type)
        let reply = try await server.logOut(told)
        #expect(reply.status == .badRequest && reply.code == "notice_refused")
        #expect(try await server.isIn(token))
        #expect(server.mail.messages.isEmpty)
    }

    @Test(.requirement("EXT-11")) func believesNobodyElse() async throws {
        let server = try await ProviderServerSuite()
        let token = try await signIn(server), told = try server.provider.logoutToken()
        let parts = told.split(separator: ".").map(String.init)
        let unsigned = Base64URL.encode(Data(#"{"alg":"none","typ":"logout+jwt"}"#.utf8)) + ".\(parts[1])."
        let stranger = try ScriptedProvider(now: server.accounts.date.now)
        // An ID token has a nonce, and no event.
        let identity = try server.provider.token(
            ["iss": .text("https://id.example"), "aud": .text("essential-client"), "sub": .text("subject-1")],
            type: "JWT")
        for wrong in [
            "", "x", unsigned, try stranger.logoutToken(), identity, "\(parts[0]).\(parts[1]).\(parts[1])",
            String(repeating: "a", count: 20_000), "\(told)&logout_token=\(told)",
        ] {
            #expect(try await server.logOut(wrong).status == .badRequest)
        }
        #expect(try await server.send("/auth/providers/acme/logout", "", as: "text/plain").status.rawValue == 415)
        #expect(try await server.logOut(told, at: "other").code == "unknown_provider")
        let big = String(repeating: "a", count: 40_000)
        #expect(try await server.logOut(big).status.rawValue == 413)
        #expect(try await server.isIn(token))
        // An untyped one, and one that says JWT, are the provider's as well.
        #expect(try await server.logOut(server.provider.logoutToken(type: "JWT")).status == .ok)
    }

    @Test(.requirement("EXT-11")) func aTokenCountsOnce() async throws {
        let server = try await ProviderServerSuite()
        let first = try await signIn(server), told = try server.provider.logoutToken()
        #expect(try await server.logOut(told).status == .ok)
        #expect(try await !server.isIn(first))
        let second = try await signIn(server)
        #expect(try await server.logOut(told).code == "notice_refused")
        #expect(try await server.isIn(second))
        #expect(server.metrics.value(of: "essentiald_provider_notices_total", ["result": "notice_refused"]) == 1)
        // Many at once are one.
        let again = try server.provider.logoutToken()
        try await withThrowingTaskGroup(of: HTTPStatus.self) { group in
            for _ in 0..<16 { group.addTask { try await server.logOut(again).status } }
            var statuses: [HTTPStatus] = []
            for try await status in group { statuses.append(status) }
            #expect(statuses.count { $0 == .ok } == 1 && statuses.count { $0 == .badRequest } == 15)
        }
    }

    /// Who is just coming back when the word is taken back.
    @Test(.requirement("EXT-11")) func anAnswerOfBeforeCountsNoMore() async throws {
        let server = try await ProviderServerSuite()
        _ = try await signIn(server)
        let told = try server.provider.logoutToken()
        server.provider.says { [date = server.accounts.date] script in
            script.beforeToken = {
                date.advance(by: .seconds(1))
                _ = try? await server.logOut(told)
            }
        }
        #expect(try await server.signIn().code == "attempt_over")
        server.provider.says { $0.beforeToken = nil }
        server.accounts.date.advance(by: .seconds(1))
        #expect(try await server.signIn().status == .ok)
    }

    @Test(.requirement("EXT-11")) func saysThatItCanNotKnowWhileTheProviderIsDown() async throws {
        let server = try await ProviderServerSuite()
        let token = try await signIn(server), told = try server.provider.logoutToken()
        server.accounts.date.advance(by: .seconds(60))
        try server.provider.rotate()
        let fresh = try server.provider.logoutToken()
        server.provider.says { $0.failures["/keys"] = .timedOut }
        let reply = try await server.logOut(fresh)
        #expect(reply.status == .serviceUnavailable)
        server.provider.says { $0.failures = [:] }
        #expect(try await server.logOut(fresh).status == .ok)
        #expect(try await !server.isIn(token))
        _ = told
    }
}
