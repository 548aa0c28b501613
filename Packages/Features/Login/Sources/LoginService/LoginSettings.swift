import ConfigurationAPI
import Localization

/// What operators set of logins, and of the locks against guessing.
enum LoginSettings {
    static let failures = ConfigurationKey(
        "lockout.failures", default: 5, allowed: .range(1...100),
        summary: LocalizedText(
            en: "After how many wrong passwords an account is locked",
            es: "Con cuántas contraseñas incorrectas se bloquea una cuenta"),
        detail: "For strangers; a known device is locked for itself.")

    static let addressFailures = ConfigurationKey(
        "lockout.address_failures", default: 30, allowed: .range(1...10_000),
        summary: LocalizedText(
            en: "After how many wrong passwords a client address is locked",
            es: "Con cuántas contraseñas incorrectas se bloquea una dirección de red"),
        detail: "On whichever accounts.")

    static let captchaAfter = ConfigurationKey(
        "lockout.captcha_after", default: 3, allowed: .range(0...100),
        summary: LocalizedText(
            en: "After how many wrong passwords a CAPTCHA is asked (0 for never)",
            es: "Con cuántas contraseñas incorrectas se pide un CAPTCHA (0 para nunca)"),
        detail: "In proportion for a client address.")

    static let window = ConfigurationKey(
        "lockout.window", default: Duration.seconds(300), allowed: .range(.seconds(1) ... .seconds(86_400)),
        summary: LocalizedText(
            en: "For how long a wrong password counts", es: "Durante cuánto cuenta una contraseña incorrecta"))

    static let duration = ConfigurationKey(
        "lockout.duration", default: Duration.seconds(900), allowed: .range(.seconds(1) ... .seconds(14_400)),
        summary: LocalizedText(
            en: "How long the first lock lasts; each further one doubles",
            es: "Cuánto dura el primer bloqueo; cada uno dobla al anterior"),
        detail: "Up to 4h.")

    static let section = ConfigurationSection(
        LocalizedText(en: "Logins", es: "Inicios de sesión"), failures, addressFailures, captchaAfter, window, duration)
}
