import ConsoleAPI
import Localization
public import PluginKit
public import SecureStorageAPI

/// Installs the commands that look after the vault.
public enum SecureStoragePresentationPlugin: Plugin {
    /// What the commands need.
    public struct Dependencies: Sendable {
        /// Looks after the vault.
        public let vault: any VaultMaintaining
        /// Has authenticators open it.
        public let authenticating: any VaultAuthenticating

        /// Creates the dependencies.
        public init(vault: any VaultMaintaining, authenticating: any VaultAuthenticating) {
            self.vault = vault
            self.authenticating = authenticating
        }
    }

    /// The name `secure-storage-commands`.
    public static let manifest = PluginManifest(
        id: "secure-storage-commands",
        summary: LocalizedText(en: "The commands of the vault", es: "Las órdenes de la caja fuerte"))

    /// Builds the commands.
    public static func assemble(_ dependencies: Dependencies) -> Assembly<Void> {
        var contributions = Contributions()
        let authenticators = AuthenticatorCommands(authenticating: dependencies.authenticating)
        for command in VaultCommands(vault: dependencies.vault).all + authenticators.all {
            contributions.add(command, to: Commands.self)
        }
        for step in VaultTexts.steps { contributions.add(step, to: NextStepPlaces.self) }
        return Assembly(contributions: contributions)
    }
}
