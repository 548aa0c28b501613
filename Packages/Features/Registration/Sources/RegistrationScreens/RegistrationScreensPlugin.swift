import Localization
public import PluginKit
import Presenting
public import RegistrationAPI
public import ScreensAPI

/// Installs the screen on which people make an account.
public enum RegistrationScreensPlugin: Plugin {
    /// What the screen needs.
    public struct Dependencies: Sendable {
        /// Makes accounts; nil for no screen.
        public let registration: Scoped<any Registering>?
        /// Checks what was typed; nil for no screen.
        public let validator: Scoped<any RegistrationValidating>?
        /// Where addresses are confirmed; nil where they aren't.
        public let confirmation: Place?
        /// Whether the screen says that no accounts are made where it can't make any.
        public let saysThatItIsClosed: Bool
        /// Whether the server makes no accounts, where only the server knows.
        public let isClosed: @Sendable () async -> Bool

        /// Creates the dependencies.
        public init(
            registration: Scoped<any Registering>?, validator: Scoped<any RegistrationValidating>?,
            confirmation: Place?, saysThatItIsClosed: Bool = false,
            isClosed: @escaping @Sendable () async -> Bool = { false }
        ) {
            self.registration = registration
            self.validator = validator
            self.confirmation = confirmation
            self.saysThatItIsClosed = saysThatItIsClosed
            self.isClosed = isClosed
        }
    }

    /// The name `registration-screens`.
    public static let manifest = PluginManifest(
        id: "registration-screens",
        summary: LocalizedText(en: "Making an account in a browser", es: "La creación de una cuenta en un navegador"))

    /// Builds the screen.
    public static func assemble(_ dependencies: Dependencies) -> Assembly<Void> {
        guard let registration = dependencies.registration, let validator = dependencies.validator else {
            guard dependencies.saysThatItIsClosed else { return Assembly() }
            return Assembly(contributions: Contributions(RegisterScreen.closedScreen, to: Screens.self))
        }
        let screen = RegisterScreen(
            registration: registration, validator: validator, confirmation: dependencies.confirmation,
            isClosed: dependencies.isClosed)
        var contributions = Contributions(screen.screen, to: Screens.self)
        contributions.add(NavigationItem(RegisterScreen.link, for: .strangers), to: ScreenNavigation.self)
        contributions.add(ScreenStep(.register, RegisterScreen.link), to: ScreenSteps.self)
        return Assembly(contributions: contributions)
    }
}

/// Installs the screen to which the links of invitations lead.
public enum InvitationScreensPlugin: Plugin {
    /// What the screen needs; without one of them there is none.
    public struct Dependencies: Sendable {
        let invitations: (any InvitationReading)?
        let registration: Scoped<any Registering>?
        let validator: Scoped<any RegistrationValidating>?

        /// Creates the dependencies.
        ///
        /// - Parameters:
        ///   - invitations: Tells whom a link invites.
        ///   - registration: Makes accounts.
        ///   - validator: Checks what was typed.
        public init(
            invitations: (any InvitationReading)?, registration: Scoped<any Registering>?,
            validator: Scoped<any RegistrationValidating>?
        ) {
            self.invitations = invitations
            self.registration = registration
            self.validator = validator
        }
    }

    /// The name `invitation-screens`.
    public static let manifest = PluginManifest(
        id: "invitation-screens",
        summary: LocalizedText(
            en: "Taking an invitation in a browser", es: "La aceptación de una invitación en un navegador"))

    /// Builds the screen.
    public static func assemble(_ dependencies: Dependencies) -> Assembly<Void> {
        guard let invitations = dependencies.invitations, let registration = dependencies.registration,
            let validator = dependencies.validator
        else { return Assembly() }
        let screen = InvitationScreen(invitations: invitations, registration: registration, validator: validator)
        return Assembly(contributions: Contributions(screen.screen, to: Screens.self))
    }
}
