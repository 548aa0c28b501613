import ConfigurationAPI
import ConfigurationSources
import ConsoleAPI
import PluginKit

/// Reads the configuration of the server from its sources.
struct ServerConfigurationLoader: Sendable {
    let settings: ServerSettings
    let declarations: ServerDeclarations
    let file: String?
    let environment: [String: String]
    let flags: [ConfigurationLoader.Flag]

    /// The same, with further flags.
    func adding(_ more: [ConfigurationLoader.Flag]) -> ServerConfigurationLoader {
        ServerConfigurationLoader(
            settings: settings, declarations: declarations, file: file, environment: environment, flags: flags + more)
    }

    /// Reads all of it, in which only plugins are named that there are.
    func load() throws(CommandFailure) -> Configuration {
        let configuration = try loadUnchecked()
        guard let unknown = declarations.unknownPlugins(in: configuration) else { return configuration }
        throw CommandFailure(composing: .unusable(needed: [], unknown: unknown), database: "")
    }

    /// Reads all of it, for who composes the plugins and learns of all that is
    /// wrong with them.
    func loadUnchecked() throws(CommandFailure) -> Configuration {
        let reading = try read()
        if let error = reading.error { throw Self.failure(error) }
        return reading.configuration
    }

    /// Reads what can be read.
    func read() throws(CommandFailure) -> ConfigurationLoader.Reading {
        do throws(ConfigurationError) {
            return try ConfigurationLoader(file: file, environment: environment, flags: flags)
                .read(declarations.keys)
        } catch {
            throw Self.failure(error)
        }
    }

    static func failure(_ error: ConfigurationError) -> CommandFailure {
        CommandFailure(exit: .usage, code: "invalid_configuration", message: error.text)
    }
}
