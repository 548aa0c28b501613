import AccountVerificationServiceTesting
import CoreModels
import FoundationEssentials
import HTTPServingAPI
import HTTPServingRouting
import HTTPServingTesting
import HTTPTypes
import TelemetryTesting
import Testing

/// The routes of a server that confirms addresses, asked as a client asks.
struct VerificationClient {
    let router: Router

    init(_ server: RunningVerification) throws {
        router = try Router(routes: server.routes, observer: RequestObserverSpy())
    }

    private func fields(_ token: Secret?, _ language: String) -> HTTPFields {
        var fields: HTTPFields = [.acceptLanguage: language]
        fields[.authorization] = token?.withText { "Bearer \($0 ?? "")" }
        return fields
    }

    func confirm(_ code: String?, _ token: Secret?, language: String = "en") async throws -> ServerResponse {
        let body = String(decoding: try JSONEncoder().encode(["code": code ?? ""]), as: UTF8.self)
        return await router.respond(
            to: .json(.post, "/auth/verification", body, fields: fields(token, language)))
    }

    /// Confirms a code as somebody does who is logged in nowhere.
    func confirm(
        _ code: String?, of email: String, password: String? = RunningVerification.password, _ token: Secret? = nil
    ) async throws -> ServerResponse {
        let body = ["code": code ?? "", "email": email, "password": password].compactMapValues(\.self)
        return await send(String(decoding: try JSONEncoder().encode(body), as: UTF8.self), token)
    }

    func send(_ body: String, _ token: Secret?) async -> ServerResponse {
        await router.respond(to: .json(.post, "/auth/verification", body, fields: fields(token, "en")))
    }

    /// Follows a link with the program.
    func follow(
        _ token: String?, _ bearer: Secret? = nil, password: String? = nil
    ) async throws -> ServerResponse {
        let body = ["token": token ?? "", "password": password].compactMapValues(\.self)
        return await send(String(decoding: try JSONEncoder().encode(body), as: UTF8.self), bearer)
    }

    func resend(to email: String, _ token: Secret? = nil) async -> ServerResponse {
        await router.respond(
            to: .json(.post, "/auth/verification/resend", #"{"email":"\#(email)"}"#, fields: fields(token, "en")))
    }

    func resend(_ token: Secret?) async -> ServerResponse {
        await router.respond(to: .sample(.post, "/auth/verification/resend", fields: fields(token, "en")))
    }
}

extension ServerResponse {
    /// The problem that the answer reports.
    var problem: ProblemDetails {
        get async throws { try JSONDecoder().decode(ProblemDetails.self, from: await collectBody()) }
    }
}

/// Another code than this one.
func other(_ code: String) -> String {
    (code.first == "0" ? "1" : "0") + code.dropFirst()
}
