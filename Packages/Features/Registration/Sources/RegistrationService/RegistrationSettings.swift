import ConfigurationAPI
import Localization

/// What operators set of registration.
enum RegistrationSettings {
    static let enumeration = ConfigurationKey(
        "accounts.enumeration", default: RegistrationPolicy.Enumeration.friendly,
        summary: LocalizedText(
            en: "Whether registration tells that an address has an account",
            es: "Si el registro dice que una dirección ya tiene cuenta"))

    static let afterRegistration = ConfigurationKey(
        "accounts.after_registration", default: RegistrationPolicy.AfterRegistration.confirmation,
        summary: LocalizedText(en: "Where people go after registration", es: "Adónde se va después del registro"))

    static let section = ConfigurationSection(
        LocalizedText(en: "Registration", es: "Registro"), enumeration, afterRegistration)
}
