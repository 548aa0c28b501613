import ConfigurationAPI
import Localization

/// What operators set of registration.
enum RegistrationSettings {
    static let enumeration = ConfigurationKey(
        "accounts.enumeration", default: RegistrationPolicy.Enumeration.friendly,
        summary: LocalizedText(
            en: "Whether registration tells that an address has an account",
            es: "Si el registro dice que una dirección ya tiene cuenta"),
        detail: "With `strict`, a password opens nothing before the address is proved, and is answered as a wrong one.")

    static let afterRegistration = ConfigurationKey(
        "accounts.after_registration", default: RegistrationPolicy.AfterRegistration.confirmation,
        summary: LocalizedText(en: "Where people go after registration", es: "Adónde se va después del registro"))

    static let section = ConfigurationSection(
        LocalizedText(en: "Registration", es: "Registro"), enumeration, afterRegistration)

    /// People would wait for a message.
    static let letterIsNotSent = UnusableSettings(
        [enumeration.name],
        LocalizedText(
            en:
                "accounts.enumeration is strict, so what became of a registration is told by mail only, which the plugin "
                + "account-verification sends. Take it out of plugins.disabled, or set accounts.enumeration to friendly.",
            es:
                "accounts.enumeration es strict, así que lo que pasó con un registro solo se dice por correo, y lo envía "
                + "el complemento account-verification. Quítalo de plugins.disabled, o pon accounts.enumeration en "
                + "friendly."))
}
