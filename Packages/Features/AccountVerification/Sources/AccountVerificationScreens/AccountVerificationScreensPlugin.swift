public import AccountVerificationAPI
public import AccountsAPI
import Localization
public import PluginKit
import Presenting
public import ScreensAPI

/// Installs the screen on which people prove their address.
public enum AccountVerificationScreensPlugin: Plugin {
    /// What the screen needs.
    public struct Dependencies: Sendable {
        /// Proves the addresses of those who come with a message; nil where no mailed
        /// link leads.
        public let proving: (any AddressProving)?
        /// Proves the address of who is logged in, and where no link leads that of
        /// anybody who names it; nil where nobody can be.
        public let confirmation: Scoped<any AddressConfirming>?
        /// Tells which address who is logged in has now; nil where nobody can be.
        public let account: Scoped<any AccountLoading>?

        /// Creates the dependencies.
        public init(
            proving: (any AddressProving)?, confirmation: Scoped<any AddressConfirming>?,
            account: Scoped<any AccountLoading>?
        ) {
            self.proving = proving
            self.confirmation = confirmation
            self.account = account
        }
    }

    /// What the screen offers.
    public struct Exports: Sendable {
        /// Where it is; nil if there is none.
        public let place: Place?
    }

    /// The name `account-verification-screens`.
    public static let manifest = PluginManifest(
        id: "account-verification-screens",
        summary: LocalizedText(
            en: "Confirming an address in a browser", es: "La confirmación de una dirección en un navegador"))

    /// Builds the screen; there is none that could do nothing.
    public static func assemble(_ dependencies: Dependencies) -> Assembly<Exports> {
        let own = dependencies.confirmation.flatMap { confirmation in
            dependencies.account.map { OwnAddressForms(confirmation: confirmation, account: $0) }
        }
        let screen: Screen
        if let proving = dependencies.proving {
            screen = VerifyScreen(proving: proving, own: own).screen
        } else if let confirmation = dependencies.confirmation, let own {
            screen = NamedAddressScreen(confirmation: confirmation, own: own).screen
        } else {
            return Assembly(exports: Exports(place: nil))
        }
        var contributions = Contributions(screen, to: Screens.self)
        contributions.add(
            ScreenStep(.verify, VerifyScreen.link), ScreenStep(.resend, VerifyScreen.another), to: ScreenSteps.self)
        return Assembly(exports: Exports(place: VerifyScreen.place), contributions: contributions)
    }
}
