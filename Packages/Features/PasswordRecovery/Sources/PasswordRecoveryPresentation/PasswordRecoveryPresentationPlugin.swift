import ConsoleAPI
import Localization
public import PasswordRecoveryAPI
public import PluginKit

/// Installs the commands `recover` and `reset`.
public enum PasswordRecoveryPresentationPlugin: Plugin {
    /// The name `password-recovery-commands`.
    public static let manifest = PluginManifest(
        id: "password-recovery-commands",
        summary: LocalizedText(en: "The commands recover and reset", es: "Las órdenes recover y reset"))

    /// Builds the commands.
    public static func assemble(_ recovery: any PasswordRecovering) -> Assembly<Void> {
        let commands = RecoveryCommands(recovery: recovery)
        var contributions = Contributions()
        contributions.add(commands.recover, to: Commands.self)
        contributions.add(commands.reset, to: Commands.self)
        return Assembly(contributions: contributions)
    }
}
