import ConfigurationAPI
import ConfigurationSources
import ConsoleAPI
import Localization

/// All that can be configured, with what each key is for.
struct ConfigurationReference {
    private let sections: [ConfigurationSection]

    init(_ sections: [ConfigurationSection]) {
        self.sections = sections
    }

    /// A table for each section.
    var output: CommandOutput {
        let columns = [ServerTexts.keyColumn, ServerTexts.defaultColumn, ServerTexts.purposeColumn].map {
            Table.Column($0)
        }
        return CommandOutput(
            json: Report(sections),
            text: sections.flatMap { section -> [OutputBlock] in
                let rows = section.declarations.map { key in
                    [
                        StyledText(verbatim: key.name, .strong), StyledText(verbatim: key.defaultText, .faint),
                        StyledText(key.summary),
                    ]
                }
                return [.heading(section.title), .table(Table(columns: columns, rows: rows)), .blank]
            })
    }

    /// The tables of `docs/configuration.md`.
    var markdown: CommandOutput {
        CommandOutput(json: Report(sections), .preformatted(ConfigurationDocument(sections).markdown))
    }

    private struct Report: Encodable, Sendable {
        struct Key: Encodable, Sendable {
            let key: String
            let `default`: String
            let allowed: String
            let summary: String
            let section: String
        }

        let keys: [Key]

        init(_ sections: [ConfigurationSection]) {
            keys = sections.flatMap { section in
                section.declarations.map {
                    Key(
                        key: $0.name, default: $0.defaultText, allowed: $0.allowed.english, summary: $0.summary.english,
                        section: section.title.english)
                }
            }
        }
    }
}
