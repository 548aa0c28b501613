public import AccountsAPI
import AccountsScreensAPI
public import AddressChangeAPI
import Localization
public import PluginKit
import Presenting
public import ScreensAPI

/// Installs the screens on which a person changes their address, and on which whoever
/// reads the mail of the old one undoes it.
public enum AddressChangeScreensPlugin: Plugin {
    /// What the screens need.
    public struct Dependencies: Sendable {
        /// Changes the address; nil for no screen of that.
        public let change: Scoped<any AddressChanging>?
        /// Tells which address the account has now; nil for no screen of the change.
        public let account: Scoped<any AccountLoading>?
        /// Gives addresses back; nil where no mailed link leads.
        public let restoring: (any AddressRestoring)?

        /// Creates the dependencies.
        public init(
            change: Scoped<any AddressChanging>?, account: Scoped<any AccountLoading>?,
            restoring: (any AddressRestoring)? = nil
        ) {
            self.change = change
            self.account = account
            self.restoring = restoring
        }
    }

    /// The name `address-change-screens`.
    public static let manifest = PluginManifest(
        id: "address-change-screens",
        summary: LocalizedText(en: "Another address in a browser", es: "Otra dirección en un navegador"))

    /// Builds the screens.
    public static func assemble(_ dependencies: Dependencies) -> Assembly<Void> {
        var contributions = Contributions()
        if let change = dependencies.change, let account = dependencies.account {
            let screen = AddressScreen(change: change, person: PresentPerson(account: account))
            contributions.add(screen.screen, to: Screens.self)
            contributions.add(
                NavigationItem(AddressScreen.link, for: .people, isOfAccount: true), to: ScreenNavigation.self)
            contributions.add(ScreenStep(.changeAddress, AddressScreen.link), to: ScreenSteps.self)
        }
        if let restoring = dependencies.restoring {
            contributions.add(RestoreScreen(restoring: restoring).screen, to: Screens.self)
        }
        return Assembly(contributions: contributions)
    }
}
