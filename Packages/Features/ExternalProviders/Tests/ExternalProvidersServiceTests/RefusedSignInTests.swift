import AccountsServiceTesting
import CoreModels
import CryptographyAPI
import ExternalProvidersContract
import ExternalProvidersTesting
import FoundationEssentials
import HTTPTransportAPI
import HTTPTypes
import KernelTesting
import TelemetryAPI
import TelemetryTesting
import Testing

/// What comes back otherwise than it should: nobody is in, and nothing is left.
struct RefusedSignInTests {
    struct Quirk: CustomTestStringConvertible, Sendable {
        let name: String
        let code: String
        var status = HTTPStatus.badGateway
        let change: @Sendable (inout ScriptedProvider.Script) -> Void

        var testDescription: String { name }
    }

    private static let time = ManualDate().now().timeIntervalSince1970

    static let quirks: [Quirk] = [
        Quirk(name: "wrong nonce", code: "answer_not_believed") { $0.claims["nonce"] = .text("other") },
        Quirk(name: "no nonce", code: "answer_not_believed") { $0.leavesOut = ["nonce"] },
        Quirk(name: "wrong iss", code: "answer_not_believed") { $0.claims["iss"] = .text("https://other.example") },
        Quirk(name: "iss with a slash", code: "answer_not_believed") {
            $0.claims["iss"] = .text("https://id.example/")
        },
        Quirk(name: "wrong aud", code: "answer_not_believed") { $0.claims["aud"] = .text("other-client") },
        Quirk(name: "aud of two without azp", code: "answer_not_believed") {
            $0.claims["aud"] = .list(["essential-client", "other"])
        },
        Quirk(name: "wrong azp", code: "answer_not_believed") {
            $0.claims["aud"] = .list(["essential-client", "other"])
            $0.claims["azp"] = .text("other")
        },
        Quirk(name: "expired", code: "answer_not_believed") { $0.claims["exp"] = .number(time - 61) },
        Quirk(name: "from the future", code: "answer_not_believed") { $0.claims["iat"] = .number(time + 3_600) },
        Quirk(name: "no exp", code: "answer_not_believed") { $0.leavesOut = ["exp"] },
        Quirk(name: "no sub", code: "answer_not_believed") { $0.leavesOut = ["sub"] },
        Quirk(name: "empty sub", code: "answer_not_believed") { $0.claims["sub"] = .text("") },
        Quirk(name: "long sub", code: "answer_not_believed") {
            $0.claims["sub"] = .text(String(repeating: "s", count: 256))
        },
        Quirk(name: "sub beyond ASCII", code: "answer_not_believed") { $0.claims["sub"] = .text("ñ") },
        Quirk(name: "wrong at_hash", code: "answer_not_believed") {
            $0.claims["at_hash"] = .text("AAAAAAAAAAAAAAAAAAAAAA")
        },
        Quirk(name: "a token for another use", code: "answer_not_believed") { $0.type = "logout+jwt" },
        Quirk(name: "an unknown key", code: "answer_not_believed") { $0.publishesKey = false },
        Quirk(name: "alg none", code: "answer_not_believed") { script in
            script.tamper = { token in
                let header = Base64URL.encode(Data(#"{"alg":"none"}"#.utf8))
                return "\(header).\(token.split(separator: ".")[1])."
            }
        },
        Quirk(name: "changed signature", code: "answer_not_believed") { script in
            script.tamper = { token in token.dropLast(2) + (token.hasSuffix("AA") ? "BB" : "AA") }
        },
        Quirk(name: "no token at all", code: "answer_not_believed") { $0.tamper = { _ in "" } },
        Quirk(name: "a huge token", code: "answer_not_believed") {
            $0.claims["pad"] = .text(String(repeating: "a", count: 20_000))
        },
        Quirk(name: "address not proved", code: "address_not_vouched", status: .forbidden) {
            $0.claims["email_verified"] = .bool(false)
        },
        Quirk(name: "address proved by a word", code: "address_not_vouched", status: .forbidden) {
            $0.claims["email_verified"] = .text("yes")
        },
        Quirk(name: "address without a word", code: "address_not_vouched", status: .forbidden) {
            $0.leavesOut = ["email_verified"]
        },
        Quirk(name: "no address", code: "address_not_vouched", status: .forbidden) { $0.leavesOut = ["email"] },
        Quirk(name: "something else for an address", code: "address_not_vouched", status: .forbidden) {
            $0.claims["email"] = .text("nobody")
        },
        Quirk(name: "the client is refused", code: "provider_refused") {
            $0.answers["/token"] = HTTPResponse(
                status: .unauthorized, body: Data(#"{"error":"invalid_client"}"#.utf8))
        },
        Quirk(name: "the code is refused", code: "attempt_over", status: .gone) {
            $0.answers["/token"] = HTTPResponse(status: .badRequest, body: Data(#"{"error":"invalid_grant"}"#.utf8))
        },
        Quirk(name: "no JSON", code: "provider_refused") {
            $0.answers["/token"] = HTTPResponse(status: .ok, body: Data("<html>".utf8))
        },
        Quirk(name: "down at the token", code: "provider_unavailable") {
            $0.failures["/token"] = .connectivity(reason: "refused")
        },
        Quirk(name: "slow at the token", code: "provider_unavailable") { $0.failures["/token"] = .timedOut },
        Quirk(name: "failing at the token", code: "provider_unavailable") {
            $0.answers["/token"] = HTTPResponse(status: .internalServerError)
        },
        Quirk(name: "sends elsewhere", code: "provider_refused") {
            $0.answers["/token"] = HTTPResponse(status: .seeOther, fields: ["Location": "https://evil.example"])
        },
    ]

    @Test(.requirement("EXT-05", "EXT-08", "EXT-13"), arguments: quirks)
    func leavesNothing(_ quirk: Quirk) async throws {
        let server = try await ProviderServerSuite()
        server.provider.says(quirk.change)
        let begun = try await server.begin()
        let reply = try await server.answer(begun.attempt, server.provider.authorize(begun.address))
        #expect(reply.status == quirk.status && reply.code == quirk.code)
        #expect(try await server.counts() == [0, 0, 0, 0])
        #expect(server.metrics.value(of: "essentiald_provider_logins_total", ["result": quirk.code]) == 1)
        #expect(server.log.records.contains { "\($0)".contains("provider") })
    }

    @Test(
        .requirement("EXT-08"),
        arguments: [
            ("issuer", "https://other.example"), ("issuer", "https://id.example/"),
            ("authorization_endpoint", "http://id.example/authorize"), ("token_endpoint", "http://127.0.0.1/token"),
            ("jwks_uri", "file:///etc/passwd"), ("token_endpoint", "https://user:password@id.example/token"),
            ("userinfo_endpoint", "nonsense"), ("authorization_endpoint", "https://id.example/authorize#here"),
        ])
    func takesNoMetadataThatCanNotBeRight(member: String, value: String) async throws {
        let server = try await ProviderServerSuite()
        server.provider.says { $0.metadata[member] = .text(value) }
        let reply = try await server.send(.post, "/auth/providers/acme/attempts")
        #expect(reply.status == .badGateway && reply.code == "provider_refused")
        #expect(try await server.counts() == [0, 0, 0, 0])
    }

    @Test func takesNoProviderWithoutPKCE() async throws {
        let server = try await ProviderServerSuite()
        server.provider.says { $0.metadata["code_challenge_methods_supported"] = .list(["plain"]) }
        #expect(try await server.send(.post, "/auth/providers/acme/attempts").code == "provider_refused")
    }

    @Test(
        .requirement("EXT-08", "EXT-13"),
        arguments: [
            HTTPTransportError.connectivity(reason: "refused"), .timedOut, .tls(reason: "expired"),
        ])
    func saysWhenTheProviderIsDown(failure: HTTPTransportError) async throws {
        let server = try await ProviderServerSuite()
        server.provider.says { $0.failures["/.well-known/openid-configuration"] = failure }
        let reply = try await server.send(.post, "/auth/providers/acme/attempts")
        #expect(reply.status == .badGateway && reply.code == "provider_unavailable")
        // It is asked again as soon as somebody wants to.
        server.provider.says { $0.failures = [:] }
        #expect(try await server.signIn().status == .ok)
    }

    @Test(
        .requirement("EXT-08", "EXT-09"),
        arguments: [
            ("access_denied", "sign_in_cancelled", HTTPStatus.forbidden),
            ("login_required", "sign_in_denied", .forbidden), ("interaction_required", "sign_in_denied", .forbidden),
            ("temporarily_unavailable", "provider_unavailable", .badGateway),
            ("server_error", "provider_unavailable", .badGateway), ("invalid_scope", "provider_refused", .badGateway),
            ("<script>", "provider_refused", .badGateway),
        ])
    func tellsWhyNobodyCameBackWithACode(word: String, code: String, status: HTTPStatus) async throws {
        let server = try await ProviderServerSuite()
        let begun = try await server.begin(), comeBack = try server.provider.authorize(begun.address)
        let answer = ExternalProvidersContract.Answer(
            attempt: begun.attempt, provider: "acme", state: comeBack.state, code: nil, issuer: nil, error: word,
            device: nil)
        let reply = try await server.send(.post, ExternalProvidersContract.answerPath, answer)
        #expect(reply.status == status && reply.code == code)
        #expect(try await server.counts() == [0, 0, 0, 0])
        // What the attempt was begun with is worth nothing any more.
        #expect(try await server.answer(begun.attempt, comeBack).code == "attempt_over")
        #expect(server.provider.count(of: "/token") == 0)
    }

    @Test(.requirement("EXT-08")) func takesAnAnswerOnlyWhereTheAttemptBegan() async throws {
        let server = try await ProviderServerSuite()
        let mine = try await server.begin(), theirs = try await server.begin()
        let theirReturn = try server.provider.authorize(theirs.address)
        // Somebody sends me their answer: the state isn't mine (login CSRF).
        #expect(try await server.answer(mine.attempt, theirReturn).code == "attempt_over")
        #expect(server.provider.count(of: "/token") == 0)
        // Their code with my state: the verifier is another one.
        let again = try await server.begin()
        var stolen = try server.provider.authorize(again.address)
        stolen.code = theirReturn.code
        #expect(try await server.answer(again.attempt, stolen).code == "attempt_over")
        #expect(try await server.counts().prefix(3) == [0, 0, 0])
        for guess in ["", "x", String(repeating: "a", count: 43)] {
            #expect(try await server.answer(Secret(guess), stolen).code == "attempt_over")
        }
    }

    @Test(.requirement("EXT-08")) func countsAnAttemptOnceAndForFiveMinutes() async throws {
        let server = try await ProviderServerSuite()
        let begun = try await server.begin(), comeBack = try server.provider.authorize(begun.address)
        #expect(try await server.answer(begun.attempt, comeBack).status == .ok)
        #expect(try await server.answer(begun.attempt, comeBack).code == "attempt_over")
        #expect(server.provider.count(of: "/token") == 1)
        let late = try await server.begin(), lateReturn = try server.provider.authorize(late.address)
        server.accounts.date.advance(by: .seconds(300))
        #expect(try await server.answer(late.attempt, lateReturn).code == "attempt_over")
        #expect(server.provider.count(of: "/token") == 1)
    }

    @Test(.requirement("EXT-08")) func letsManyAnswersOfOneAttemptInOnce() async throws {
        let server = try await ProviderServerSuite()
        let begun = try await server.begin(), comeBack = try server.provider.authorize(begun.address)
        try await withThrowingTaskGroup(of: HTTPStatus.self) { group in
            for _ in 0..<64 { group.addTask { try await server.answer(begun.attempt, comeBack).status } }
            var statuses: [HTTPStatus] = []
            for try await status in group { statuses.append(status) }
            #expect(statuses.count { $0 == .ok } == 1 && statuses.count { $0 == .gone } == 63)
        }
    }

    @Test(.requirement("EXT-08")) func believesNoAnswerOfAnotherProvider() async throws {
        let server = try await ProviderServerSuite()
        for issuer in ["https://other.example", "https://id.example/", ""] {
            let begun = try await server.begin()
            let reply = try await server.answer(
                begun.attempt, server.provider.authorize(begun.address), issuer: issuer)
            #expect(reply.code == "answer_not_believed")
        }
        let begun = try await server.begin()
        #expect(
            try await server.answer(
                begun.attempt, server.provider.authorize(begun.address), issuer: "https://id.example"
            )
            .status == .ok)
        // One that names itself does so always (RFC 9207, section 2.4).
        let strict = try await ProviderServerSuite()
        strict.provider.says { $0.metadata["authorization_response_iss_parameter_supported"] = .bool(true) }
        #expect(try await strict.signIn().code == "answer_not_believed")
        // One that came back at another's address was sent by another.
        let other = try await server.begin()
        #expect(
            try await server.answer(other.attempt, server.provider.authorize(other.address), at: "google").code
                == "attempt_over")
    }

    @Test func knowsNoOtherProviders() async throws {
        let server = try await ProviderServerSuite()
        for name in ["google", "", "..", "work2", "WORK"] {
            let reply = try await server.send(.post, "/auth/providers/\(name)/attempts")
            #expect(reply.status == .notFound)
        }
    }
}
