import ConsoleAPI
import Localization
public import PluginKit
public import SecondFactorAPI
public import SessionsAPI
import SessionsPresentationAPI

/// Installs the commands `factors …`.
public enum SecondFactorPresentationPlugin: Plugin {
    /// What the commands need.
    public struct Dependencies: Sendable {
        let factors: any FactorManaging
        let proving: any Reauthenticating

        /// Creates the dependencies.
        ///
        /// - Parameters:
        ///   - factors: Shows and changes factors.
        ///   - proving: Has the person prove once more who they are.
        public init(factors: any FactorManaging, proving: any Reauthenticating) {
            self.factors = factors
            self.proving = proving
        }
    }

    /// The name `second-factor-commands`.
    public static let manifest = PluginManifest(
        id: "second-factor-commands",
        summary: LocalizedText(en: "The commands factors …", es: "Las órdenes factors …"))

    /// Builds the commands.
    public static func assemble(_ dependencies: Dependencies) -> Assembly<Void> {
        var contributions = Contributions()
        let commands = FactorsCommands(factors: dependencies.factors, stepUp: StepUp(dependencies.proving))
        for command in commands.all { contributions.add(command, to: Commands.self) }
        return Assembly(contributions: contributions)
    }
}
