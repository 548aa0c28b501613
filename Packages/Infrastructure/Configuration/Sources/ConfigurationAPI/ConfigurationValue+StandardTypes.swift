public import CoreModels
public import FoundationEssentials
public import Localization

extension String: ConfigurationValue {
    /// Reads a text that isn't empty: whoever wants a setting to be absent leaves it out.
    public init?(_ element: ConfigurationElement) {
        guard let text = element.anyText, !text.isEmpty else { return nil }
        self = text
    }

    /// The text itself.
    public var configurationText: String { self }

    /// Any text.
    public static var allowedText: LocalizedText { LocalizedText(en: "a text", es: "un texto") }
}

extension Int: ConfigurationValue {
    /// Reads a whole number.
    public init?(_ element: ConfigurationElement) {
        switch element {
        case .integer(let value): self = value
        case .text(let text): self.init(text)
        default: return nil
        }
    }

    /// The digits.
    public var configurationText: String { "\(self)" }

    /// A whole number.
    public static var allowedText: LocalizedText { LocalizedText(en: "a whole number", es: "un número entero") }
}

extension Bool: ConfigurationValue {
    /// Reads `true` or `false`; outside of the file also `yes`, `no`, `on`,
    /// `off`, `1` and `0`.
    public init?(_ element: ConfigurationElement) {
        switch element {
        case .bool(let value): self = value
        case .text(let text):
            switch text.lowercased() {
            case "true", "yes", "on", "1": self = true
            case "false", "no", "off", "0": self = false
            default: return nil
            }
        default: return nil
        }
    }

    /// `true` or `false`.
    public var configurationText: String { self ? "true" : "false" }

    /// One of the two.
    public static var allowedText: LocalizedText { LocalizedText(en: "true or false", es: "true o false") }
}

extension URL: ConfigurationValue {
    /// Reads an absolute address with a host.
    public init?(_ element: ConfigurationElement) {
        guard let text = element.anyText, let url = URL(string: text), url.scheme?.isEmpty == false,
            url.host()?.isEmpty == false
        else { return nil }
        self = url
    }

    /// The address.
    public var configurationText: String { absoluteString }

    /// An address.
    public static var allowedText: LocalizedText {
        LocalizedText(
            en: "an address such as https://example.org", es: "una dirección como https://example.org")
    }
}

extension Secret: ConfigurationValue {
    /// Reads a text that isn't empty.
    public convenience init?(_ element: ConfigurationElement) {
        guard let text = element.anyText, !text.isEmpty else { return nil }
        self.init(text)
    }

    /// Never the bytes.
    public var configurationText: String { description }

    /// A text.
    public static var allowedText: LocalizedText {
        LocalizedText(en: "a text that isn't empty", es: "un texto no vacío")
    }

    /// Secrets never show.
    public static var isAlwaysSecret: Bool { true }
}

extension Optional: ConfigurationValue where Wrapped: ConfigurationValue {
    /// Reads `null` as nil.
    ///
    /// An empty text isn't nothing: it is most often that of a variable that
    /// somebody thought to be set.
    public init?(_ element: ConfigurationElement) {
        if element == .null {
            self = .none
        } else if let wrapped = Wrapped(element) {
            self = wrapped
        } else {
            return nil
        }
    }

    /// The wrapped value, or nothing.
    public var configurationText: String { self?.configurationText ?? "" }

    /// What the wrapped type allows, or nothing.
    public static var allowedText: LocalizedText {
        let wrapped = Wrapped.allowedText
        return LocalizedText(en: "\(wrapped.english), or nothing", es: "\(wrapped.spanish), o nada")
    }

    /// Whether the wrapped type never shows.
    public static var isAlwaysSecret: Bool { Wrapped.isAlwaysSecret }
}

extension Array: ConfigurationValue where Element: ConfigurationValue {
    /// Reads a list; outside of the file with commas between the elements.
    public init?(_ element: ConfigurationElement) {
        let elements: [ConfigurationElement]
        switch element {
        case .list(let list): elements = list
        case .text(let text):
            elements = text.split(separator: ",", omittingEmptySubsequences: false)
                .map { .text($0.trimmingSpaces()) }
                .filter { $0 != .text("") }
        default: return nil
        }
        let values = elements.compactMap { Element($0) }
        guard values.count == elements.count else { return nil }
        self = values
    }

    /// The elements, with commas between them.
    public var configurationText: String { map(\.configurationText).joined(separator: ",") }

    /// A list.
    public static var allowedText: LocalizedText {
        let element = Element.allowedText
        return LocalizedText(
            en: "a list with commas, each \(element.english)",
            es: "una lista con comas, cada elemento \(element.spanish)")
    }

    /// Whether the elements never show.
    public static var isAlwaysSecret: Bool { Element.isAlwaysSecret }
}

extension Substring {
    fileprivate func trimmingSpaces() -> String {
        let start = drop { $0 == " " }
        guard let end = start.lastIndex(where: { $0 != " " }) else { return "" }
        return String(start[...end])
    }
}
