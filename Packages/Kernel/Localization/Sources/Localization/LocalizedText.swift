/// A text that a person reads, in every language of the product.
///
/// All translations are arguments of the initializer, so that a missing one
/// doesn't compile. Values are interpolated into each translation:
///
/// ```swift
/// static func tooManyAttempts(minutes: Int) -> LocalizedText {
///     LocalizedText(
///         en: "Too many attempts. Try again in \(minutes) minutes.",
///         es: "Demasiados intentos. Inténtalo en \(minutes) minutos.")
/// }
/// ```
public struct LocalizedText: Hashable, Sendable {
    /// The English text.
    public let english: String
    /// The Spanish text.
    public let spanish: String

    /// Creates a text from its translations.
    public init(en english: String, es spanish: String) {
        self.english = english
        self.spanish = spanish
    }

    /// Creates a text that is the same in every language: a name, a number.
    public init(verbatim text: String) {
        self.init(en: text, es: text)
    }

    /// The text in `language`.
    public func text(in language: Language) -> String {
        switch language {
        case .english: english
        case .spanish: spanish
        }
    }

    /// Puts two texts next to each other, with a space between them.
    public static func + (left: LocalizedText, right: LocalizedText) -> LocalizedText {
        LocalizedText(en: left.english + " " + right.english, es: left.spanish + " " + right.spanish)
    }
}
