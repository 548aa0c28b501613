public import AccountVerificationAPI
import ConsoleAPI
import Localization
public import PluginKit

/// Installs the command `verify`.
public enum AccountVerificationPresentationPlugin: Plugin {
    /// What the command needs.
    public struct Dependencies: Sendable {
        /// Confirms addresses.
        public let confirmation: any AddressConfirming

        /// Creates the dependencies.
        public init(confirmation: any AddressConfirming) {
            self.confirmation = confirmation
        }
    }

    /// The name `account-verification-commands`.
    public static let manifest = PluginManifest(
        id: "account-verification-commands", summary: LocalizedText(en: "The command verify", es: "La orden verify"))

    /// Builds the command.
    public static func assemble(_ dependencies: Dependencies) -> Assembly<Void> {
        var contributions = Contributions()
        contributions.add(VerifyCommand(confirmation: dependencies.confirmation).command, to: Commands.self)
        for step in VerifyTexts.steps { contributions.add(step, to: NextStepPlaces.self) }
        return Assembly(contributions: contributions)
    }
}
