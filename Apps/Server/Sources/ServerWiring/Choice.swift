import ConfigurationAPI
import Localization

/// One of the words that stand for the cases of an enum of a plugin, which
/// itself knows nothing of configuration.
struct Choice<Option: RawRepresentable<String> & CaseIterable & Sendable>: ConfigurationValue {
    /// The case that was chosen.
    let option: Option

    init(_ option: Option) {
        self.option = option
    }

    init?(_ element: ConfigurationElement) {
        guard let option = element.anyText.flatMap(Option.init(rawValue:)) else { return nil }
        self.option = option
    }

    var configurationText: String { option.rawValue }

    static var allowedText: LocalizedText {
        let words = Option.allCases.map(\.rawValue).joined(separator: ", ")
        return LocalizedText(en: "one of \(words)", es: "uno de \(words)")
    }
}
