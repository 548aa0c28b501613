package import ConfigurationAPI
package import ConsoleAPI
import DataFolderDisk
import FoundationEssentials
import Localization
import PluginKit
import ScreensAPI

/// All screens of the server, what is sensitive on them, and what they ask
/// browsers for: made of the screens of all plugins without starting any.
package struct ScreenInventory: Sendable {
    private let screens: [Screen]
    private let permissions: [ScreenPermission]

    /// Lists the screens of a server that isn't started.
    ///
    /// - Parameter data: Where its data would be; nothing is made there.
    package init(_ configuration: Configuration, data: String) throws(CommandFailure) {
        do {
            let plugins = try ServerComposition(configuration, data: data).plugins
            screens = plugins.values(of: Screens.self).sorted { $0.route.pattern < $1.route.pattern }
            permissions = plugins.values(of: ScreenPermissions.self)
        } catch {
            throw CommandFailure(composing: error, database: DataFolderPlugin.database(in: data))
        }
    }

    /// The tables of `docs/screens.md`.
    package var markdown: String {
        let kinds = Set(screens.flatMap(\.sensitive)).sorted { $0.name < $1.name }
        let tables = [
            Self.table(
                ["Screen", "For", "Masked on it"],
                screens.map { screen in
                    let masked = screen.sensitive.map(\.subject.english).joined(separator: ", ")
                    return ["`\(screen.route.pattern)`", screen.audience.english, masked.isEmpty ? "nothing" : masked]
                }),
            Self.table(["Masked", "Why"], kinds.map { [$0.subject.english, $0.reason.english] }),
            Self.table(
                ["Permission", "Wanted by", "For", "Without it"],
                permissions.map {
                    [$0.kind.rawValue, $0.feature.english, $0.purpose.english, $0.alternative.english]
                }),
        ]
        return tables.joined(separator: "\n")
    }

    private static func table(_ heads: [String], _ rows: [[String]]) -> String {
        // GitHub Flavored Markdown, section 4.10: a bar within a cell is escaped.
        let lines = ([heads, heads.map { _ in "---" }] + rows).map { cells in
            "| " + cells.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ") + " |"
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The tables for people.
    private var output: CommandOutput {
        let columns = [Texts.screen, Texts.audience, Texts.masked].map { Table.Column($0) }
        let rows = screens.map { screen in
            [
                StyledText(verbatim: screen.route.pattern, .strong), StyledText(screen.audience),
                screen.sensitive.isEmpty
                    ? StyledText(Texts.nothing, .faint)
                    : StyledText(screen.sensitive.dropFirst().reduce(screen.sensitive[0].subject) { $0 + $1.subject }),
            ]
        }
        let asked = permissions.map { permission in
            OutputBlock.paragraph(
                StyledText(verbatim: permission.kind.rawValue + "  ", .strong)
                    + StyledText(permission.purpose + permission.alternative))
        }
        return CommandOutput(
            json: Report(self),
            text: [.table(Table(columns: columns, rows: rows)), .blank, .heading(Texts.permissions)] + asked)
    }

    /// The command `screens`.
    static func command(_ loader: ServerConfigurationLoader) -> Command {
        let markdown = Parameter.flag("markdown", summary: ServerTexts.markdownFlag)
        return Command(
            "screens", summary: Texts.summary, discussion: Texts.discussion,
            examples: [CommandExample("essentiald screens", Texts.example)], parameters: [markdown]
        ) { invocation, _ throws(CommandFailure) in
            let configuration = try loader.loadUnchecked()
            let inventory = try ScreenInventory(configuration, data: configuration[loader.settings.data])
            guard invocation[markdown] else { return inventory.output }
            return CommandOutput(json: Report(inventory), .preformatted(inventory.markdown))
        }
    }

    private struct Report: Encodable, Sendable {
        struct Entry: Encodable, Sendable {
            let place: String
            let people: Bool
            let sensitive: [String]
        }

        struct Permission: Encodable, Sendable {
            let permission: String
            let purpose: String
            let without: String
        }

        let screens: [Entry]
        let permissions: [Permission]

        init(_ inventory: ScreenInventory) {
            screens = inventory.screens.map {
                Entry(
                    place: $0.route.pattern, people: $0.access == .people, sensitive: $0.sensitive.map(\.name))
            }
            permissions = inventory.permissions.map {
                Permission(
                    permission: $0.kind.rawValue, purpose: $0.purpose.english, without: $0.alternative.english)
            }
        }
    }

    private enum Texts {
        static let summary = LocalizedText(
            en: "Show all screens, what is masked on them, and what they ask browsers for",
            es: "Muestra todas las pantallas, qué se oculta en ellas y qué piden a los navegadores")
        static let discussion = LocalizedText(
            en: "It is made of the plugins that are switched on, and nothing is started.",
            es: "Se hace con los complementos activados, sin arrancar nada.")
        static let example = LocalizedText(en: "look", es: "mira")
        static let screen = LocalizedText(en: "Screen", es: "Pantalla")
        static let audience = LocalizedText(en: "For", es: "Para")
        static let masked = LocalizedText(en: "Masked on it", es: "Oculto en ella")
        static let nothing = LocalizedText(en: "nothing", es: "nada")
        static let permissions = LocalizedText(en: "Permissions", es: "Permisos")
    }
}

extension Screen {
    fileprivate var audience: LocalizedText {
        switch access {
        case .everybody: LocalizedText(en: "everybody", es: "todo el mundo")
        case .people: LocalizedText(en: "people who are logged in", es: "quienes han iniciado sesión")
        }
    }
}
