import Localization

/// What makes a password, or a part of it, easy to guess.
public enum PasswordPattern: String, CaseIterable, Sendable {
    /// A common password or word, also with letters exchanged for digits.
    case word
    /// The same again and again: `aaaa`, `abcabc`.
    case repetition
    /// Neighbours in the alphabet or among the digits: `abcd`, `9876`.
    case sequence
    /// Neighbours on the keyboard: `asdf`, `1qaz`.
    case keyboard
    /// A date or a year.
    case date
    /// No pattern: characters without order.
    case random

    var reason: LocalizedText {
        switch self {
        case .word:
            LocalizedText(
                en: "Common words and passwords are guessed first, also with digits for letters.",
                es: "Las palabras y contraseñas comunes se adivinan antes, también con cifras por letras.")
        case .repetition:
            LocalizedText(en: "Repetitions are easy to guess.", es: "Las repeticiones se adivinan fácilmente.")
        case .sequence:
            LocalizedText(
                en: "Sequences such as abc or 6543 are easy to guess.",
                es: "Las secuencias como abc o 6543 se adivinan fácilmente.")
        case .keyboard:
            LocalizedText(
                en: "Neighbouring keys are easy to guess.", es: "Las teclas vecinas se adivinan fácilmente.")
        case .date: LocalizedText(en: "Dates are easy to guess.", es: "Las fechas se adivinan fácilmente.")
        case .random:
            LocalizedText(
                en: "So few characters are tried through quickly.", es: "Tan pocos caracteres se prueban enseguida.")
        }
    }

    var suggestion: LocalizedText {
        switch self {
        case .word:
            LocalizedText(
                en: "Add another word or two; uncommon ones are better.",
                es: "Añade una o dos palabras; mejor si son poco comunes.")
        case .repetition:
            LocalizedText(
                en: "Add words instead of repeating some.", es: "Añade palabras en lugar de repetirlas.")
        case .sequence, .keyboard:
            LocalizedText(
                en: "Take a few words that don't belong together.", es: "Usa unas cuantas palabras sin relación.")
        case .date:
            LocalizedText(
                en: "Leave out dates that have to do with you, and add words.",
                es: "Evita fechas que tengan que ver contigo y añade palabras.")
        case .random: LocalizedText(en: "Add a word or two.", es: "Añade una o dos palabras.")
        }
    }
}
