public import HTTPServingAPI
import HTTPTypes
import Localization

extension HTTPProblem {
    /// 403 `account_suspended`: the person has proved who they are, and whoever runs
    /// the server has suspended the account.
    public static let accountSuspended = HTTPProblem(
        status: .forbidden, code: "account_suspended",
        title: LocalizedText(en: "This account is suspended.", es: "Esta cuenta está suspendida."),
        detail: LocalizedText(
            en: "Whoever runs this server has locked it. Nothing was deleted. Write to them to have it released.",
            es: "Quien administra este servidor la ha bloqueado. No se borró nada. Escríbele para que la levante."))
}

extension RouteAnswer {
    /// 403 `account_suspended`.
    ///
    /// - Parameter codes: Those of the route.
    public static func accountSuspended(_ codes: ProblemCodes) -> RouteAnswer {
        .problem(
            .accountSuspended,
            "It is proved who asks, and whoever runs the server has suspended the account (`account_suspended`).",
            codes: codes)
    }
}
