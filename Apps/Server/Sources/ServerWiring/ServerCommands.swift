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

    private let environment: [String: String]
    private let settings: ServerSettings

    init(environment: [String: String]) {
        self.environment = environment
        settings = ServerSettings(environment: environment)
    }

    /// How the program presents itself.
    var description: ProgramDescription {
        let declarations = settings.declarations
        let plugins = ValueCompletion.found { _ in pluginNames }
        return ProgramDescription(
            name: "essentiald", version: "1.0.0",
            summary: LocalizedText(
                en: "Accounts and an image feed, in one secure program",
                es: "Cuentas y un muro de imágenes, en un programa seguro"),
            parameters: [Self.file, Self.data],
            dynamicOptions: .dotted(summary: ServerTexts.configurationOptions) {
                declarations.map {
                    let isPlugins = $0.flagName == ServerSettings.disabledPlugins.declaration.flagName
                    return DynamicOptions.Known(
                        name: $0.flagName, placeholder: "VALUE", summary: $0.summary,
                        completion: isPlugins ? plugins : .none)
                }
            })
    }

    /// The names of all plugins, without the file of the configuration.
    private var pluginNames: [String] {
        let loader = ServerConfigurationLoader(settings: settings, file: nil, environment: environment, flags: [])
        guard let configuration = try? loader.load() else { return [] }
        let composition = try? ServerComposition(configuration, data: configuration[settings.data])
        return composition?.plugins.entries.map(\.manifest.id) ?? []
    }

    /// The commands of the program.
    ///
    /// - Parameter request: What was typed, for the flags of the configuration.
    func commands(for request: CommandLineProgram.Request) -> [Command] {
        var flags = request.dynamicOptions.map { ConfigurationLoader.Flag(name: $0.name, value: $0.value) }
        if let data = request[Self.data] { flags.append(.init(name: "server.data", value: data, spelling: "--data")) }
        let loader = ServerConfigurationLoader(
            settings: settings, file: request[Self.file], environment: environment, flags: flags)
        return [serve(loader), config(loader), plugins(loader), PasswordCommands.pack]
            + MailCommands(loader: loader).all + FeedCommands(loader: loader).all
            + ClockCommands(loader: loader).all
    }

    private func serve(_ loader: ServerConfigurationLoader) -> Command {
        Command(
            "serve", summary: ServerTexts.serveSummary, discussion: ServerTexts.serveDiscussion,
            examples: [
                CommandExample("essentiald serve --demo", ServerTexts.serveDemoExample),
                CommandExample(
                    "essentiald serve --data /srv/essential --listen 127.0.0.1:9000", ServerTexts.serveExample),
            ],
            parameters: [Self.listen, Self.demo]
        ) { invocation, terminal throws(CommandFailure) in
            var flags: [ConfigurationLoader.Flag] = []
            if let listen = invocation[Self.listen] {
                flags.append(.init(name: "server.listen", value: listen, spelling: "--listen"))
            }
            if invocation[Self.demo] {
                flags.append(.init(name: "demo.content", value: "true", spelling: "--demo"))
            }
            return try await ServerRun(loader: loader.adding(flags)).run(terminal)
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
        PluginReport.command(of: "essentiald") { () throws(CommandFailure) in
            let configuration = try loader.load(), data = configuration[settings.data]
            do throws(PluginHostError) {
                return try ServerComposition(configuration, data: data).plugins.entries
            } catch {
                throw CommandFailure(composing: error, database: DataFolderPlugin.database(in: data))
            }
        }
    }
}
