import Localization
import SecurityMetricsServiceAPI

/// What the audit trail has of devices that are let in by a typed code.
extension AuditKind {
    static let deviceCodeShown = AuditKind(
        "device-login.shown", .info,
        LocalizedText(en: "A device shows a code to be let in", es: "Un dispositivo muestra un código para entrar"))
    /// Refused where no device waits with it.
    static let deviceCodeTyped = AuditKind(
        "device-login.typed", .notice,
        LocalizedText(en: "The code of a device was typed", es: "Se escribió el código de un dispositivo"))
    static let deviceLetIn = AuditKind(
        "device-login.let-in", .notice,
        LocalizedText(en: "A device was let in by its code", es: "Se dejó entrar a un dispositivo por su código"))
    static let deviceRefused = AuditKind(
        "device-login.refused", .notice,
        LocalizedText(en: "A device was refused", es: "Se rechazó a un dispositivo"))

    static let deviceLogins = [deviceCodeShown, deviceCodeTyped, deviceLetIn, deviceRefused]
}
