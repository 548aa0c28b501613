import ConfigurationAPI
import Localization
import LoginService
import RateLimitingAPI

/// The keys by which attempts are limited.
enum LimitSettings {
    static let isEnabled = ConfigurationKey(
        "limits.enabled", default: true,
        summary: LocalizedText(
            en: "Whether requests of a client address are limited",
            es: "Si se limitan las peticiones de cada dirección de red"))

    static let connections = ConfigurationKey(
        "limits.connections", default: 4_096, allowed: .range(16...100_000),
        summary: LocalizedText(en: "How many connections may be open", es: "Cuántas conexiones puede haber abiertas"))

    static let connectionsPerAddress = ConfigurationKey(
        "limits.connections_per_address", default: 1_024, allowed: .range(4...100_000),
        summary: LocalizedText(
            en: "How many connections a client address may have open",
            es: "Cuántas conexiones puede tener abiertas cada dirección de red"))

    static let unreadAnswers = ConfigurationKey(
        "limits.unread_answers", default: ByteCount.mebibytes(32), allowed: .range(.mebibytes(1) ... .mebibytes(4_096)),
        summary: LocalizedText(
            en: "How much memory answers may take that nobody has read yet",
            es: "Cuánta memoria pueden ocupar las respuestas que nadie ha leído aún"))

    static let commentsPerHour = ConfigurationKey(
        "limits.comments_per_hour", default: 240, allowed: .range(0...1_000),
        summary: LocalizedText(
            en: "How many comments an account may write in an hour (0 for any number)",
            es: "Cuántos comentarios puede escribir una cuenta en una hora (0 para cualquiera)"))

    static let picturesPerHour = ConfigurationKey(
        "limits.pictures_per_hour", default: 60, allowed: .range(0...1_000),
        summary: LocalizedText(
            en: "How many pictures an account may publish in an hour (0 for any number)",
            es: "Cuántas imágenes puede publicar una cuenta en una hora (0 para cualquiera)"))

    static let failures = ConfigurationKey(
        "lockout.failures", default: 5, allowed: .range(1...100),
        summary: LocalizedText(
            en: "After how many wrong passwords an account is locked",
            es: "Con cuántas contraseñas incorrectas se bloquea una cuenta"))

    static let addressFailures = ConfigurationKey(
        "lockout.address_failures", default: 30, allowed: .range(1...10_000),
        summary: LocalizedText(
            en: "After how many wrong passwords a client address is locked",
            es: "Con cuántas contraseñas incorrectas se bloquea una dirección de red"))

    static let window = ConfigurationKey(
        "lockout.window", default: Duration.seconds(300), allowed: .range(.seconds(1) ... .seconds(86_400)),
        summary: LocalizedText(
            en: "For how long a wrong password counts", es: "Durante cuánto cuenta una contraseña incorrecta"))

    static let duration = ConfigurationKey(
        "lockout.duration", default: Duration.seconds(900), allowed: .range(.seconds(1) ... .seconds(14_400)),
        summary: LocalizedText(
            en: "How long the first lock lasts; each further one doubles",
            es: "Cuánto dura el primer bloqueo; cada uno dobla al anterior"))

    static let captchaAfter = ConfigurationKey(
        "lockout.captcha_after", default: 3, allowed: .range(0...100),
        summary: LocalizedText(
            en: "After how many wrong passwords a CAPTCHA is asked (0 for never)",
            es: "Con cuántas contraseñas incorrectas se pide un CAPTCHA (0 para nunca)"))

    static let recoveryCaptchaAfter = ConfigurationKey(
        "recovery.captcha_after", default: 3, allowed: .range(0...100),
        summary: LocalizedText(
            en: "After how many messages within an hour a CAPTCHA is asked (0 for never)",
            es: "Con cuántos mensajes en una hora se pide un CAPTCHA (0 para nunca)"))

    static let declarations = [
        isEnabled.declaration, connections.declaration, connectionsPerAddress.declaration,
        unreadAnswers.declaration, commentsPerHour.declaration, picturesPerHour.declaration, failures.declaration,
        addressFailures.declaration,
        window.declaration,
        duration.declaration, captchaAfter.declaration, recoveryCaptchaAfter.declaration,
    ]

    static func lockout(_ configuration: Configuration) -> LockoutPolicy {
        LockoutPolicy(
            failures: configuration[failures], addressFailures: configuration[addressFailures],
            window: configuration[window] / .seconds(1), duration: configuration[duration] / .seconds(1),
            captchaAfter: configuration[captchaAfter] > 0 ? configuration[captchaAfter] : nil)
    }

    /// What bounds how much an account writes in an hour; nil where 0 stands for
    /// any number.
    static func quota(
        _ name: String, _ key: ConfigurationKey<Int>, _ configuration: Configuration, _ limiters: any RateLimiterMaking
    ) -> (any RateLimiting)? {
        let count = configuration[key]
        return count > 0
            ? limiters.limiter(name, policy: RateLimitPolicy(maxAttempts: count, window: 3_600)) : nil
    }
}
