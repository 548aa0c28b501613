import ConsoleAPI
import Localization
public import PluginKit
public import RegistrationAPI

/// Installs the command `register`.
public enum RegistrationPresentationPlugin: Plugin {
    /// What the command needs.
    public struct Dependencies: Sendable {
        /// Makes accounts.
        public let registration: any Registering

        /// Creates the dependencies.
        public init(registration: any Registering) {
            self.registration = registration
        }
    }

    /// The name `registration-commands`.
    public static let manifest = PluginManifest(
        id: "registration-commands", summary: LocalizedText(en: "The command register", es: "La orden register"))

    /// Builds the command.
    public static func assemble(_ dependencies: Dependencies) -> Assembly<Void> {
        var contributions = Contributions()
        contributions.add(RegisterCommand(registration: dependencies.registration).command, to: Commands.self)
        return Assembly(contributions: contributions)
    }
}
