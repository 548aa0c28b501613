package import ConfigurationAPI
import DataFolderAPI
import Localization
import OperatingAPI
package import PluginKit

/// What the plugins of the server declare: all that there is to set and to
/// call, whatever is configured.
package struct ServerDeclarations: Sendable {
    /// The settings, those of the program itself first, the others by their
    /// titles.
    package let sections: [ConfigurationSection]
    /// Make the commands of operators.
    let operatorCommands: [OperatorCommands.Value]
    /// What plugins keep in the data folder.
    let dataFolderParts: [DataFolderPart]
    /// The names of all plugins.
    package let pluginNames: [String]

    package init(_ settings: ServerSettings) throws(PluginHostError) {
        let survey = try PluginHost.survey { host throws(PluginHostError) in
            _ = try ServerComposition.install(.defaults, data: "", on: &host)
        }
        sections =
            [settings.section]
            + survey.values(of: ConfigurationSections.self).sorted { $0.title.english < $1.title.english }
        operatorCommands = survey.values(of: OperatorCommands.self)
        dataFolderParts = survey.values(of: DataFolderParts.self)
        pluginNames = survey.manifests.map(\.id)
    }

    /// The settings, in the order in which they are reported.
    package var keys: [ConfigurationDeclaration] { sections.flatMap(\.declarations) }
}
