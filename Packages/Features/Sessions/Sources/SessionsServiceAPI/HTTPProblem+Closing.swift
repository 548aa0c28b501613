public import HTTPServingAPI
import HTTPTypes
import Localization

extension HTTPProblem {
    /// 403 `account_closing`: the person has proved who they are, and what they sent waited for
    /// a connection, while the account is deleted.
    public static let accountClosing = HTTPProblem(
        status: .forbidden, code: "account_closing",
        title: LocalizedText(en: "This account is being deleted.", es: "Esta cuenta se está eliminando."),
        detail: LocalizedText(
            en: "A login that waited takes that back no more. Log in anew to take it back.",
            es: "Un inicio de sesión que esperaba ya no lo anula. Inicia sesión de nuevo para anularlo."))
}

extension RouteAnswer {
    /// 403 `account_closing`.
    ///
    /// - Parameter codes: Those of the route.
    public static func accountClosing(_ codes: ProblemCodes) -> RouteAnswer {
        .problem(
            .accountClosing,
            "It is proved who asks; the account is deleted, and the login waited (`account_closing`).", codes: codes)
    }
}
