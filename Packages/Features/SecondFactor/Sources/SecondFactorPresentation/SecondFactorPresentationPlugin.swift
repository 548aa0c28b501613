import ConsoleAPI
import Localization
public import PluginKit
public import SecondFactorAPI

/// Installs the commands `factors …`.
public enum SecondFactorPresentationPlugin: Plugin {
    /// The name `second-factor-commands`.
    public static let manifest = PluginManifest(
        id: "second-factor-commands",
        summary: LocalizedText(en: "The commands factors …", es: "Las órdenes factors …"))

    /// Builds the commands.
    public static func assemble(_ factors: any FactorManaging) -> Assembly<Void> {
        var contributions = Contributions()
        for command in FactorsCommands(factors: factors).all { contributions.add(command, to: Commands.self) }
        return Assembly(contributions: contributions)
    }
}
