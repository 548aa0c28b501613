public import BrowserLoginAPI
import Localization
import LoginAPI
import LoginScreensAPI
public import PluginKit
import ScreensAPI

/// Installs logging in at the server's own page on the pages of a program on a person's own
/// machine.
public enum BrowserLoginAppScreensPlugin: Plugin {
    /// What it needs.
    public struct Dependencies: Sendable {
        /// Logs in.
        public let login: any BrowserLoggingIn
        /// The address of the server, to be read.
        public let server: String
        /// Returns when what belongs to the person is locked, or the task is cancelled.
        public let untilLocked: @Sendable () async -> Void
        /// Measures for how long somebody waits.
        public let clock: any Clock<Duration>

        /// Creates the dependencies.
        public init(
            login: any BrowserLoggingIn, server: String, untilLocked: @escaping @Sendable () async -> Void,
            clock: any Clock<Duration> = ContinuousClock()
        ) {
            self.login = login
            self.server = server
            self.untilLocked = untilLocked
            self.clock = clock
        }
    }

    /// What it offers.
    public struct Exports: Sendable {
        /// Ends the login for which a browser is waited, when the program ends.
        public let stop: @Sendable () async -> Void
    }

    /// The name `browser-login-app`.
    public static let manifest = PluginManifest(
        id: "browser-login-app",
        summary: LocalizedText(
            en: "Logging in at the server's page, in the app", es: "Iniciar sesión en la página del servidor, en la app"
        ))

    /// Builds it.
    public static func assemble(_ dependencies: Dependencies) -> Assembly<Exports> {
        let login = AppLogin(dependencies.login, untilLocked: dependencies.untilLocked, by: dependencies.clock)
        let screen = AppLoginScreen(login: login, server: dependencies.server)
        var contributions = Contributions(screen.screen, to: Screens.self)
        for passage in screen.passages { contributions.add(passage, to: ScreenPassages.self) }
        contributions.add(screen.section, to: SignInSections.self)
        contributions.add(AppLogin.Watch(login: login), to: LoginObservers.self)
        return Assembly(exports: Exports(stop: { await login.stop() }), contributions: contributions)
    }
}
