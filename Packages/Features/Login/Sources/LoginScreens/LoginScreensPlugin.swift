import Localization
public import LoginAPI
public import LoginScreensAPI
public import PluginKit
import Presenting
public import ScreensAPI
public import SessionsAPI

/// Installs the screens on which people log in and out.
public enum LoginScreensPlugin: Plugin {
    /// What the screens need.
    public struct Dependencies: Sendable {
        /// Logs in; nil for no screens.
        public let login: Scoped<any LoggingIn>?
        /// Logs out; nil for no screens.
        public let logout: Scoped<any LoggingOut>?
        /// Recalls why the session before is over; nil if nothing does.
        public let ends: Scoped<any SessionEndRecalling>?
        /// Other ways in.
        public let sections: @Sendable () -> [SignInSection]

        /// Creates the dependencies.
        public init(
            login: Scoped<any LoggingIn>?, logout: Scoped<any LoggingOut>?,
            ends: Scoped<any SessionEndRecalling>? = nil,
            sections: @escaping @Sendable () -> [SignInSection] = { [] }
        ) {
            self.login = login
            self.logout = logout
            self.ends = ends
            self.sections = sections
        }
    }

    /// The name `login-screens`.
    public static let manifest = PluginManifest(
        id: "login-screens",
        summary: LocalizedText(en: "Logging in in a browser", es: "El inicio de sesión en un navegador"))

    /// Builds the screens.
    public static func assemble(_ dependencies: Dependencies) -> Assembly<Void> {
        guard let login = dependencies.login, let logout = dependencies.logout else { return Assembly() }
        var contributions = Contributions()
        contributions.add(
            SignInScreen(login: login, ends: dependencies.ends, sections: dependencies.sections).screen,
            SignOutScreen(logout: logout).screen, to: Screens.self)
        contributions.add(
            NavigationItem(SignInScreen.link, for: .strangers),
            NavigationItem(SignOutScreen.link, for: .people, isOfAccount: true, isLast: true), to: ScreenNavigation.self
        )
        contributions.add(
            ScreenStep(.logIn, SignInScreen.link), ScreenStep(.logOut, SignOutScreen.link), to: ScreenSteps.self)
        return Assembly(contributions: contributions)
    }
}
