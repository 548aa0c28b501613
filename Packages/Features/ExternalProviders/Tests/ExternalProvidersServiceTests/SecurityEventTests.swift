import AccountsServiceTesting
import CoreModels
import CryptographyAPI
import CryptographyTesting
import ExternalProvidersContract
import ExternalProvidersService
import ExternalProvidersTesting
import FoundationEssentials
import HTTPTransportAPI
import HTTPTypes
import KernelTesting
import MailAPI
import MailTesting
import SecurityMetricsServiceAPI
import SecurityMetricsServiceTesting
import Testing

/// What Google and others tell by security event tokens.
struct SecurityEventTests {
    private struct Stage {
        let server: ProviderServerSuite
        let google: ScriptedGoogle

        init() async throws {
            var made: ScriptedGoogle?
            server = try await ProviderServerSuite(named: "google") { date, file in
                let google = try ScriptedGoogle(now: date.now)
                made = google
                return (google.provider, ["client_secret_file": try file(google.provider.secret)])
            }
            google = try #require(made)
        }

        func signIn() async throws -> Secret {
            server.accounts.date.advance(by: .seconds(1))
            let outcome = try await server.signIn().decode(ExternalProvidersContract.Outcome.self)
            return try #require(outcome.token?.accessToken)
        }

        func tell(_ token: String) async throws -> ProviderServerSuite.Reply {
            try await server.send("/auth/providers/google/events", token, as: "application/secevent+jwt")
        }

        func event(
            _ name: String, of subject: String? = "7375626A656374",
            _ changes: [String: ScriptedProvider.Value] = [:], type: String = "secevent+jwt"
        ) throws -> String {
            try google.event(name, of: subject, changes, type: type, at: server.accounts.date.now())
        }
    }

    @Test(
        .requirement("EXT-01", "EXT-11", "METRIC-01"),
        arguments: [
            "risc/event-type/sessions-revoked", "risc/event-type/account-disabled",
            "risc/event-type/account-credential-change-required", "risc/event-type/credential-compromise",
            "caep/event-type/session-revoked",
        ]) func endsSessions(event: String) async throws
    {
        let stage = try await Stage(), token = try await stage.signIn()
        #expect(try await stage.tell(stage.event(event, of: "somebody-else")).status == .accepted)
        #expect(try await stage.server.isIn(token))
        #expect(try await stage.tell(stage.event(event)).status == .accepted)
        #expect(try await !stage.server.isIn(token))
        #expect(try await stage.server.counts()[1] == 1)
        #expect(stage.server.mail.messages.map(\.template.name) == ["provider-signed-out"])
        let word = event.split(separator: "/").last ?? ""
        #expect(stage.server.trail.lines == Array(repeating: "provider.told done google \(word)", count: 2))
        #expect(stage.server.trail.events.map { $0.account == nil } == [true, false])
        // The person may come again, as far as Google lets them.
        let again = try await stage.signIn()
        #expect(try await stage.server.isIn(again))
    }

