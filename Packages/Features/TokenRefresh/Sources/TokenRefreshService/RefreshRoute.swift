import CoreModels
import HTTPServingAPI
import HTTPTypes
import Localization
import ProofOfPossessionServiceAPI
import SessionsServiceAPI
import TelemetryAPI
import TokenRefreshContract

/// Exchanges refresh tokens for those who present them.
struct RefreshRoute: Sendable {
    let sessions: any SessionRefreshing
    let logger: Logger
    let refreshes: any Counter

    var route: Route {
        // The same answer is given again by a rule of its own, which notices thieves.
        Route(
            .post, TokenRefreshContract.path, bodyLimit: 16 * 1024, repetition: .ownRules, description: .refresh
        ) { try await refresh($0) }
    }

    private func refresh(_ request: ServerRequest) async throws -> ServerResponse {
        let body = try await request.decodeJSON(TokenRefreshContract.Request.self)
        switch try await outcome(body.refreshToken, request) {
        case .rotated(let grant):
            refreshes.increment(["result": "rotated"])
            return try answer(grant)
        case .repeated(let grant):
            refreshes.increment(["result": "repeated"])
            return try answer(grant)
        case .unproven(let hasOtherKey):
            refreshes.increment(["result": "unproven"])
            logger.warning("refused a refresh token without its key", ["peer": "\(request.peer.ip)"])
            throw hasOtherKey ? HTTPProblem.proofOfOtherKey : HTTPProblem.proofRequired
        case .refused(let refusal):
            note(refusal, from: request)
            throw HTTPProblem.invalidGrant(after: refusal)
        case .refusedToItsDevice(let refusal):
            note(refusal, from: request)
            let isReuse = refusal == .reused || refusal == .endedByReuse
            throw isReuse ? HTTPProblem.invalidGrantAfterReuse : .invalidGrant(after: refusal)
        }
    }

    private func note(_ refusal: RefreshRefusal, from request: ServerRequest) {
        refreshes.increment(["result": refusal.rawValue])
        logger.log(
            refusal == .reused ? .warning : .info, "refused a refresh token",
            ["reason": refusal.rawValue, "peer": "\(request.peer.ip)"])
    }

    private func outcome(_ token: Secret, _ request: ServerRequest) async throws(HTTPProblem) -> RefreshOutcome {
        do throws(SessionsError) {
            return try await sessions.refresh(token, on: SessionClient(of: request))
        } catch .proofRefused(let problem) {
            refreshes.increment(["result": "unproven"])
            throw problem
        } catch {
            refreshes.increment(["result": "unavailable"])
            logger.failure("could not refresh", ["reason": "\(error)"])
            throw .unavailable(code: TokenRefreshContract.Code.unavailable.rawValue, retryAfter: .seconds(5))
        }
    }

    private func answer(_ grant: TokenGrant) throws -> ServerResponse {
        try .json(TokenRefreshContract.Response(token: grant), fields: [.cacheControl: "no-store"])
    }
}

extension HTTPProblem {
    /// 401 `invalid_grant`: the session is over.
    ///
    /// It says nothing of the reason: whoever presents a stolen token learns
    /// nothing from it.
    static let invalidGrant = HTTPProblem(
        status: .unauthorized, code: TokenRefreshContract.Code.invalidGrant.rawValue,
        title: LocalizedText(en: "This session is over.", es: "Esta sesión ha terminado."),
        detail: LocalizedText(en: "Log in again.", es: "Inicia sesión de nuevo."))

    /// The same, with what an operator did, which whoever holds a token of the session
    /// may know: it harms nobody, and browsers prove no key.
    static func invalidGrant(after refusal: RefreshRefusal) -> HTTPProblem {
        switch refusal {
        case .suspended:
            HTTPProblem(
                status: .unauthorized, code: invalidGrant.code, title: accountSuspended.title,
                detail: accountSuspended.detail,
                members: [TokenRefreshContract.reason: TokenRefreshContract.Reason.suspended.rawValue])
        case .closed:
            HTTPProblem(
                status: .unauthorized, code: invalidGrant.code,
                title: LocalizedText(en: "This account is deleted.", es: "Esta cuenta se elimina."),
                detail: LocalizedText(
                    en: "Whoever logs in before the day that the message names takes that back.",
                    es: "Quien inicie sesión antes del día que dice el mensaje lo anula."),
                members: [TokenRefreshContract.reason: TokenRefreshContract.Reason.closed.rawValue])
        case .endedByOperator:
            HTTPProblem(
                status: .unauthorized, code: invalidGrant.code, title: invalidGrant.title,
                detail: LocalizedText(
                    en: "Whoever runs the server ended it. Log in again.",
                    es: "Quien administra el servidor la terminó. Inicia sesión de nuevo."),
                members: [TokenRefreshContract.reason: TokenRefreshContract.Reason.endedByOperator.rawValue])
        default: invalidGrant
        }
    }

    /// The same, to the device of a session: all sessions of the account were
    /// ended, because an old token of it was used again.
    static let invalidGrantAfterReuse = HTTPProblem(
        status: .unauthorized, code: TokenRefreshContract.Code.invalidGrant.rawValue, title: invalidGrant.title,
        detail: LocalizedText(
            en: "Somebody used an old token of your account, so all its sessions were ended. Log in again, and choose "
                + "a new password.",
            es: "Alguien usó un token antiguo de tu cuenta, así que se cerraron todas sus sesiones. Inicia sesión de "
                + "nuevo y elige una contraseña nueva."),
        members: [TokenRefreshContract.reason: TokenRefreshContract.Reason.reuse.rawValue])
}
