public import Localization

/// What messages of one kind say, in both languages.
///
/// ```swift
/// static let reset = MailTemplate(
///     "password-reset",
///     subject: LocalizedText(en: "{product}: your new password", es: "{product}: tu contraseña nueva"),
///     text: LocalizedText(en: "Open this page:\n\n    {url}", es: "Abre esta página:\n\n    {url}"))
/// ```
///
/// A word in braces stands for a value of the message; `{hello}`, a salutation,
/// and `{product}`, the name of the product, are in every message. Paragraphs are divided
/// by empty lines. A paragraph that is indented by four spaces stands out; if
/// it is an address of the web, HTML makes it a link. An operator can replace
/// the words of what is contributed to ``MailTemplates`` by files that are called
/// like the template.
public struct MailTemplate: Hashable, Sendable {
    /// The name, such as `password-reset`.
    public let name: String
    /// What it is about, in one line.
    public let subject: LocalizedText
    /// What it says, in plain text with lines of up to 78 characters.
    public let text: LocalizedText
    private let others: Set<String>

    /// Creates a template; its name consists of lower-case letters and hyphens.
    ///
    /// - Parameter others: Values that an operator's words may name, and these don't.
    public init(_ name: StaticString, subject: LocalizedText, text: LocalizedText, knowing others: Set<String> = []) {
        self.name = name.description
        self.subject = subject
        self.text = text
        self.others = others
    }

    /// The words in a language.
    public func wording(in language: Language) -> MailWording {
        MailWording(subject: subject.text(in: language), text: text.text(in: language))
    }

    /// What may stand in braces in words for it: what does so in these, in either
    /// language, and what every message has.
    package var values: Set<String> {
        Language.allCases.reduce(into: others.union(["hello", "product"])) {
            $0.formUnion(wording(in: $1).valueNames)
        }
    }

    /// For messages whose words are made elsewhere.
    package static let notice = MailTemplate(
        "notice", subject: LocalizedText(verbatim: "{subject}"), text: LocalizedText(verbatim: "{text}"))
}
