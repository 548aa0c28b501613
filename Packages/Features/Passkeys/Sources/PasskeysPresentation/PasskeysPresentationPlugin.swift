import ConsoleAPI
import Localization
public import PasskeysAPI
public import PluginKit
public import SessionsAPI
import SessionsPresentationAPI

/// Installs the commands `passkeys`.
public enum PasskeysPresentationPlugin: Plugin {
    /// What the commands need.
    public struct Dependencies: Sendable {
        /// Manages passkeys.
        public let passkeys: any PasskeyManaging
        /// Has people prove once more who they are; nil for nobody.
        public let proving: (any Reauthenticating)?

        /// Creates the dependencies.
        public init(passkeys: any PasskeyManaging, proving: (any Reauthenticating)? = nil) {
            self.passkeys = passkeys
            self.proving = proving
        }
    }

    /// The name `passkeys-commands`.
    public static let manifest = PluginManifest(
        id: "passkeys-commands", summary: LocalizedText(en: "The commands passkeys", es: "Las órdenes passkeys"))

    /// Builds the commands.
    public static func assemble(_ dependencies: Dependencies) -> Assembly<Void> {
        let commands = PasskeysCommands(passkeys: dependencies.passkeys, stepUp: StepUp(dependencies.proving))
        var contributions = Contributions()
        for command in commands.all { contributions.add(command, to: Commands.self) }
        return Assembly(contributions: contributions)
    }
}
