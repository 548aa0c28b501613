import ConsoleAPI
import Localization
public import PasswordChangeAPI
public import PluginKit

/// Installs the command `password`.
public enum PasswordChangePresentationPlugin: Plugin {
    /// The name `password-change-commands`.
    public static let manifest = PluginManifest(
        id: "password-change-commands",
        summary: LocalizedText(en: "The command password", es: "La orden password"))

    /// Builds the command.
    public static func assemble(_ change: any PasswordChanging) -> Assembly<Void> {
        var contributions = Contributions()
        contributions.add(PasswordCommand(change: change).command, to: Commands.self)
        return Assembly(contributions: contributions)
    }
}
