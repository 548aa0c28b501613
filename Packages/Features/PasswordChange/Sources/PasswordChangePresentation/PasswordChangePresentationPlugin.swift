import ConsoleAPI
import Localization
public import PasswordChangeAPI
public import PluginKit
public import SessionsAPI
import SessionsPresentationAPI

/// Installs the command `password`.
public enum PasswordChangePresentationPlugin: Plugin {
    /// What the command needs.
    public struct Dependencies: Sendable {
        /// Changes the password.
        public let change: any PasswordChanging
        /// Has people prove once more who they are; nil for nobody.
        public let proving: (any Reauthenticating)?

        /// Creates the dependencies.
        public init(change: any PasswordChanging, proving: (any Reauthenticating)? = nil) {
            self.change = change
            self.proving = proving
        }
    }

    /// The name `password-change-commands`.
    public static let manifest = PluginManifest(
        id: "password-change-commands",
        summary: LocalizedText(en: "The command password", es: "La orden password"))

    /// Builds the command.
    public static func assemble(_ dependencies: Dependencies) -> Assembly<Void> {
        var contributions = Contributions()
        let command = PasswordCommand(change: dependencies.change, stepUp: StepUp(dependencies.proving))
        contributions.add(command.command, to: Commands.self)
        return Assembly(contributions: contributions)
    }
}
