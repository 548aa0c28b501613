import Localization
import SecurityMetricsServiceAPI

extension AuditKind {
    static let administratorMade = AuditKind(
        "administrator.made", .critical,
        LocalizedText(
            en: "Somebody became an administrator by an invitation",
            es: "Alguien pasó a administrar por una invitación"))
    static let administratorEnded = AuditKind(
        "administrator.ended", .warning,
        LocalizedText(
            en: "An administrator got in by mail, and is none any more",
            es: "Quien administraba entró por correo, y ya no administra"))
}
