public import ConsoleAPI
import Localization
public import PluginKit

/// What a program is composed of, for its command `plugins`.
public struct PluginReport {
    private let entries: [PluginHost.Entry]

    /// Creates a report on a composition.
    public init(_ entries: [PluginHost.Entry]) {
        self.entries = entries
    }

    /// The report as a table, or in the language of Graphviz.
    public func output(asGraphviz: Bool) -> CommandOutput {
        let report = Report(entries)
        if asGraphviz { return CommandOutput(json: report, .preformatted(PluginGraph(entries).graphviz)) }
        let rows = entries.map { entry in
            [
                StyledText(verbatim: entry.manifest.id, entry.isEnabled ? .strong : .faint),
                StyledText(verbatim: entry.manifest.version, .faint),
                entry.isEnabled ? StyledText(entry.manifest.summary) : StyledText(Self.off, .warning),
                StyledText(verbatim: entry.dependencies.joined(separator: ", "), .faint),
            ]
        }
        return CommandOutput(json: report, .table(Table(columns: Self.columns, rows: rows)))
    }

    private static let off = LocalizedText(en: "switched off", es: "desactivado")
    private static let columns = [
        Table.Column(LocalizedText(en: "Plugin", es: "Complemento")),
        Table.Column(LocalizedText(en: "Version", es: "Versión")),
        Table.Column(LocalizedText(en: "What for", es: "Para qué")),
        Table.Column(LocalizedText(en: "Needs", es: "Necesita")),
    ]

    private struct Report: Encodable, Sendable {
        struct Plugin: Encodable, Sendable {
            let id: String
            let version: String
            let enabled: Bool
            let needs: [String]
            let contributes: [String: Int]
        }

        let plugins: [Plugin]

        init(_ entries: [PluginHost.Entry]) {
            plugins = entries.map {
                Plugin(
                    id: $0.manifest.id, version: $0.manifest.version, enabled: $0.isEnabled,
                    needs: $0.dependencies, contributes: $0.contributions)
            }
        }
    }
}
