import ConsoleAPI
public import CoreModels
import Localization
public import PluginKit
import Presenting
public import RegistrationAPI

/// Installs the command `register`.
public enum RegistrationPresentationPlugin: Plugin {
    /// What the command needs.
    public struct Dependencies: Sendable {
        /// Makes accounts.
        public let registration: any Registering
        /// Checks what a person types, field by field.
        public let validator: any RegistrationValidating
        /// Who is logged in already; nil for nobody.
        public let person: @Sendable () async -> User?

        /// Creates the dependencies.
        public init(
            registration: any Registering, validator: any RegistrationValidating,
            person: @escaping @Sendable () async -> User? = { nil }
        ) {
            self.person = person
            self.registration = registration
            self.validator = validator
        }
    }

    /// The name `registration-commands`.
    public static let manifest = PluginManifest(
        id: "registration-commands", summary: LocalizedText(en: "The command register", es: "La orden register"))

    /// Builds the command.
    public static func assemble(_ dependencies: Dependencies) -> Assembly<Void> {
        var contributions = Contributions()
        let register = RegisterCommand(
            registration: dependencies.registration, validator: dependencies.validator, person: dependencies.person)
        contributions.add(register.command, to: Commands.self)
        contributions.add(NextStepPlace(.register, RegistrationTexts.registerStep), to: NextStepPlaces.self)
        return Assembly(contributions: contributions)
    }
}
