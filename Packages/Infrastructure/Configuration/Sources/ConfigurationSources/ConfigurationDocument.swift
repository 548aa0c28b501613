public import ConfigurationAPI
import Localization

/// The settings of a program as a document in Markdown: a table for each
/// section.
public struct ConfigurationDocument: Sendable {
    private let sections: [ConfigurationSection]

    /// Creates a document.
    ///
    /// - Parameter sections: The sections, in their order.
    public init(_ sections: [ConfigurationSection]) {
        self.sections = sections
    }

    /// The text, in English.
    public var markdown: String {
        sections.map { section in
            (["**\(section.title.english)**", "", "| Key | Default | Allowed | For |", "|---|---|---|---|"]
                + section.declarations.map(Self.row)).joined(separator: "\n") + "\n"
        }.joined(separator: "\n")
    }

    private static func row(_ declaration: ConfigurationDeclaration) -> String {
        let fallback = declaration.defaultText.isEmpty || declaration.isSecret ? "none" : "`\(declaration.defaultText)`"
        let text = ["\(declaration.summary.english).", declaration.detail].compactMap { $0 }.joined(separator: " ")
        let cells = ["`\(declaration.name)`", fallback, declaration.bounds.english, text]
        // GitHub Flavored Markdown, section 4.10: a bar within a cell is escaped.
        return "| " + cells.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ") + " |"
    }
}
