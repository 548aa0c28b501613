import CaptchaAPI
import CoreModels
import FoundationEssentials
import HTTPTransportAPI
import HTTPTransportTesting
import HTTPTypes
import KernelTesting
import Localization
import PasswordRecoveryAPI
import PasswordRecoveryClient
import PluginKit
import SessionsAPI
import SessionsTesting
import Testing

struct RemoteRecoveryTests {
    private static let token = String(repeating: "aB-_9", count: 8) + "xyz"
    private let password = Secret("four green tea pots")

    private func client(_ transport: any HTTPTransport) throws -> any PasswordRecovering {
        let address = try #require(ServerAddress("https://example.com/base"))
        return PasswordRecoveryClientPlugin.assemble(
            .init(server: ServerClient(address: address, transport: transport))
        ).exports
            .recovery
    }

    private func spy(_ status: HTTPStatus) -> HTTPTransportSpy {
        HTTPTransportSpy { _ in HTTPResponse(status: status) }
    }

    @Test(.requirement("RECOV-01", "RECOV-17")) func asksForAMessageWithoutCredentials() async throws {
        let spy = spy(.accepted)
        try await client(spy).requestReset(email: "ana@example.com")
        let request = try #require(spy.requests.first)
        #expect(request.url.absoluteString == "https://example.com/base/auth/password/recovery")
        #expect(request.body == .bytes(Data(#"{"email":"ana@example.com"}"#.utf8)))
        #expect(request.fields[.authorization] == nil)
    }

    @Test(.requirement("RECOV-01"), arguments: ["", "ana", "ana@", "ana@example.com\r\nBcc: eve@example.com"])
    func whatIsNoAddressIsNotSent(_ email: String) async throws {
        let spy = spy(.accepted)
        await #expect(throws: PasswordRecoveryError.invalidEmail) { try await client(spy).requestReset(email: email) }
        #expect(spy.requests.isEmpty)
    }

