import CoreModels
import FoundationEssentials
import HTTPTransportAPI
import HTTPTransportTesting
import HTTPTypes
import KernelTesting
import PluginKit
import SecondFactorAPI
import SecondFactorClient
import SecondFactorContract
import SessionsAPI
import Testing

struct SecondFactorClientTests {
    private func client(
        _ answer: @escaping @Sendable () throws(HTTPTransportError) -> HTTPResponse
    ) throws -> (factors: any FactorManaging & Reauthenticating, transport: HTTPTransportSpy) {
        let transport = HTTPTransportSpy { _ throws(HTTPTransportError) in try answer() }
        let address = try #require(ServerAddress("https://essential.test"))
        let server = ServerClient(address: address, transport: transport)
        return (SecondFactorClientPlugin.assemble(server).exports.factors, transport)
    }

    private func answering(_ status: HTTPStatus, _ body: String = "") throws -> any FactorManaging & Reauthenticating {
        try client { () throws(HTTPTransportError) in HTTPResponse(status: status, body: Data(body.utf8)) }.factors
    }

    private static func problem(_ status: Int, _ code: String, _ fields: HTTPFields = [:]) -> HTTPResponse {
        var fields = fields
        fields[.contentType] = "application/problem+json"
        return HTTPResponse(
            status: HTTPStatus(rawValue: status), fields: fields,
            body: Data(#"{"code":"\#(code)","title":"No.","status":\#(status)}"#.utf8))
    }

    @Test(.requirement("MFA-01", "MFA-02")) func readsWhatTheServerTells() async throws {
        let listed = #"{"authenticator_since":"2027-01-15T08:00:00Z","recovery_codes_left":7,"factor_ends_at":null}"#
        #expect(
            try await answering(.ok, listed).factors()
                == SecondFactors(
                    authenticatorSince: Date(timeIntervalSince1970: 1_800_000_000), recoveryCodesLeft: 7, endsAt: nil))
        let setup = try await answering(.created, #"{"secret":"GEZD","uri":"otpauth://x"}"#).beginAuthenticator()
        #expect(setup.secret.isEqual(to: Secret("GEZD")) && setup.address.isEqual(to: Secret("otpauth://x")))
        let codes = #"{"recovery_codes":["AAAAA-BBBBB"]}"#
        for shown in [
            try await answering(.ok, codes).renewRecoveryCodes(),
            try await answering(.ok, codes).confirmAuthenticator(with: Secret("287082")),
        ] { #expect(shown.count == 1 && shown[0].isEqual(to: Secret("AAAAA-BBBBB"))) }
    }

    @Test(.requirement("MFA-01", "MFA-03", "MFA-05")) func asksForEachThingAtItsAddress() async throws {
        let (factors, transport) = try client { () throws(HTTPTransportError) in HTTPResponse(status: .noContent) }
        try await factors.removeAuthenticator()
        try await factors.takeBackLoss()
        try await factors.authenticate(password: Secret("four green pots"), code: Secret("287082"))
        try await factors.reauthenticate(password: Secret("four green pots"), code: nil)
        #expect(
            transport.requests.map { "\($0.method) \($0.url.path())" } == [
                "DELETE /auth/factors/authenticator", "DELETE /auth/factors/loss", "POST /auth/reauthentication",
                "POST /auth/reauthentication",
            ])
    }

    @Test(
        .requirement("MFA-03", "MFA-04"),
        arguments: [
            (problem(401, "insufficient_user_authentication"), FactorError.authenticationNeeded(code: false)),
            (
                problem(
                    401, "insufficient_user_authentication",
                    [.wwwAuthenticate: #"Bearer error="insufficient_user_authentication", acr_values="2""#]),
                .authenticationNeeded(code: true)
            ),
            (problem(403, "second_factor_required"), .authenticationNeeded(code: true)),
            (problem(401, "invalid_credentials"), .wrongPassword), (problem(401, "wrong_code"), .wrongCode),
            (problem(409, "factor_in_force"), .isOn), (problem(409, "no_factor"), .isOff),
            (problem(409, "no_password"), .loginNeeded), (problem(403, "email_not_verified"), .addressNotProved),
            (problem(429, "account_locked", [.retryAfter: "60"]), .tooManyAttempts(retryAfter: .seconds(60))),
            (problem(429, "too_many_requests"), .tooManyAttempts(retryAfter: nil)),
            (problem(401, "session_ended"), .notLoggedIn), (problem(500, "internal_error"), .server),
        ]) func eachRefusalIsTold(answer: HTTPResponse, expected: FactorError) async throws
    {
        let factors = try client { () throws(HTTPTransportError) in answer }.factors
        await #expect(throws: expected) { try await factors.factors() }
        await #expect(throws: expected) { try await factors.beginAuthenticator() }
        await #expect(throws: expected) { try await factors.confirmAuthenticator(with: Secret("287082")) }
        await #expect(throws: expected) { try await factors.renewRecoveryCodes() }
        await #expect(throws: expected) { try await factors.removeAuthenticator() }
        await #expect(throws: expected) { try await factors.takeBackLoss() }
        await #expect(throws: expected) { try await factors.authenticate(password: Secret("a"), code: nil) }
    }

    @Test(arguments: [
        (HTTPResponse(status: .serviceUnavailable), "server_busy"),
        (problem(404, "not_found"), "not_offered"), (HTTPResponse(status: .ok), "server_error"),
    ]) func whatIsInTheWayIsTold(answer: HTTPResponse, code: String) async throws {
        let factors = try client { () throws(HTTPTransportError) in answer }.factors
        let error = await #expect(throws: FactorError.self) { try await factors.factors() }
        #expect(error?.code == code)
    }

    @Test(
        .requirement("MFA-03", "D22"),
        arguments: [
            (HTTPResponse(status: .ok, body: Data(#"{"recovery_codes_left":0,"password":false}"#.utf8)), .noPassword),
            (HTTPResponse(status: .ok, body: Data(#"{"recovery_codes_left":0,"password":true}"#.utf8)), .possible),
            (HTTPResponse(status: .ok, body: Data(#"{"recovery_codes_left":0}"#.utf8)), .possible),
            (problem(404, "not_found"), .notOffered), (HTTPResponse(status: .notFound), .possible),
            (HTTPResponse(status: .serviceUnavailable), .possible),
        ] as [(HTTPResponse, PasswordProof)]) func knowsWhetherThePasswordProvesIt(
            answer: HTTPResponse, proof: PasswordProof
        ) async throws
    {
        #expect(await (try client { () throws(HTTPTransportError) in answer }).factors.passwordProof() == proof)
        let offline = try client { () throws(HTTPTransportError) in throw .timedOut }.factors
        #expect(await offline.passwordProof() == .possible)
    }

    @Test func withoutAConnectionThatIsTold() async throws {
        let factors = try client { () throws(HTTPTransportError) in throw .timedOut }.factors
        await #expect(throws: FactorError.connectivity(HTTPTransportError.timedOut.text)) {
            try await factors.factors()
        }
    }

    @Test(.requirement("MFA-03")) func whoeverAsksOnceMoreIsToldThatACodeIsNeeded() async throws {
        func error(_ status: Int, _ code: String) async throws -> ReauthenticationError? {
            let factors = try client { () throws(HTTPTransportError) in Self.problem(status, code) }.factors
            return await #expect(throws: ReauthenticationError.self) {
                try await factors.reauthenticate(password: Secret("a"), code: nil)
            }
        }
        guard case .codeNeeded? = try await error(403, "second_factor_required"),
            case .wrongCode(let reason)? = try await error(401, "wrong_code"),
            case .refused? = try await error(403, "something_else")
        else {
            Issue.record("not told")
            return
        }
        #expect(reason as? FactorError == .wrongCode)
    }
}
