public import CoreModels
import Localization
public import PluginKit
import Presenting
import ScreensAPI
public import SecureStorageAPI

/// Installs the screens on which people look after the vault of their device.
public enum SecureStorageScreensPlugin: Plugin {
    /// What the screens need.
    public struct Dependencies: Sendable {
        /// Locks the vault, and opens it.
        public let locking: any VaultLocking
        /// Looks after the vault.
        public let vault: any VaultMaintaining
        /// Has authenticators open it.
        public let authenticating: any VaultAuthenticating
        /// The present moment.
        public let now: @Sendable () -> BootTime

        /// Creates the dependencies.
        public init(
            locking: any VaultLocking, vault: any VaultMaintaining, authenticating: any VaultAuthenticating,
            now: @escaping @Sendable () -> BootTime = { .now }
        ) {
            self.locking = locking
            self.vault = vault
            self.authenticating = authenticating
            self.now = now
        }
    }

    /// The name `secure-storage-screens`.
    public static let manifest = PluginManifest(
        id: "secure-storage-screens",
        summary: LocalizedText(en: "The vault in a browser", es: "La caja fuerte en un navegador"))

    /// Builds the screens.
    public static func assemble(_ dependencies: Dependencies) -> Assembly<Void> {
        let (locking, vault, authenticating) = (dependencies.locking, dependencies.vault, dependencies.authenticating)
        let gate = PassphraseGate(now: dependencies.now)
        var contributions = Contributions()
        contributions.add(
            UnlockScreen(locking: locking, authenticating: authenticating, gate: gate).screen,
            VaultScreen(locking: locking, vault: vault, authenticating: authenticating, gate: gate).screen,
            CleanVaultScreen(vault: vault).screen, RemoveAuthenticatorScreen(authenticating: authenticating).screen,
            NewVaultScreen(vault: vault).screen, to: Screens.self)
        contributions.add(
            NavigationItem(VaultScreen.link, for: .people, isOfAccount: true), to: ScreenNavigation.self)
        contributions.add(
            ScreenStep(.unlock, UnlockScreen.link), ScreenStep(.resetVault, NewVaultScreen.link),
            ScreenStep(.checkVault, VaultScreen.link), ScreenStep(.cleanVault, VaultScreen.link), to: ScreenSteps.self)
        return Assembly(contributions: contributions)
    }
}