    @Test(.requirement("CAPTCHA-05", "RECOV-13")) func whatTheServerAsksIsToldAndTheAnswerSent() async throws {
        let body = #"{"captcha":"proof-of-work.16.1.id.code","code":"captcha_required","status":428}"#
        let asking = HTTPTransportSpy { _ in
            HTTPResponse(
                status: .preconditionRequired, fields: [.contentType: "application/problem+json"], body: Data(body.utf8)
            )
        }
        await #expect(
            throws: PasswordRecoveryError.captchaRequired(CaptchaChallenge("proof-of-work.16.1.id.code"))
        ) {
            try await client(asking).requestReset(email: "ana@example.com")
        }
        let spy = spy(.accepted)
        try await client(spy).requestReset(email: "ana@example.com", captcha: Secret("solved"))
        #expect(spy.requests.first?.body == .bytes(Data(#"{"captcha":"solved","email":"ana@example.com"}"#.utf8)))
    }

    @Test(
        "The session of this device goes with the password of its account, and nobody else's",
        .requirement("RECOV-06"),
        arguments: [
            ("ana@example.com", HTTPStatus.noContent, true), ("ben@example.com", .noContent, false),
            ("ana@example.com", .badRequest, false),
        ])
    func theSessionOfThisDeviceGoesWithThePassword(email: String, status: HTTPStatus, goes: Bool) async throws {
        let store = InMemorySessionStore(.sample(user: .sample(email: "ana@example.com"))), ends = SessionEndSpy()
        let server = ServerClient(address: try #require(ServerAddress("https://example.com")), transport: spy(status))
        let recovery = PasswordRecoveryClientPlugin.assemble(
            .init(server: server, sessions: store, lock: store, endObservers: { [ends] })
        ).exports.recovery
        try? await recovery.reset(with: "1234 5678", email: email, to: password)
        #expect((store.session == nil) == goes)
        #expect(ends.ends == (goes ? [.loggedOut] : []))
    }

    @Test(.requirement("RECOV-06")) func setsAnotherPasswordWithALinkOrACode() async throws {
        let spy = spy(.noContent), client = try client(spy)
        try await client.reset(with: "https://example.com/base/reset?token=\(Self.token)", email: nil, to: password)
        #expect(
            spy.requests.last?.body
                == .bytes(Data(#"{"new_password":"four green tea pots","token":"\#(Self.token)"}"#.utf8)))
        try await client.reset(with: "1234 5678", email: "ana@example.com", to: password)
        #expect(
            spy.requests.last?.body
                == .bytes(
                    Data(
                        #"{"code":"12345678","email":"ana@example.com","new_password":"four green tea pots"}"#.utf8)))
        #expect(spy.requests.allSatisfy { $0.fields[.authorization] == nil })
    }

    @Test(.requirement("RECOV-14")) func aPasswordThatCannotBeAcceptedIsNotSent() async throws {
        let spy = spy(.noContent), client = try client(spy)
        for (weak, count) in [("", 1), ("short", 1), ("password", 1), ("essential to ana.king", 2), ("king", 2)] {
            let error = await #expect(throws: PasswordRecoveryError.self) {
                try await client.reset(with: "12345678", email: "ana.king@example.com", to: Secret(weak))
            }
            guard case .weakPassword(let reasons)? = error else { return #expect(Bool(false), "\(weak)") }
            #expect(reasons.count == count, "\(weak)")
        }
        #expect(spy.requests.isEmpty)
    }

    @Test func whatIsNoProofIsNotSent() async throws {
        let spy = spy(.noContent), client = try client(spy)
        await #expect(throws: PasswordRecoveryError.malformedProof) {
            try await client.reset(with: "nonsense", email: nil, to: password)
        }
        await #expect(throws: PasswordRecoveryError.emailNeeded) {
            try await client.reset(with: "12345678", email: nil, to: password)
        }
        await #expect(throws: PasswordRecoveryError.invalidEmail) {
            try await client.reset(with: "12345678", email: "ana", to: password)
        }
        #expect(spy.requests.isEmpty)
    }

    @Test(
        .requirement("RECOV-08"),
        arguments: [
            (422, "invalid_code", PasswordRecoveryError.wrongCode), (422, "link_unknown", .unknownLink),
            (403, "link_foreign", .foreignLink), (410, "link_expired", .expired), (410, "link_used", .used),
            (429, "too_many_requests", .tooManyRequests(retryAfter: nil)), (500, "internal_error", .server),
            (200, "", .server),
        ])
    func tellsWhyAProofDoesNotCount(_ status: Int, _ code: String, _ error: PasswordRecoveryError) async throws {
        let transport = HTTPTransportStub(
            HTTPResponse(
                status: HTTPStatus(rawValue: status), fields: [.contentType: MediaType.problem.description],
                body: Data(#"{"code":"\#(code)"}"#.utf8)))
        await #expect(throws: error) {
            try await client(transport).reset(with: Self.token, email: nil, to: password)
        }
    }

    @Test(.requirement("RECOV-14")) func whatTheServerFindsWeakIsSaidInItsWords() async throws {
        let errors = #"[{"code":"common","pointer":"/new_password","reason":"Too common."}]"#
        let transport = HTTPTransportStub(
            HTTPResponse(
                status: .unprocessableContent, fields: [.contentType: MediaType.problem.description],
                body: Data(#"{"code":"invalid_data","errors":\#(errors)}"#.utf8)))
        await #expect(throws: PasswordRecoveryError.weakPassword([LocalizedText(verbatim: "Too common.")])) {
            try await client(transport).reset(with: Self.token, email: nil, to: password)
        }
    }

    @Test(.requirement("RECOV-16")) func withoutAConnectionThePersonIsTold() async throws {
        let transport = HTTPTransportStub { _ throws(HTTPTransportError) in throw .timedOut }
        let error = await #expect(throws: PasswordRecoveryError.self) {
            try await client(transport).requestReset(email: "ana@example.com")
        }
        guard case .connectivity? = error else { return #expect(Bool(false), "\(String(describing: error))") }
    }
}
