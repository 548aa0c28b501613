public import CaptchaAPI
import ConsoleAPI
import Localization
public import PasswordRecoveryAPI
public import PluginKit

/// Installs the commands `recover` and `reset`.
public enum PasswordRecoveryPresentationPlugin: Plugin {
    /// The name `password-recovery-commands`.
    public static let manifest = PluginManifest(
        id: "password-recovery-commands",
        summary: LocalizedText(en: "The commands recover and reset", es: "Las órdenes recover y reset"))

    /// What the commands need.
    public struct Dependencies: Sendable {
        let recovery: any PasswordRecovering
        let captcha: any CaptchaSolving

        /// Creates dependencies.
        ///
        /// - Parameters:
        ///   - recovery: Recovers passwords.
        ///   - captcha: Answers what the server asks of those who ask often.
        public init(recovery: any PasswordRecovering, captcha: any CaptchaSolving) {
            self.recovery = recovery
            self.captcha = captcha
        }
    }

    /// Builds the commands.
    public static func assemble(_ dependencies: Dependencies) -> Assembly<Void> {
        let commands = RecoveryCommands(recovery: dependencies.recovery, captcha: dependencies.captcha)
        var contributions = Contributions()
        contributions.add(commands.recover, to: Commands.self)
        contributions.add(commands.reset, to: Commands.self)
        for step in RecoveryTexts.steps { contributions.add(step, to: NextStepPlaces.self) }
        return Assembly(contributions: contributions)
    }
}
