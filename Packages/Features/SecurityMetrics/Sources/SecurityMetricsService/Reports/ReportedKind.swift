package import Localization

/// A kind of events whose number a report tells.
package struct ReportedKind: Hashable, Sendable {
    /// See ``AuditKind/name``.
    package let name: String
    /// What people read.
    package let title: LocalizedText
    /// Whether one such event is too many for a quiet week.
    let isGrave: Bool

    private init(_ name: String, isGrave: Bool = false, _ title: LocalizedText) {
        self.name = name
        self.title = title
        self.isGrave = isGrave
    }

    /// All of them, in the order of a report.
    static let all = [
        ReportedKind("login.refused", LocalizedText(en: "Failed logins", es: "Inicios de sesión fallidos")),
        ReportedKind("login.locked", LocalizedText(en: "Logins that met a lock", es: "Inicios de sesión bloqueados")),
        ReportedKind("login.accepted", LocalizedText(en: "Logins", es: "Inicios de sesión")),
        ReportedKind("access.suspicious", LocalizedText(en: "Suspicious logins", es: "Inicios de sesión sospechosos")),
        ReportedKind("account.registered", LocalizedText(en: "Accounts made", es: "Cuentas creadas")),
        ReportedKind(
            "password.recovered", LocalizedText(en: "Passwords set by mail", es: "Contraseñas puestas por correo")),
        ReportedKind(
            "mailed-proof.refused",
            LocalizedText(en: "Wrong mailed links and codes", es: "Enlaces y códigos de correo incorrectos")),
        ReportedKind(
            "token.reused", isGrave: true,
            LocalizedText(en: "Spent tokens used again", es: "Testigos gastados usados otra vez")),
        ReportedKind(
            "way-in.copied", isGrave: true, LocalizedText(en: "Copies of passkeys", es: "Copias de llaves de acceso")),
        ReportedKind(
            "administrator.acted",
            LocalizedText(en: "What administrators did to accounts", es: "Lo que hicieron administradores a cuentas")),
    ]
}
