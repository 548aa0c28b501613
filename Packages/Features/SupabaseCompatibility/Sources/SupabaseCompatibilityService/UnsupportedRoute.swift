import HTTPServingAPI
import HTTPTypes
import Localization

/// What Supabase's interface has a path for and this server hasn't: it is refused by name, and
/// says what to do instead.
struct UnsupportedRoute: Sendable {
    let method: HTTPMethod
    let path: String
    let problem: HTTPProblem

    static let all =
        [
            UnsupportedRoute(method: .post, path: "/otp", problem: .noLoginByMessage),
            UnsupportedRoute(method: .post, path: "/magiclink", problem: .noLoginByMessage),
            UnsupportedRoute(method: .get, path: "/verify", problem: .linksArePages),
            UnsupportedRoute(method: .get, path: "/authorize", problem: .providersArePages),
            UnsupportedRoute(method: .get, path: "/callback", problem: .providersArePages),
            UnsupportedRoute(method: .get, path: "/user/identities/authorize", problem: .providersArePages),
            UnsupportedRoute(method: .post, path: "/sso", problem: .providersArePages),
            UnsupportedRoute(method: .get, path: "/reauthenticate", problem: .currentPasswordNeeded),
            UnsupportedRoute(method: .post, path: "/factors", problem: .factorsArePages),
            UnsupportedRoute(method: .post, path: "/factors/{id}/challenge", problem: .factorsArePages),
            UnsupportedRoute(method: .post, path: "/factors/{id}/verify", problem: .factorsArePages),
            UnsupportedRoute(method: .delete, path: "/factors/{id}", problem: .factorsArePages),
            UnsupportedRoute(method: .post, path: "/invite", problem: .noAdministration),
        ]
        + [HTTPMethod.get, .post, .put, .delete].map {
            UnsupportedRoute(method: $0, path: "/admin/{rest...}", problem: .noAdministration)
        }
}

extension HTTPProblem {
    fileprivate static let noLoginByMessage = HTTPProblem(
        .otpDisabled, .unprocessableContent,
        LocalizedText(
            en: "Nobody is let in here by a message alone. Log in with a password.",
            es: "Aquí nadie entra solo con un mensaje. Inicia sesión con una contraseña."))

    fileprivate static let linksArePages = HTTPProblem(
        .validationFailed, .badRequest,
        LocalizedText(
            en: "Mailed links lead to the server's pages. A program sends what is in them by POST.",
            es: "Los enlaces de los mensajes llevan a las páginas del servidor. Un programa envía su contenido por "
                + "POST."))

    fileprivate static let providersArePages = HTTPProblem(
        .providerDisabled, .badRequest,
        LocalizedText(
            en: "Who comes in by a provider does so on the server's pages.",
            es: "Quien entra con un proveedor lo hace en las páginas del servidor."))

    fileprivate static let factorsArePages = HTTPProblem(
        .mfaDisabled, .unprocessableContent,
        LocalizedText(
            en: "A second factor is set up and used on the server's pages, or by its own interface.",
            es: "Un segundo factor se configura y se usa en las páginas del servidor o por su propia interfaz."))

    fileprivate static let noAdministration = HTTPProblem(
        .notAdmin, .forbidden,
        LocalizedText(
            en: "Whoever runs the server uses its commands and pages; there is no interface for that.",
            es: "Quien administra el servidor usa sus comandos y páginas; no hay interfaz para ello."))
}
