public import Localization

/// A type that settings can have.
///
/// An enum of texts conforms by declaration alone:
///
/// ```swift
/// enum MailTransport: String, CaseIterable, ConfigurationValue { case outbox, smtp }
/// ```
public protocol ConfigurationValue: Sendable {
    /// Reads a value, or answers nil if it isn't one.
    init?(_ element: ConfigurationElement)

    /// The value as it could be written in the environment or after a flag.
    var configurationText: String { get }

    /// What may be written, as it goes on after “expected is ”: “a whole number”.
    static var allowedText: LocalizedText { get }

    /// Whether no value of the type ever shows in print.
    static var isAlwaysSecret: Bool { get }
}

extension ConfigurationValue {
    /// Most types may show.
    public static var isAlwaysSecret: Bool { false }
}

extension ConfigurationValue where Self: RawRepresentable & CaseIterable, RawValue == String {
    /// Reads one of the cases by its raw value.
    public init?(_ element: ConfigurationElement) {
        guard let text = element.anyText else { return nil }
        self.init(rawValue: text)
    }

    /// The raw value.
    public var configurationText: String { rawValue }

    /// The list of cases.
    public static var allowedText: LocalizedText {
        let cases = allCases.map(\.rawValue).joined(separator: ", ")
        return LocalizedText(en: "one of \(cases)", es: "uno de \(cases)")
    }
}
