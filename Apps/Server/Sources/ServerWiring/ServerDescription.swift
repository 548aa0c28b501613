package import ConfigurationAPI
package import ConsoleAPI
import DataFolderDisk
import FoundationEssentials
import HTTPServingAPI
package import HTTPServingRouting
import Localization
import PluginKit
package import ScreensAPI

/// What the server answers, as a document: made of the routes of all plugins
/// without starting any.
package struct ServerDescription: Sendable {
    /// The document.
    package let document: OpenAPIDocument
    /// The screens.
    package let screens: [Screen]
    private let address: String

    /// Describes a server that isn't started.
    ///
    /// - Parameter data: Where its data would be; nothing is made there.
    package init(_ configuration: Configuration, data: String) throws(CommandFailure) {
        do {
            let composition = try ServerComposition(configuration, data: data)
            document = ServerHTTP.description(of: composition)
            screens = composition.plugins.values(of: Screens.self)
            address = composition.address.text
        } catch {
            throw CommandFailure(composing: error, database: DataFolderPlugin.database(in: data))
        }
    }

    /// The document in YAML.
    package var yaml: String { document.yaml(server: address) }

    /// The command `openapi`.
    static func command(_ loader: ServerConfigurationLoader) -> Command {
        Command(
            "openapi",
            summary: LocalizedText(
                en: "Print the description of the API (OpenAPI 3.1)",
                es: "Imprime la descripción de la API (OpenAPI 3.1)"),
            discussion: LocalizedText(
                en: """
                    The same as the server shows at /openapi.json, in YAML; with --json in JSON. It is made of the plugins \
                    that are switched on, and nothing is started.
                    """,
                es: """
                    La misma que el servidor muestra en /openapi.json, en YAML; con --json, en JSON. Se hace con los \
                    complementos activados, sin arrancar nada.
                    """),
            examples: [
                CommandExample(
                    "essentiald openapi > openapi.yaml", LocalizedText(en: "into a file", es: "en un archivo"))
            ]
        ) { _, _ throws(CommandFailure) in
            let configuration = try loader.loadUnchecked()
            let description = try ServerDescription(configuration, data: configuration[loader.settings.data])
            return CommandOutput(
                json: description.document.json(server: description.address), .preformatted(description.yaml))
        }
    }
}

extension OpenAPIDocument.Info {
    /// What there is to say of the server as a whole.
    static let essentiald = OpenAPIDocument.Info(
        title: "Essential", version: "1.0.0", summary: "Accounts and an image feed.",
        text: "Everything that `essentiald` answers, and nothing else.")
}
