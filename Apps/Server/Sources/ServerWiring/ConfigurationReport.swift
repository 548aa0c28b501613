import ConfigurationAPI
import ConsoleAPI

/// What is configured and where each value comes from.
struct ConfigurationReport {
    private let configuration: Configuration

    init(_ configuration: Configuration) {
        self.configuration = configuration
    }

    var output: CommandOutput {
        let rows = configuration.entries.map { entry in
            [
                StyledText(verbatim: entry.name, .strong), Self.value(entry),
                StyledText(verbatim: "\(entry.source)", entry.source == .default ? .faint : .accent),
            ]
        }
        let columns = [ServerTexts.keyColumn, ServerTexts.valueColumn, ServerTexts.sourceColumn].map {
            Table.Column($0)
        }
        return CommandOutput(json: Report(configuration), .table(Table(columns: columns, rows: rows)))
    }

    /// A list with nothing in it may be what somebody chose.
    private static func value(_ entry: Configuration.Entry) -> StyledText {
        entry.text.isEmpty ? StyledText(ServerTexts.noValue, .faint) : StyledText(verbatim: entry.text)
    }

    private struct Report: Encodable, Sendable {
        struct Entry: Encodable, Sendable {
            let key: String
            let value: String
            let source: String
        }

        let configuration: [Entry]

        init(_ configuration: Configuration) {
            self.configuration = configuration.entries.map {
                Entry(key: $0.name, value: $0.text, source: "\($0.source)")
            }
        }
    }
}
