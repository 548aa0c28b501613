public import CoreModels
public import Localization

/// A message to one person.
public struct MailMessage: Hashable, Sendable {
    /// Who gets it.
    public let recipient: EmailAddress
    /// What the person is called, as ``CoreModels/User/provenName`` tells; nil if
    /// that isn't known.
    public let name: String?
    /// What messages of its kind say.
    public let template: MailTemplate
    /// What stands in the place of the words in braces.
    public let values: [String: String]
    /// What stands there in the words of each language, such as times.
    public let texts: [String: LocalizedText]
    /// The language of the person; nil if it isn't known, and the message
    /// speaks both.
    public let language: Language?

    /// Creates a message.
    public init(
        recipient: EmailAddress, name: String? = nil, template: MailTemplate, values: [String: String] = [:],
        texts: [String: LocalizedText] = [:], language: Language? = nil
    ) {
        self.recipient = recipient
        self.name = name
        self.template = template
        self.values = values
        self.texts = texts
        self.language = language
    }

    /// Creates a message of given words; line breaks in the subject become
    /// spaces.
    public init(recipient: EmailAddress, subject: String, text: String) {
        self.init(recipient: recipient, template: .notice, values: ["subject": subject, "text": text])
    }

    /// The languages that the message speaks.
    public var languages: [Language] { language.map { [$0] } ?? [.english, .spanish] }

    /// What it is about, in the template's own words.
    public var subject: String { Self.subject(of: wordings) }

    /// What it says, in the template's own words and in plain text.
    public var text: String { Self.text(of: wordings) }

    /// The subject of a message that speaks several languages.
    public static func subject(of wordings: [MailWording]) -> String {
        distinct(wordings.map(\.subject)).joined(separator: " · ")
    }

    /// The text of a message that speaks several languages.
    public static func text(of wordings: [MailWording]) -> String {
        distinct(wordings.map(\.text)).joined(separator: "\n\n")
    }

    /// What stands in the place of the words in braces: the message's values and texts,
    /// and in every message `hello`, a salutation, and `product`.
    ///
    /// - Parameter product: What the product is called.
    public func values(in language: Language, from product: String = MailSender.usualName) -> [String: String] {
        values.merging(texts.mapValues { $0.text(in: language) }) { own, _ in own }
            .merging(["hello": salutation.text(in: language), "product": product]) { own, _ in own }
    }

    private var salutation: LocalizedText {
        name.map { LocalizedText(en: "Hello \($0),", es: "Hola, \($0):") } ?? LocalizedText(en: "Hello,", es: "Hola:")
    }

    private var wordings: [MailWording] {
        languages.map { template.wording(in: $0).filled(with: values(in: $0)) }
    }

    private static func distinct(_ texts: [String]) -> [String] {
        texts.indices.filter { !texts[..<$0].contains(texts[$0]) }.map { texts[$0] }
    }
}

extension EmailAddress {
    /// Whether mail may arrive: nobody can have an address below `.invalid` (RFC 2606, section 2).
    public var canReceiveMail: Bool { !canonical.hasSuffix(".invalid") }
}
