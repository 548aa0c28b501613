public import ConsoleAPI
import Localization
public import PluginKit

/// What a program is composed of: its command `plugins`.
public struct PluginReport {
    private static let dot = Parameter.flag(
        "dot",
        summary: LocalizedText(
            en: "Print who needs and collects what as a graph, for Graphviz",
            es: "Imprime quién necesita y reúne qué como un grafo, para Graphviz"))

    private let entries: [Composition.Entry]

    /// The command `plugins`.
    ///
    /// - Parameters:
    ///   - program: The program's name, for the examples.
    ///   - entries: Composes the program.
    public static func command(
        of program: String, _ entries: @escaping @Sendable () throws(CommandFailure) -> [Composition.Entry]
    ) -> Command {
        Command(
            "plugins",
            summary: LocalizedText(
                en: "Show the plugins and what depends on what", es: "Muestra los complementos y sus dependencias"),
            examples: [
                CommandExample("\(program) plugins", LocalizedText(en: "as a table", es: "en una tabla")),
                CommandExample(
                    "\(program) plugins --dot | dot -Tsvg > plugins.svg",
                    LocalizedText(en: "as a picture", es: "en un dibujo")),
            ],
            parameters: [dot]
        ) { invocation, _ throws(CommandFailure) in
            PluginReport(entries: try entries()).output(asGraph: invocation[dot])
        }
    }

    private func output(asGraph: Bool) -> CommandOutput {
        let report = Report(entries)
        if asGraph { return CommandOutput(json: report, .preformatted(PluginGraph(entries).dot)) }
        let rows = entries.map { entry in
            [
                StyledText(verbatim: entry.manifest.id, entry.isEnabled ? .strong : .faint),
                entry.isEnabled ? StyledText(entry.manifest.summary) : StyledText(Self.off, .warning),
                StyledText(verbatim: entry.dependencies.joined(separator: ", "), .faint),
                StyledText(verbatim: entry.collects.joined(separator: ", "), .faint),
            ]
        }
        return CommandOutput(json: report, .table(Table(columns: Self.columns, rows: rows)))
    }

    private static let off = LocalizedText(en: "switched off", es: "desactivado")
    private static let columns = [
        Table.Column(LocalizedText(en: "Plugin", es: "Complemento")),
        Table.Column(LocalizedText(en: "What for", es: "Para qué")),
        Table.Column(LocalizedText(en: "Needs", es: "Necesita")),
        Table.Column(LocalizedText(en: "Collects", es: "Reúne")),
    ]

    private struct Report: Encodable, Sendable {
        struct Plugin: Encodable, Sendable {
            let id: String
            let type: String
            let enabled: Bool
            let needs: [String]
            let collects: [String]
            let contributes: [String: Int]
        }

        let plugins: [Plugin]

        init(_ entries: [Composition.Entry]) {
            plugins = entries.map {
                Plugin(
                    id: $0.manifest.id, type: $0.type, enabled: $0.isEnabled, needs: $0.dependencies,
                    collects: $0.collects, contributes: $0.contributions)
            }
        }
    }
}
