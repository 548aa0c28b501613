package import ConfigurationAPI
import DataFolderAPI
import Localization
import OperatingAPI
package import PluginKit
import SQLStoreAPI

/// What the plugins of the server declare: all that there is to set and to
/// call, whatever is configured.
package struct ServerDeclarations: Sendable {
    /// The settings, those of the program itself first, the others by their
    /// titles.
    package let sections: [ConfigurationSection]
    /// What plugins keep in the data folder.
    let dataFolderParts: [DataFolderPart]
    /// The tables of all plugins.
    let migrations: [Migration]
    /// What files rows name, and what tells whether the parts of the data belong together.
    let dataFiles: [NamedFiles]
    let dataChecks: [ServerDataChecks.Value]
    private let survey: PluginSurvey

    package init(_ settings: ServerSettings) throws(PluginHostError) {
        survey = try PluginHost.survey { host throws(PluginHostError) in
            _ = try ServerComposition.install(.defaults, data: "", on: &host)
        }
        sections =
            [settings.section]
            + survey.values(of: ConfigurationSections.self).sorted { $0.title.english < $1.title.english }
        dataFolderParts = survey.values(of: DataFolderParts.self)
        migrations = survey.values(of: Migrations.self)
        dataFiles = survey.values(of: DataFiles.self)
        dataChecks = survey.values(of: ServerDataChecks.self)
    }

    /// The names of all plugins.
    package var pluginNames: [String] { survey.manifests.map(\.id) }

    /// Make the commands of operators, but for those of plugins that are switched
    /// off.
    func operatorCommands(in configuration: Configuration) -> [OperatorCommands.Value] {
        survey.values(of: OperatorCommands.self, without: Set(configuration[ServerSettings.disabledPlugins]))
    }

    /// All that plugins declare, but for those that are switched off.
    package func contributions(in configuration: Configuration) -> Contributions {
        survey.contributions(without: Set(configuration[ServerSettings.disabledPlugins]))
    }

    /// The names in a configuration that no plugin has.
    func unknownPlugins(in configuration: Configuration) -> UnknownPlugins? {
        UnknownPlugins(Set(configuration[ServerSettings.disabledPlugins]), known: survey.manifests)
    }

    /// The settings, in the order in which they are reported.
    package var keys: [ConfigurationDeclaration] { sections.flatMap(\.declarations) }
}
