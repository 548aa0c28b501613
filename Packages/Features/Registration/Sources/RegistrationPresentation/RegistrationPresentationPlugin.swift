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
        /// Checks what a person types, field by field.
        public let validator: any RegistrationValidating
        /// Whether the program has a command `recover`, which somebody whose
        /// address is in use is then pointed to.
        public let offersRecovery: Bool

        /// Creates the dependencies.
        public init(
            registration: any Registering, validator: any RegistrationValidating, offersRecovery: Bool = false
        ) {
            self.registration = registration
            self.validator = validator
            self.offersRecovery = offersRecovery
        }
    }

    /// The name `registration-commands`.
    public static let manifest = PluginManifest(
        id: "registration-commands", summary: LocalizedText(en: "The command register", es: "La orden register"))

    /// Builds the command.
    public static func assemble(_ dependencies: Dependencies) -> Assembly<Void> {
        var contributions = Contributions()
        let register = RegisterCommand(
            registration: dependencies.registration, validator: dependencies.validator,
            offersRecovery: dependencies.offersRecovery)
        contributions.add(register.command, to: Commands.self)
        return Assembly(contributions: contributions)
    }
}
