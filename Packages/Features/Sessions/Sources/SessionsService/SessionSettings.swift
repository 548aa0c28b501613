import ConfigurationAPI
import Localization

/// What operators set of sessions and their tokens.
enum SessionSettings {
    /// Ten years: longer than any device.
    private static let longest = Duration.seconds(3_650 * 86_400)

    static let accessLifetime = ConfigurationKey(
        "tokens.access_lifetime", default: Duration.seconds(300), allowed: .range(.seconds(30) ... .seconds(3_600)),
        summary: LocalizedText(en: "For how long an access token is valid", es: "Cuánto vale un testigo de acceso"))

    static let refreshIdle = ConfigurationKey(
        "tokens.refresh_idle", default: Duration.seconds(30 * 86_400), allowed: .range(.seconds(60)...longest),
        summary: LocalizedText(
            en: "After how long without use a session ends", es: "Cuánto puede estar una sesión sin usarse"))

    static let refreshAbsolute = ConfigurationKey(
        "tokens.refresh_absolute", default: Duration.seconds(180 * 86_400), allowed: .range(.seconds(60)...longest),
        summary: LocalizedText(
            en: "After how long a session ends in any case", es: "Cuánto dura una sesión como máximo"))

    static let refreshGrace = ConfigurationKey(
        "tokens.refresh_grace", default: Duration.seconds(30), allowed: .range(.zero ... .seconds(300)),
        summary: LocalizedText(
            en: "For how long a repeated refresh gets the same answer",
            es: "Durante cuánto se repite la misma respuesta a una renovación"))

    static let requiresKey = ConfigurationKey(
        "tokens.require_dpop", default: false,
        summary: LocalizedText(
            en: "Whether sessions have to be bound to a key of the client",
            es: "Si las sesiones tienen que estar ligadas a una clave del cliente"),
        detail: "RFC 9449; `essential` always binds them.")

    static let eventRetention = ConfigurationKey(
        "events.retention", default: Duration.seconds(7 * 86_400),
        allowed: .range(.seconds(60) ... .seconds(90 * 86_400)),
        summary: LocalizedText(
            en: "For how long devices can ask for the events that they missed",
            es: "Durante cuánto se pueden pedir los sucesos perdidos"),
        detail: "Of one account 200 are kept at most.")

    static let section = ConfigurationSection(
        LocalizedText(en: "Sessions", es: "Sesiones"), accessLifetime, refreshIdle, refreshAbsolute, refreshGrace,
        requiresKey, eventRetention)
}
