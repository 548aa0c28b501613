import AccountsServiceTesting
import CoreModels
import CryptographyAPI
import ExternalProvidersContract
import ExternalProvidersTesting
import FoundationEssentials
import HTTPTypes
import KernelTesting
import Localization
import MailAPI
import MailTesting
import Testing

/// Signing in with Apple, as its documentation has it.
struct AppleTests {
    private struct Stage {
        let server: ProviderServerSuite
        let apple: ScriptedApple

        init(_ changes: [String: String?] = [:], key: String? = nil) async throws {
            var made: ScriptedApple?
            server = try await ProviderServerSuite(named: "apple") { date, file in
                let apple = try ScriptedApple(now: date.now)
                made = apple
                var settings: [String: String?] = [
                    "team_id": ScriptedApple.teamID, "key_id": ScriptedApple.keyID, "app_id": ScriptedApple.appID,
                    "key_file": try file(key ?? apple.keyFile),
                ]
                settings.merge(changes) { $1 }
                return (apple.provider, settings.compactMapValues(\.self))
            }
            apple = try #require(made)
        }

        func signIn(saying user: String? = nil) async throws -> ExternalProvidersContract.Outcome {
            try await server.signIn(saying: user).decode(ExternalProvidersContract.Outcome.self)
        }

        func tell(
            _ type: String, of subject: String? = nil, _ changes: [String: ScriptedProvider.Value] = [:]
        ) async throws -> ProviderServerSuite.Reply {
            let now = server.accounts.date.now()
            let body =
                try subject.map { try apple.notification(type, of: $0, changes, at: now) }
                ?? apple.notification(type, changes, at: now)
            return try await server.send("/auth/providers/apple/notifications", body, as: "application/json")
        }
    }

    @Test(.requirement("EXT-02", "EXT-04")) func comesByAFormWithANameThatIsSaidOnce() async throws {
        let stage = try await Stage()
        let begun = try await stage.server.begin()
        #expect(
            begun.address.contains("&response_mode=form_post") && begun.address.contains("&scope=openid%20email%20name")
        )
        let first = try await stage.signIn(saying: stage.apple.user("Ana", "Mar\u{ED}a"))
        let user = try #require(first.user)
        // Not the address beside the token, which nobody signed.
        #expect(user.name == "Ana Mar\u{ED}a" && "\(user.email)" == "ttckg8zg7s@privaterelay.appleid.com")
        #expect(user.isVerified && first.token != nil)
        #expect(stage.apple.user("Ana", "Mar\u{ED}a") == nil)
        // Another name later is nobody's.
        let second = try await stage.signIn(saying: #"{"name":{"firstName":"Mallory"}}"#)
        #expect(second.user?.id == user.id && second.user?.name == "Ana Mar\u{ED}a")
    }

    @Test(
        .requirement("EXT-02"),
        arguments: [
            nil, "", "{", "[]", "{}", #"{"name":{}}"#, #"{"name":"Ana"}"#, #"{"name":{"firstName":""}}"#,
            #"{"name":{"firstName":1}}"#, #"{"name":{"firstName":"\u202e"}}"#,
            #"{"name":{"firstName":"\#(String(repeating: "a", count: 3_000))"}}"#,
            String(repeating: "[", count: 1_500),
        ]) func hasANameWithoutOne(said: String?) async throws
    {
        let user = try #require(try await Stage().signIn(saying: said).user)
        #expect(user.name == "ttckg8zg7s")
    }

    @Test(.requirement("EXT-02")) func whoStopsThereIsToldSo() async throws {
        let stage = try await Stage()
        let begun = try await stage.server.begin(), back = try stage.server.provider.authorize(begun.address)
        let answer = ExternalProvidersContract.Answer(
            attempt: begun.attempt, provider: "apple", state: back.state, code: nil, issuer: nil,
            error: "user_cancelled_authorize", device: nil)
        let reply = try await stage.server.send(.post, ExternalProvidersContract.answerPath, answer)
        #expect(reply.status == .forbidden && reply.code == "sign_in_cancelled")
    }

    @Test(.requirement("EXT-02")) func itsWordsForYesAreBelieved() async throws {
        for (word, status): (ScriptedProvider.Value, HTTPStatus) in [
            (.text("true"), .ok), (.bool(true), .ok), (.text("false"), .forbidden), (.bool(false), .forbidden),
        ] {
            let stage = try await Stage()
            stage.server.provider.says { $0.claims["email_verified"] = word }
            #expect(try await stage.server.signIn().status == status)
        }
    }

    @Test(
        .requirement("EXT-02"), arguments: ["", "nonsense", "-----BEGIN PRIVATE KEY-----\n-----END PRIVATE KEY-----"])
    func aKeyThatIsNoneLetsNobodyIn(key: String) async throws {
        let reply = try await Stage(key: key).server.signIn()
        #expect(reply.status == .badGateway && reply.code == "provider_refused")
    }

