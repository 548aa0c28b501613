public import Localization

/// Why a password can't be chosen.
public enum PasswordProblem: Hashable, Sendable {
    /// It has fewer than ``PasswordRules/minimumLength`` characters.
    case tooShort
    /// It has more than ``PasswordRules/maximumBytes`` bytes.
    case tooLong
    /// It is one of those that are tried first.
    case common
    /// It contains something that people who know its owner would try.
    case personal(PersonalPart)
    /// It would be guessed too soon.
    case predictable(PasswordPattern)

    /// What of a person a password must not contain.
    public enum PersonalPart: String, CaseIterable, Sendable {
        /// The name, or a part of it.
        case name
        /// The address, or what stands before its @.
        case email
        /// The name of the service.
        case service
    }

    /// A stable word for programs.
    public var code: String {
        switch self {
        case .tooShort: "weak_password"
        case .tooLong: "password_too_long"
        case .common: "common_password"
        case .personal: "personal_password"
        case .predictable: "predictable_password"
        }
    }

    /// The stable name of the reason; nil for one without a name.
    public var key: String? {
        switch self {
        case .tooShort: "validation.password.short"
        default: nil
        }
    }

    /// Why it is refused.
    public var reason: LocalizedText {
        switch self {
        case .tooShort:
            LocalizedText(
                en: "Minimum \(PasswordRules.minimumLength) characters.",
                es: "Mínimo \(PasswordRules.minimumLength) caracteres.")
        case .tooLong:
            LocalizedText(
                en: "Maximum \(PasswordRules.maximumBytes) bytes.", es: "Máximo \(PasswordRules.maximumBytes) bytes.")
        case .common:
            LocalizedText(
                en: "This is one of the most common passwords.", es: "Es una de las contraseñas más comunes.")
        case .personal(.name):
            LocalizedText(en: "The password contains your name.", es: "La contraseña contiene tu nombre.")
        case .personal(.email):
            LocalizedText(
                en: "The password contains your email address.", es: "La contraseña contiene tu dirección de correo.")
        case .personal(.service):
            LocalizedText(
                en: "The password contains the name of this service.",
                es: "La contraseña contiene el nombre de este servicio.")
        case .predictable(let pattern): pattern.reason
        }
    }

    /// What would be better.
    public var suggestion: LocalizedText {
        switch self {
        case .tooShort:
            LocalizedText(
                en: "A few words in a row make a good password.",
                es: "Unas cuantas palabras seguidas hacen una buena contraseña.")
        case .tooLong: LocalizedText(en: "Choose a shorter password.", es: "Elige una contraseña más corta.")
        case .common:
            LocalizedText(
                en: "Take a few words that don't belong together.", es: "Usa unas cuantas palabras sin relación.")
        case .personal:
            LocalizedText(
                en: "Leave it out: it is what others try first.",
                es: "No lo incluyas: es lo primero que prueban los demás.")
        case .predictable(let pattern): pattern.suggestion
        }
    }

    /// The reason and the suggestion.
    public var text: LocalizedText { reason + suggestion }
}
