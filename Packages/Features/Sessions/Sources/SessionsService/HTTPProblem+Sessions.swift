import HTTPServingAPI
import HTTPTypes
import Localization
import SessionsContract

extension HTTPProblem {
    /// The credentials are not ones that the server gave out.
    static let invalidToken = unauthorized(
        .invalidToken, challenge: "The access token is not valid.",
        title: LocalizedText(en: "The access token is not valid.", es: "El token de acceso no es válido."))

    /// The access token is too old; a new one is got by refreshing.
    static let tokenExpired = unauthorized(
        .tokenExpired, challenge: "The access token expired.",
        title: LocalizedText(en: "The access token has expired.", es: "El token de acceso ha caducado."))

    /// The session is over.
    static let sessionEnded = unauthorized(
        .sessionEnded, challenge: "The session was ended.",
        title: LocalizedText(
            en: "This session was ended. Log in again.", es: "Esta sesión se cerró. Inicia sesión de nuevo."))

    /// RFC 6750, section 3: all three are `invalid_token` to OAuth.
    private static func unauthorized(_ code: SessionsCode, challenge: String, title: LocalizedText) -> HTTPProblem {
        HTTPProblem(
            status: .unauthorized, code: code.rawValue, title: title,
            fields: [
                .wwwAuthenticate:
                    "Bearer realm=\"essential\", error=\"invalid_token\", error_description=\"\(challenge)\""
            ])
    }
}