    @Test(.requirement("EXT-01", "EXT-11")) func unlinksWhoWithdrewWhereThereIsAnotherWay() async throws {
        let stage = try await Stage()
        let outcome = try await stage.server.signIn().decode(ExternalProvidersContract.Outcome.self)
        try await stage.server.givePassword(to: #require(outcome.user))
        let token = try await stage.signIn()
        #expect(try await stage.tell(stage.event("oauth/event-type/tokens-revoked")).status == .accepted)
        #expect(try await !stage.server.isIn(token))
        #expect(try await stage.server.counts().prefix(2) == [1, 0])
    }

    /// What the operator doesn't have any more is no other way.
    @Test(.requirement("EXT-11", "EXTERNALPROVIDERS-03")) func keepsTheLastLinkThatLeadsIn() async throws {
        let stage = try await Stage()
        let outcome = try await stage.server.signIn().decode(ExternalProvidersContract.Outcome.self)
        try await stage.server.addLostLink(to: #require(outcome.user).id)
        #expect(try await stage.tell(stage.event("oauth/event-type/tokens-revoked")).status == .accepted)
        #expect(try await stage.server.counts().prefix(2) == [1, 2])
        #expect(stage.server.mail.messages.map(\.template.name) == ["provider-withdrawn-last"])
    }

    @Test(.requirement("EXT-01", "EXT-11")) func unlinksWhoIsGoneInAnyCase() async throws {
        let stage = try await Stage(), token = try await stage.signIn()
        let purged = try stage.event("risc/event-type/account-purged", type: "JWT")
        for _ in 0..<2 { #expect(try await stage.tell(purged).status == .accepted) }
        #expect(try await !stage.server.isIn(token))
        #expect(try await stage.server.counts().prefix(2) == [1, 0])
        #expect(stage.server.mail.messages.map(\.template.name) == ["provider-gone-last"])
    }

    @Test(
        .requirement("EXT-11"),
        arguments: [
            "risc/event-type/verification", "risc/event-type/account-enabled", "risc/event-type/identifier-changed",
            "oauth/event-type/token-revoked", "risc/event-type/account-purged/", "risc/event-type/", "",
        ]) func takesNoteOfWhatMeansNothing(event: String) async throws
    {
        let stage = try await Stage(), token = try await stage.signIn()
        for subject in ["7375626A656374", nil] {
            #expect(try await stage.tell(stage.event(event, of: subject)).status == .accepted)
        }
        #expect(try await stage.server.isIn(token))
        #expect(stage.server.mail.messages.isEmpty)
    }

    @Test(.requirement("EXT-11")) func believesOnlyTheProvider() async throws {
        let stage = try await Stage(), token = try await stage.signIn(), purged = "risc/event-type/account-purged"
        let time = stage.server.accounts.date.now().timeIntervalSince1970
        let changes: [[String: ScriptedProvider.Value]] = [
            ["iss": .text("https://accounts.google.com//")], ["iss": .text("https://other.example")], ["iss": .null],
            ["aud": .text("other")], ["aud": .list([])], ["iat": .null], ["iat": .number(time - 31 * 86_400)],
            ["iat": .number(time + 3_600)], ["iat": .number(-1e300)], ["jti": .null], ["jti": .text("")],
            ["events": .null], ["events": .text("x")], ["events": .list(["x"])], ["exp": .number(time - 61)],
        ]
        for change in changes {
            let reply = try await stage.tell(stage.event(purged, of: "7375626A656374", change))
            #expect(reply.status == .badRequest && reply.code == "notice_refused", "\(change)")
        }
        // A person of another provider is another person.
        let foreign = try stage.event(
            purged, of: nil,
            [
                "events": .object([
                    "https://schemas.openid.net/secevent/\(purged)": .object([
                        "subject": .object(["iss": .text("https://other.example"), "sub": .text("7375626A656374")])
                    ])
                ])
            ])
        #expect(try await stage.tell(foreign).status == .accepted)
        for wrong in ["", "x", "a.b.c", String(repeating: "a", count: 20_000)] {
            #expect(try await stage.tell(wrong).code == "notice_refused")
        }
        let forged = try ScriptedGoogle(now: stage.server.accounts.date.now).event(
            purged, at: stage.server.accounts.date.now())
        #expect(try await stage.tell(forged).code == "notice_refused")
        let logout = try stage.server.provider.logoutToken(["sub": .text("7375626A656374")], type: "at+jwt")
        #expect(try await stage.tell(logout).code == "notice_refused")
        let typed = try await stage.server.send(
            "/auth/providers/google/events", stage.event(purged), as: "application/jwt")
        #expect(typed.status.rawValue == 415)
        #expect(try await stage.server.isIn(token))
    }

    /// The subjects of RFC 9493, and of tokens about one person.
    @Test(.requirement("EXT-11")) func knowsWhoIsMeant() async throws {
        let event = "https://schemas.openid.net/secevent/risc/event-type/sessions-revoked"
        let person: ScriptedProvider.Value = .object([
            "format": .text("iss_sub"), "iss": .text("https://accounts.google.com"), "sub": .text("7375626A656374"),
        ])
        let forms: [[String: ScriptedProvider.Value]] = [
            ["events": .object([event: .object([:])]), "sub_id": person],
            ["events": .object([event: .object([:])]), "sub": .text("7375626A656374")],
            ["events": .object([event: .object(["subject": person])])],
        ]
        for form in forms {
            let stage = try await Stage(), token = try await stage.signIn()
            #expect(try await stage.tell(stage.event("", of: nil, form)).status == .accepted)
            #expect(try await !stage.server.isIn(token), "\(form)")
        }
    }
}

/// The examples that the standards print, signed by a key of the test.
struct PublishedNoticeTests {
    private struct Signer {
        let cryptography: Cryptography
        let key: any SigningKey
        let keys: ProviderKeys

        init() throws {
            cryptography = try .real()
            key = try cryptography.signatures.makeSigningKey(.es256)
            let set = JSONWebKeySet(keys: [key.verificationKey.jsonWebKey])
            keys = try ProviderKeys(JSONEncoder().encode(set), cryptography.signatures)
        }

        func read(
            _ claims: String, as form: ProviderNotice.Form, from issuer: String, for client: String, type: String,
            at time: Double
        ) throws -> [ProviderNotice] {
            let header = #"{"alg":"ES256","kid":"\#(key.verificationKey.thumbprint)","typ":"\#(type)"}"#
            let input = [header, claims].map { Base64URL.encode(Data($0.utf8)) }.joined(separator: ".")
            let token = "\(input).\(Base64URL.encode(try key.signature(for: Data(input.utf8))))"
            let reader = ProviderNoticeReader(
                tokens: cryptography.tokens, issuer: issuer, clientID: client, appID: nil)
            return try reader.read(token, as: form, keys: keys, now: Date(timeIntervalSince1970: time))
        }
    }

    /// OpenID Connect Back-Channel Logout 1.0, section 2.4.
    @Test(.requirement("EXT-11")) func readsTheExampleOfLoggingOut() throws {
        let claims = """
            {"iss": "https://server.example.com", "sub": "248289761001", "aud": "s6BhdRkqt3", "iat": 1471566154,
             "exp": 1471569754, "jti": "bWJq", "sid": "08a5019c-17e1-4977-8f42-65a12843ea02",
             "events": {"http://schemas.openid.net/event/backchannel-logout": {}}}
            """
        let notices = try Signer().read(
            claims, as: .logout, from: "https://server.example.com", for: "s6BhdRkqt3", type: "logout+jwt",
            at: 1_471_566_160)
        #expect(notices.count == 1 && notices[0].meaning == .signedOut && notices[0].id == "bWJq")
        #expect(notices[0].subject == "248289761001" && notices[0].session == "08a5019c-17e1-4977-8f42-65a12843ea02")
    }

    /// RFC 8417, section 2.1.4.
    @Test(.requirement("EXT-11")) func readsTheExampleOfASecurityEvent() throws {
        let claims = """
            {"iss": "https://idp.example.com/", "jti": "756E69717565206964656E746966696572", "iat": 1508184845,
             "aud": "636C69656E745F6964", "events": {
               "https://schemas.openid.net/secevent/risc/event-type/account-disabled": {
                 "subject": {"subject_type": "iss-sub", "iss": "https://idp.example.com/", "sub": "7375626A656374"},
                 "reason": "hijacking", "cause-time": 1508012752}}}
            """
        for issuer in ["https://idp.example.com/", "https://idp.example.com"] {
            let notices = try Signer().read(
                claims, as: .events, from: issuer, for: "636C69656E745F6964", type: "secevent+jwt", at: 1_508_184_900)
            #expect(notices.map(\.meaning) == [.signedOut] && notices[0].subject == "7375626A656374")
            #expect(notices[0].word == "account-disabled")
        }
    }
}
