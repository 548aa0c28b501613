import ConfigurationAPI
import ConfigurationSources
import ConsoleAPI
import ConsoleTerminal
import DataFolderDisk
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
    private let environment: [String: String]
    private let settings: ServerSettings
    private let declarations: ServerDeclarations

    init(environment: [String: String]) throws(PluginHostError) {
        self.environment = environment
        settings = ServerSettings(environment: environment)
        declarations = try ServerDeclarations(settings)
    }

    /// How the program presents itself.
    var description: ProgramDescription {
        let declarations = declarations
        return ProgramDescription(
            name: ServerDataOnDisk.name, version: ServerDataOnDisk.version,
            summary: LocalizedText(
                en: "Accounts and an image feed, in one secure program",
                es: "Cuentas y un muro de imágenes, en un programa seguro"),
            parameters: [Self.file, Self.data],
            dynamicOptions: .dotted(summary: ServerTexts.configurationOptions) {
                declarations.keys.map {
                    let isPlugins = $0.name == ServerSettings.disabledPlugins.name
                    return DynamicOptions.Known(
                        name: $0.flagName, placeholder: LocalizedText(en: "VALUE", es: "VALOR"), summary: $0.summary,
                        completion: isPlugins ? .found { _ in declarations.pluginNames } : .none)
                }
            }, files: ServerManual.files, signals: ServerManual.signals, meanings: [.usage: ServerTexts.unusable],
            unused: [.notLoggedIn, .noConnectivity])
    }

    /// The commands of the program.
    ///
    /// - Parameter request: What was typed, for the flags of the configuration.
    func commands(for request: CommandLineProgram.Request) -> [Command] {
        var flags = request.dynamicOptions.map { ConfigurationLoader.Flag(name: $0.name, value: $0.value) }
        if let data = request[Self.data] {
            flags.append(.init(name: settings.data.declaration.flagName, value: data, spelling: "--data"))
        }
        let loader = ServerConfigurationLoader(
            settings: settings, declarations: declarations, file: request[Self.file], environment: environment,
            flags: flags)
        let access = ServerDataOnDisk(loader: loader)
        // What is wrong with the configuration, the command tells that is called.
        let operatorCommands = declarations.operatorCommands(in: (try? loader.read())?.configuration ?? .defaults)
        return [
            serve(loader), config(loader), ConfigurationCheck.command(loader),
            Doctor.command(loader), ServerIntegrity.command(loader), configKeys, plugins(loader),
            ServerDescription.command(loader),
            ScreenInventory.command(loader), DatabaseCopying(loader: loader).command,
        ]
            + operatorCommands.flatMap { $0(access) }
    }

    private func serve(_ loader: ServerConfigurationLoader) -> Command {
        let shorthands = declarations.keys.compactMap(ServeShorthand.init)
        return Command(
            "serve", summary: ServerTexts.serveSummary, discussion: ServerTexts.serveDiscussion,
            examples: shorthands.compactMap(\.example) + [
                CommandExample(
                    "essentiald serve --data /srv/essential --listen 127.0.0.1:9000", ServerTexts.serveExample)
            ],
            parameters: shorthands.map(\.parameter)
        ) { invocation, terminal throws(CommandFailure) in
            let flags = shorthands.compactMap { $0.flag(in: invocation) }
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

    private var configKeys: Command {
        let markdown = Parameter.flag("markdown", summary: ServerTexts.markdownFlag)
        let sections = declarations.sections
        return Command(
            "config keys", summary: ServerTexts.keysSummary,
            examples: [CommandExample("essentiald config keys", ServerTexts.keysExample)], parameters: [markdown]
        ) { invocation, _ throws(CommandFailure) in
            let reference = ConfigurationReference(sections)
            return invocation[markdown] ? reference.markdown : reference.output
        }
    }

    private func plugins(_ loader: ServerConfigurationLoader) -> Command {
        PluginReport.command(of: "essentiald") { () throws(CommandFailure) in
            let configuration = try loader.loadUnchecked(), data = configuration[settings.data]
            do throws(PluginHostError) {
                return try ServerComposition(configuration, data: data).plugins.entries
            } catch {
                throw CommandFailure(composing: error, database: DataFolderPlugin.database(in: data))
            }
        }
    }
}
