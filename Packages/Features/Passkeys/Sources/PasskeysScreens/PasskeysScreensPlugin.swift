import Localization
import LoginScreensAPI
public import PasskeysAPI
public import PluginKit
public import ScreensAPI

/// Installs the screens of passkeys, and logging in with one in a browser.
public enum PasskeysScreensPlugin: Plugin {
    /// What it needs.
    public struct Dependencies: Sendable {
        /// Logs in; nil for no screens.
        public let signingIn: Scoped<any PasskeySigningIn>?
        /// Shows and changes passkeys; nil for no screens.
        public let passkeys: Scoped<any PasskeyManaging>?
        /// Whether there are passkeys, so that people are led there.
        public let isOffered: Bool

        /// Creates the dependencies.
        public init(
            signingIn: Scoped<any PasskeySigningIn>?, passkeys: Scoped<any PasskeyManaging>?, isOffered: Bool
        ) {
            self.signingIn = signingIn
            self.passkeys = passkeys
            self.isOffered = isOffered
        }
    }

    /// The name `passkeys-screens`.
    public static let manifest = PluginManifest(
        id: "passkeys-screens",
        summary: LocalizedText(en: "Passkeys in a browser", es: "Llaves de acceso en un navegador"))

    /// Builds it.
    public static func assemble(_ dependencies: Dependencies) -> Assembly<Void> {
        guard let signingIn = dependencies.signingIn, let passkeys = dependencies.passkeys else { return Assembly() }
        let signIn = PasskeySignIn(signingIn: signingIn, passkeys: passkeys)
        var contributions = Contributions()
        contributions.add(PasskeysScreen(passkeys: passkeys).screen, signIn.screen, to: Screens.self)
        guard dependencies.isOffered else { return Assembly(contributions: contributions) }
        contributions.add(signIn.section, to: SignInSections.self)
        contributions.add(signIn.authenticationWay, to: AuthenticationWays.self)
        contributions.add(
            NavigationItem(PasskeysScreen.link, for: .people, isOfAccount: true), to: ScreenNavigation.self)
        return Assembly(contributions: contributions)
    }
}
