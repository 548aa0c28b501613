import CoreModels
import HTTPServingAPI
import HTTPTypes
import SessionsServiceAPI
import TelemetryAPI

/// Ends sessions of Supabase's clients, which show the access token for that and not the refresh token.
struct SupabaseSessions: Sendable {
    let own: OwnInterface
    let tokens: SupabaseTokens
    let authentication: any RequestAuthenticating
    let ending: any SessionEnding
    let log: Logger

    /// `scope` is `global` unless told: whoever asks is logged out here and everywhere else.
    ///
    /// This one ends in any case. The others end by the rule for that, a recent proof of who it is,
    /// since whoever found a token is to log nobody out.
    func logOut(_ request: ServerRequest) async throws -> ServerResponse {
        let scope = request.query["scope"] ?? "global"
        guard ["global", "local", "others"].contains(scope) else { throw HTTPProblem.otherScope }
        let token = try await tokens.session(of: request)
        let session = try await self.session(of: token, request)
        var refusal: OwnInterface.Refusal?
        if scope != "local" {
            do {
                try await own.ask(.delete, "/auth/sessions", for: request, with: token)
            } catch let error as OwnInterface.Refusal {
                refusal = error
            }
        }
        if scope != "others" { try await end(session) }
        // Clients take 401 and 403 for a session that is over already, and would say that all is well.
        if let refusal {
            throw [.unauthorized, .forbidden].contains(refusal.response.status) ? HTTPProblem.othersGoOn : refusal
        }
        return .noContent
    }

    /// Sets another password for who knows the one before, and ends the session with all others:
    /// the tokens that take the place of its own have no place in the answer.
    func changePassword(
        to password: Secret, knowing current: Secret?, _ token: Secret, _ request: ServerRequest
    ) async throws -> ServerResponse {
        guard let current else { throw HTTPProblem.currentPasswordNeeded }
        let user = try await own.ask(.get, "/auth/me", for: request, with: token).read(User.self)
        let session = try await self.session(of: token, request)
        try await own.send(
            OwnMessage(secrets: ["current_password": current, "new_password": password]),
            to: "/auth/password/change", for: request, with: token)
        // It is changed; a session that stays after all has no tokens any more.
        try? await end(session)
        return try .json(SupabaseUser(user), fields: .noStore)
    }

    private func session(of token: Secret, _ request: ServerRequest) async throws(HTTPProblem) -> AuthenticatedSession {
        var request = request
        request.fields[.authorization] = token.withText { $0.map { "Bearer \($0)" } }
        return try await authentication.requireSession(request)
    }

    private func end(_ session: AuthenticatedSession) async throws(HTTPProblem) {
        do throws(SessionsError) {
            try await ending.endSession(session.sessionID, of: session.userID, because: .logout)
        } catch {
            log.failure("could not log out", ["reason": "\(error)"])
            throw .unavailable(retryAfter: .seconds(5))
        }
    }
}
