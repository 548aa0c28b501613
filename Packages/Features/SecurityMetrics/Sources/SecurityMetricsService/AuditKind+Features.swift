import Localization
package import OperatingAPI
package import SecurityMetricsServiceAPI

/// The kinds of events that the features below tell of, and those of the trail itself.
extension AuditKind {
    static let registered = AuditKind(
        "account.registered", .info, LocalizedText(en: "An account was made", es: "Se creó una cuenta"))
    static let addressProved = AuditKind(
        "account.verified", .info, LocalizedText(en: "The address was proved", es: "Se confirmó la dirección"))
    static let passwordReplaced = AuditKind(
        "password.replaced", .notice, LocalizedText(en: "The password was replaced", es: "Se cambió la contraseña"))
    static let addressReplaced = AuditKind(
        "address.replaced", .notice, LocalizedText(en: "The address was replaced", es: "Se cambió la dirección"))
    static let accountReturned = AuditKind(
        "account.returned", .critical,
        LocalizedText(en: "The account came back to its owner", es: "La cuenta volvió a quien la tenía"))
    static let deletionBegun = AuditKind(
        "account.closing", .notice,
        LocalizedText(en: "The account is to be deleted", es: "Se pidió eliminar la cuenta"))
    static let deletionTakenBack = AuditKind(
        "account.kept", .notice,
        LocalizedText(en: "The account isn't to be deleted any more", es: "Ya no se elimina la cuenta"))
    static let deleted = AuditKind(
        "account.deleted", .notice, LocalizedText(en: "The account was deleted", es: "Se eliminó la cuenta"))

    static let loginAccepted = AuditKind(
        "login.accepted", .info, LocalizedText(en: "Somebody logged in", es: "Se inició sesión"))
    static let loginRefused = AuditKind(
        "login.refused", .notice, LocalizedText(en: "A login was refused", es: "Se rechazó un inicio de sesión"))
    static let loginLocked = AuditKind(
        "login.locked", .warning, LocalizedText(en: "A login met a lock", es: "Un inicio de sesión topó con un bloqueo")
    )
    static let accessSuspicious = AuditKind(
        "access.suspicious", .warning,
        LocalizedText(en: "A login isn't like the person", es: "Un inicio de sesión no es propio de la persona"))
    static let sessionEnded = AuditKind(
        "session.ended", .info, LocalizedText(en: "A session ended", es: "Terminó una sesión"))
    static let tokenReused = AuditKind(
        "token.reused", .critical,
        LocalizedText(en: "A spent token was used again", es: "Se volvió a usar un testigo ya gastado"))

    static let tokenExpired = AuditKind(
        "token.expired", .info,
        LocalizedText(en: "A session was too old to go on", es: "Una sesión era demasiado antigua para seguir"))
    static let refreshRefused = AuditKind(
        "token.refused", .notice,
        LocalizedText(
            en: "A token of a session that is over was used", es: "Se usó un testigo de una sesión terminada"))

    static let wayInChanged = AuditKind(
        "way-in.changed", .notice, LocalizedText(en: "A way in changed", es: "Cambió una forma de entrar"))
    static let wayInLost = AuditKind(
        "way-in.lost", .warning,
        LocalizedText(en: "A second factor is said to be lost", es: "Se dio por perdido un segundo factor"))
    static let wayInCopied = AuditKind(
        "way-in.copied", .critical,
        LocalizedText(en: "There is a copy of a passkey", es: "Hay una copia de una llave de acceso"))

    static let operatorDeleted = AuditKind(
        "operator.deletion-ordered", .warning,
        LocalizedText(
            en: "An operator suspended an account, to be deleted",
            es: "Quien administra suspendió una cuenta, que se eliminará"))
    static let operatorSuspended = AuditKind(
        "operator.suspended", .warning,
        LocalizedText(en: "An operator suspended an account", es: "Quien administra suspendió una cuenta"))
    static let operatorReleased = AuditKind(
        "operator.released", .warning,
        LocalizedText(en: "An operator released an account", es: "Quien administra levantó una suspensión"))
    static let operatorVerified = AuditKind(
        "operator.verified", .warning,
        LocalizedText(
            en: "An operator took an address as proved", es: "Quien administra dio una dirección por confirmada"))
    static let operatorLoggedOut = AuditKind(
        "operator.logged-out", .warning,
        LocalizedText(en: "An operator ended all sessions", es: "Quien administra cerró todas las sesiones"))

    /// The cause names the rule and the incident's number.
    static let incidentFound = AuditKind(
        "incident.found", .critical,
        LocalizedText(en: "Events look like an attack", es: "Los sucesos parecen un ataque"))

    /// The cause names the forwarder, how many events, and before which place they were.
    static let eventsPassedOver = AuditKind(
        "forwarding.passed-over", .warning,
        LocalizedText(en: "Events weren't forwarded", es: "No se reenviaron sucesos"))

    /// The cause says before which place.
    package static let eventsRemoved = AuditKind(
        "audit.removed", .notice, LocalizedText(en: "Old events were removed", es: "Se quitaron sucesos antiguos"))

    /// The cause says how many events were before it, and the root of their tree.
    static let trailBegun = AuditKind(
        "audit.begun", .critical,
        LocalizedText(en: "A new audit trail was begun", es: "Se empezó un registro nuevo"))

    static let all = [
        registered, addressProved, passwordReplaced, addressReplaced, accountReturned, deletionBegun,
        deletionTakenBack, deleted, loginAccepted, loginRefused, loginLocked, accessSuspicious, sessionEnded,
        tokenReused, tokenExpired, refreshRefused, wayInChanged, wayInLost, wayInCopied,
        operatorSuspended, operatorDeleted, operatorReleased, operatorVerified, operatorLoggedOut, incidentFound,
        eventsPassedOver, eventsRemoved, trailBegun,
    ]
}

extension OperatorDeed {
    /// Closing an incident, by a command or a page.
    package static let incidentClosed = OperatorDeed(
        "incident-closed",
        LocalizedText(en: "An operator closed an incident", es: "Quien administra cerró un incidente"))
}
