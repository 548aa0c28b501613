import ConsoleAPI
import Localization
public import PasskeysAPI
public import PluginKit

/// Installs the commands `passkeys`.
public enum PasskeysPresentationPlugin: Plugin {
    /// The name `passkeys-commands`.
    public static let manifest = PluginManifest(
        id: "passkeys-commands", summary: LocalizedText(en: "The commands passkeys", es: "Las órdenes passkeys"))

    /// Builds the commands.
    public static func assemble(_ passkeys: any PasskeyManaging) -> Assembly<Void> {
        var contributions = Contributions()
        for command in PasskeysCommands(passkeys: passkeys).all { contributions.add(command, to: Commands.self) }
        return Assembly(contributions: contributions)
    }
}
