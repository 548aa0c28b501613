import ConfigurationAPI
import Localization

/// What operators set of the recovery of passwords.
enum RecoverySettings {
    static let captchaAfter = ConfigurationKey(
        "recovery.captcha_after", default: 3, allowed: .range(0...100),
        summary: LocalizedText(
            en: "After how many messages within an hour a CAPTCHA is asked (0 for never)",
            es: "Con cuántos mensajes en una hora se pide un CAPTCHA (0 para nunca)"),
        detail: "To one address, or six times as many from one client address.")

    static let linkLifetime = ConfigurationKey(
        "recovery.link_lifetime", default: Duration.seconds(1_800), allowed: .range(.seconds(900) ... .seconds(3_600)),
        summary: LocalizedText(
            en: "For how long a link that changes a password counts",
            es: "Cuánto vale un enlace que cambia una contraseña"))

    static let codeLifetime = ConfigurationKey(
        "recovery.code_lifetime", default: Duration.seconds(600), allowed: .range(.seconds(60) ... .seconds(600)),
        summary: LocalizedText(
            en: "For how long a code that changes a password counts",
            es: "Cuánto vale un código que cambia una contraseña"))

    static let section = ConfigurationSection(
        LocalizedText(en: "Recovery", es: "Recuperación"), captchaAfter, linkLifetime, codeLifetime)
}
