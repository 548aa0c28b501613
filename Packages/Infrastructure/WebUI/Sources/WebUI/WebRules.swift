import CoreModels
public import Localization

/// What is asked of a field, point by point.
///
/// Each point is marked while somebody types, as far as the script can tell;
/// without scripts they are read, and the server judges all of them.
public struct WebRules: Sendable {
    /// One of the points.
    public struct Rule: Sendable {
        /// By what the script knows it, such as `length`.
        public let name: String
        /// What the script compares with, such as `8`.
        public let value: String
        /// What is asked.
        public let text: LocalizedText

        /// Creates a rule; its name consists of lower-case letters.
        public init(_ name: StaticString, value: String = "", _ text: LocalizedText) {
            self.name = name.description
            self.value = value
            self.text = text
        }
    }

    /// Where the script is that marks them, relative to the page, on this
    /// server.
    public let script: String
    /// The rules; of the first the browser can tell without the script whether
    /// it is met.
    public let rules: [Rule]

    /// Creates rules.
    public init(script: StaticString, _ rules: [Rule]) {
        self.script = script.description
        self.rules = rules
    }

    private static let met = LocalizedText(en: "Met", es: "Cumplido")
    private static let unmet = LocalizedText(en: "Not met yet", es: "Aún sin cumplir")

    /// - Parameter id: That of the field.
    func html(in language: Language, id: String) -> [String] {
        let words = [("met", Self.met), ("unmet", Self.unmet)].map { name, text in
            "data-\(name)=\"\(HTML.escaped(text.text(in: language)))\""
        }
        let items = rules.map { rule in
            let text = HTML.escaped(rule.text.text(in: language))
            return "<li data-rule=\"\(rule.name)\" data-value=\"\(HTML.escaped(rule.value))\">\(text)</li>"
        }
        return ["<ul class=\"rules\" id=\"\(id)-rules\" data-field=\"\(id)\" \(words.joined(separator: " "))>"] + items
            + ["</ul>", "<p class=\"unseen\" id=\"\(id)-said\" role=\"status\" aria-live=\"polite\"></p>"]
    }
}
