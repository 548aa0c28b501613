import ConfigurationAPI
import ConfigurationSources
import ConsoleAPI
import ConsoleTerminal
import Localization
import PluginKit

/// What `essentiald` can be asked for.
struct ServerCommands: Sendable {
    private static let file = Parameter<String?>.optional(
        "config", .file,
        summary: LocalizedText(en: "A configuration file (JSON5)", es: "Un archivo de configuración (JSON5)"))
    private static let data = Parameter<String?>.optional(
        "data", .folder,
        summary: LocalizedText(en: "The folder of the data (server.data)", es: "La carpeta de los datos (server.data)"))
    private static let listen = Parameter<String?>.optional(
        "listen", .text("HOST:PORT"),
        summary: LocalizedText(en: "Where to listen (server.listen)", es: "Dónde escuchar (server.listen)"))
    private static let demo = Parameter.flag(
        "demo",
        summary: LocalizedText(
            en: "Fill an empty feed with pictures to look at", es: "Llena unas novedades vacías con imágenes para mirar"
        ))
    private static let graphviz = Parameter.flag(
        "graphviz",
        summary: LocalizedText(en: "Print the dependencies for Graphviz", es: "Imprime las dependencias para Graphviz"))

    private let environment: [String: String]
    private let settings: ServerSettings

    init(environment: [String: String]) {
        self.environment = environment
        settings = ServerSettings(environment: environment)
    }

    /// How the program presents itself.
    var description: ProgramDescription {
        let declarations = settings.declarations
        return ProgramDescription(
            name: "essentiald", version: "1.0.0",
            summary: LocalizedText(
                en: "Accounts and an image feed, in one secure program",
                es: "Cuentas y un muro de imágenes, en un programa seguro"),
            parameters: [Self.file],
            dynamicOptions: .dotted(summary: ServerTexts.configurationOptions) {
                declarations.map {
                    DynamicOptions.Known(name: $0.flagName, placeholder: "VALUE", summary: $0.summary)
                }
            })
    }

    /// The commands of the program.
    ///
    /// - Parameter request: What was typed, for the flags of the configuration.
    func commands(for request: CommandLineProgram.Request) -> [Command] {
        let loader = ServerConfigurationLoader(
            settings: settings, file: request[Self.file], environment: environment,
            flags: request.dynamicOptions.map { .init(name: $0.name, value: $0.value) })
        return [serve(loader), config(loader), plugins(loader), PasswordCommands.pack]
            + MailCommands(loader: loader).all + FeedCommands(loader: loader).all
    }

    private func serve(_ loader: ServerConfigurationLoader) -> Command {
        Command(
            "serve", summary: ServerTexts.serveSummary, discussion: ServerTexts.serveDiscussion,
            examples: [
                CommandExample("essentiald serve --demo", ServerTexts.serveDemoExample),
                CommandExample(
                    "essentiald serve --data /srv/essential --listen 127.0.0.1:9000", ServerTexts.serveExample),
            ],
            parameters: [Self.data, Self.listen, Self.demo]
        ) { invocation, terminal throws(CommandFailure) in
            var flags: [ConfigurationLoader.Flag] = []
            if let data = invocation[Self.data] { flags.append(.init(name: "server.data", value: data)) }
            if let listen = invocation[Self.listen] { flags.append(.init(name: "server.listen", value: listen)) }
            if invocation[Self.demo] { flags.append(.init(name: "demo.content", value: "true")) }
            let configuration = try loader.load(adding: flags)
            return try await ServerRun(configuration: configuration, data: configuration[settings.data]).run(terminal)
        }
    }

    private func config(_ loader: ServerConfigurationLoader) -> Command {
        Command(
            "config", summary: ServerTexts.configSummary, discussion: ServerTexts.configDiscussion,
            examples: [CommandExample("essentiald config", ServerTexts.configExample)]
        ) { _, _ throws(CommandFailure) in
            ConfigurationReport(try loader.load()).output
        }
    }

    private func plugins(_ loader: ServerConfigurationLoader) -> Command {
        Command(
            "plugins", summary: ServerTexts.pluginsSummary,
            examples: [
                CommandExample("essentiald plugins", ServerTexts.pluginsExample),
                CommandExample("essentiald plugins --graphviz | dot -Tsvg > plugins.svg", ServerTexts.graphvizExample),
            ],
            parameters: [Self.graphviz]
        ) { invocation, _ throws(CommandFailure) in
            let configuration = try loader.load()
            let data = configuration[settings.data]
            do throws(PluginHostError) {
                let composition = try ServerComposition(configuration, data: data)
                return PluginReport(composition.host.entries).output(asGraphviz: invocation[Self.graphviz])
            } catch {
                throw CommandFailure(composing: error, database: DataFolderPlugin.database(in: data))
            }
        }
    }
}

/// Reads the configuration of the server from its sources.
struct ServerConfigurationLoader: Sendable {
    let settings: ServerSettings
    let file: String?
    let environment: [String: String]
    let flags: [ConfigurationLoader.Flag]

    func load(adding more: [ConfigurationLoader.Flag] = []) throws(CommandFailure) -> Configuration {
        do throws(ConfigurationError) {
            return try ConfigurationLoader(file: file, environment: environment, flags: flags + more)
                .load(settings.declarations)
        } catch {
            throw CommandFailure(exit: .usage, code: "invalid_configuration", message: error.text)
        }
    }
}