    @Test(.requirement("EXT-02"), arguments: ["team_id", "key_id"]) func anotherNameOfTheKeyIsRefused(setting: String)
        async throws
    {
        let reply = try await Stage([setting: "WRONG"]).server.signIn()
        #expect(reply.status == .badGateway && reply.code == "provider_refused")
    }

    @Test(.requirement("EXT-11")) func whoWithdrawsIsLoggedOutAndUnlinked() async throws {
        let stage = try await Stage(), server = stage.server
        let first = try await stage.signIn(), user = try #require(first.user)
        // It is the only way in, so it stays; the sessions don't.
        #expect(try await stage.tell("consent-revoked").status == .ok)
        #expect(try await !server.isIn(first.token?.accessToken))
        #expect(try await server.counts().prefix(2) == [1, 1])
        #expect(server.mail.messages.map(\.template.name) == ["provider-withdrawn-last"])
        // With another way it goes.
        server.accounts.date.advance(by: .seconds(1))
        let second = try await stage.signIn()
        #expect(second.user?.id == user.id)
        try await server.givePassword(to: user)
        server.accounts.date.advance(by: .seconds(1))
        let third = try await stage.signIn()
        #expect(try await stage.tell("consent-revoked").status == .ok)
        #expect(try await !server.isIn(third.token?.accessToken))
        #expect(try await server.counts().prefix(2) == [1, 0])
        #expect(server.mail.messages.last?.template.name == "provider-withdrawn")
    }

    @Test(.requirement("EXT-11"), arguments: ["account-delete", "account-deleted"])
    func whoIsGoneThereIsUnlinkedInAnyCase(type: String) async throws {
        let stage = try await Stage(), first = try await stage.signIn()
        #expect(try await stage.tell(type, of: "somebody.else").status == .ok)
        #expect(try await stage.server.isIn(first.token?.accessToken))
        #expect(try await stage.tell(type).status == .ok)
        #expect(try await !stage.server.isIn(first.token?.accessToken))
        #expect(try await stage.server.counts().prefix(2) == [1, 0])
        #expect(stage.server.mail.messages.map(\.template.name) == ["provider-gone-last"])
    }

    @Test(.requirement("EXT-11"), arguments: ["email-disabled", "email-enabled", "something-new", "<script>"])
    func whatMeansNothingHereChangesNothing(type: String) async throws {
        let stage = try await Stage(), first = try await stage.signIn()
        #expect(try await stage.tell(type).status == .ok)
        #expect(try await stage.server.isIn(first.token?.accessToken))
        #expect(stage.server.mail.messages.isEmpty)
    }

    @Test(.requirement("EXT-11")) func whatComesTwiceIsTakenOnce() async throws {
        let stage = try await Stage(), server = stage.server
        _ = try await stage.signIn()
        let body = try stage.apple.notification("consent-revoked", at: server.accounts.date.now())
        for _ in 0..<3 {
            let reply = try await server.send("/auth/providers/apple/notifications", body, as: "application/json")
            #expect(reply.status == .ok)
        }
        #expect(server.mail.messages.count == 1)
    }

    @Test(.requirement("EXT-11")) func believesOnlyApple() async throws {
        let stage = try await Stage(), first = try await stage.signIn()
        let time = stage.server.accounts.date.now().timeIntervalSince1970
        let changes: [[String: ScriptedProvider.Value]] = [
            ["iss": .text("https://appleid.example")], ["aud": .text("com.example.other")],
            ["exp": .number(time - 61)], ["iat": .number(time - 31 * 86_400)], ["iat": .number(time + 3_600)],
            ["events": .text("")], ["events": .text("{}")], ["events": .text(#"{"type":"account-delete"}"#)],
            ["events": .object(["type": .text("account-delete")])], ["jti": .null],
        ]
        for change in changes {
            let reply = try await stage.tell("account-delete", of: nil, change)
            #expect(reply.status == .badRequest && reply.code == "notice_refused", "\(change)")
        }
        // The client's own name is one of its names.
        #expect(try await stage.tell("email-enabled", of: nil, ["aud": .text("com.example.web")]).status == .ok)
        let stranger = try ScriptedApple(now: stage.server.accounts.date.now)
        let forged = try stranger.notification("account-delete", at: stage.server.accounts.date.now())
        let reply = try await stage.server.send("/auth/providers/apple/notifications", forged, as: "application/json")
        #expect(reply.code == "notice_refused")
        for body in ["", "{}", #"{"payload":1}"#, #"{"payload":""}"#] {
            let reply = try await stage.server.send("/auth/providers/apple/notifications", body, as: "application/json")
            #expect((400..<500).contains(reply.status.rawValue))
        }
        #expect(try await stage.server.isIn(first.token?.accessToken))
        // Nobody else's notices look like that.
        let other = try await ProviderServerSuite()
        let wrong = try await other.send("/auth/providers/acme/notifications", forged, as: "application/json")
        #expect(wrong.code == "unknown_provider")
    }
}
