/// The codes of the problems that credentials cause on any route.
package enum SessionsCode: String, CaseIterable, Sendable {
    /// 401: the route needs credentials and there are none.
    case authenticationRequired = "authentication_required"
    /// 401: the credentials are not ones that the server gave out.
    case invalidToken = "invalid_token"
    /// 401: the access token is too old.
    case tokenExpired = "token_expired"
    /// 401: the session was ended.
    case sessionEnded = "session_ended"
    /// 403: the person has to prove the address first.
    case emailNotVerified = "email_not_verified"
}
