public import AddressChangeAPI
import ConsoleAPI
import Localization
public import PluginKit
public import SessionsAPI
import SessionsPresentationAPI

/// Installs the commands `address` and `address confirm`.
public enum AddressChangePresentationPlugin: Plugin {
    /// What the commands need.
    public struct Dependencies: Sendable {
        /// Changes the address.
        public let change: any AddressChanging
        /// Has people prove once more who they are; nil for nobody.
        public let proving: (any Reauthenticating)?

        /// Creates the dependencies.
        public init(change: any AddressChanging, proving: (any Reauthenticating)? = nil) {
            self.change = change
            self.proving = proving
        }
    }

    /// The name `address-change-commands`.
    public static let manifest = PluginManifest(
        id: "address-change-commands",
        summary: LocalizedText(
            en: "The commands address and address confirm", es: "Las órdenes address y address confirm"))

    /// Builds the commands.
    public static func assemble(_ dependencies: Dependencies) -> Assembly<Void> {
        let commands = AddressCommands(change: dependencies.change, stepUp: StepUp(dependencies.proving))
        var contributions = Contributions()
        contributions.add(commands.address, commands.confirm, to: Commands.self)
        for step in AddressTexts.steps { contributions.add(step, to: NextStepPlaces.self) }
        return Assembly(contributions: contributions)
    }
}
