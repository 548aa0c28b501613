import Localization
import SecurityMetricsServiceAPI

extension AuditKind {
    static let administratorMade = AuditKind(
        "administrator.made", .critical,
        LocalizedText(
            en: "Somebody became an administrator by an invitation",
            es: "Alguien pasó a administrar por una invitación"))
    /// The cause is the name of the act.
    static let administratorActed = AuditKind(
        "administrator.acted", .warning,
        LocalizedText(
            en: "An administrator did something to an account by a page",
            es: "Quien administra hizo algo con una cuenta desde una página"))
    static let administratorEnded = AuditKind(
        "administrator.ended", .warning,
        LocalizedText(
            en: "An administrator got in by mail, and is none any more",
            es: "Quien administraba entró por correo, y ya no administra"))
}
