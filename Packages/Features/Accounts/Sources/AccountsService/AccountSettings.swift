import ConfigurationAPI
import Localization

/// What operators set of accounts and their passwords.
enum AccountSettings {
    /// What people may do before their address is confirmed.
    enum Verification: String, CaseIterable, ConfigurationValue {
        /// They may log in and look.
        case limited
        /// They may not log in.
        case required
    }

    static let verification = ConfigurationKey(
        "accounts.verification", default: Verification.limited,
        summary: LocalizedText(
            en: "What people may do before their address is confirmed",
            es: "Qué se puede hacer antes de confirmar la dirección"),
        detail: "They may look (`limited`), or not log in (`required`).")

    static let section = ConfigurationSection(
        LocalizedText(en: "Accounts", es: "Cuentas"), verification)

    /// Nobody could ever log in.
    static let proofIsNotOffered = UnusableSettings(
        [verification.name],
        LocalizedText(
            en: "accounts.verification is required, so nobody logs in before the address is confirmed, which without "
                + "the plugin account-verification nobody can. Take it out of plugins.disabled, or set "
                + "accounts.verification to limited.",
            es: "accounts.verification es required, así que nadie inicia sesión sin confirmar su dirección, y sin el "
                + "complemento account-verification no se puede. Quítalo de plugins.disabled, o pon "
                + "accounts.verification en limited."))
}

/// What operators set of the passwords that can be chosen.
enum PasswordSettings {
    static let leaked = ConfigurationKey<String?>(
        "passwords.leaked", default: nil,
        summary: LocalizedText(
            en: "A packed list of passwords that nobody may choose",
            es: "Una lista empaquetada de contraseñas que nadie puede elegir"),
        detail: "[See below](#leaked-passwords).")

    static let section = ConfigurationSection(
        LocalizedText(en: "Passwords", es: "Contraseñas"), leaked)
}
