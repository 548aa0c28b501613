import Localization
public import PasswordRecoveryAPI
public import PluginKit
import Presenting
public import ScreensAPI

/// Installs the screens on which people get another password.
public enum PasswordRecoveryScreensPlugin: Plugin {
    /// What the screens need.
    public struct Dependencies: Sendable {
        /// Gives another password to those who come with a message; nil for no
        /// screens.
        public let resetting: (any PasswordResetting)?
        /// Asks for a message; nil where only those come who have one.
        public let recovery: Scoped<any PasswordRecovering>?

        /// Creates the dependencies.
        public init(resetting: (any PasswordResetting)?, recovery: Scoped<any PasswordRecovering>?) {
            self.resetting = resetting
            self.recovery = recovery
        }
    }

    /// The name `password-recovery-screens`.
    public static let manifest = PluginManifest(
        id: "password-recovery-screens",
        summary: LocalizedText(
            en: "Another password in a browser", es: "Una contraseña nueva en un navegador"))

    /// Builds the screens.
    public static func assemble(_ dependencies: Dependencies) -> Assembly<Void> {
        guard let resetting = dependencies.resetting else { return Assembly() }
        var contributions = Contributions(ResetScreen(resetting: resetting).screen, to: Screens.self)
        let recover: ScreenLink
        if let recovery = dependencies.recovery {
            contributions.add(RecoverScreen(recovery: recovery).screen, to: Screens.self)
            recover = RecoverScreen.link
        } else {
            recover = ResetScreen.link
        }
        contributions.add(
            ScreenStep(.recover, recover), ScreenStep(.recoverAgain, recover),
            ScreenStep(.chooseAnotherPassword, ResetScreen.link), to: ScreenSteps.self)
        return Assembly(contributions: contributions)
    }
}
