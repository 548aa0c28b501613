public import CaptchaAPI
import ConsoleAPI
public import CoreModels
import Localization
public import LoginAPI
public import LoginPresentationAPI
public import PluginKit
import Presenting

/// Installs the commands `login` and `logout`.
public enum LoginPresentationPlugin: Plugin {
    /// What the commands need.
    public struct Dependencies: Sendable {
        /// Logs in.
        public let login: any LoggingIn
        /// Logs out.
        public let logout: any LoggingOut
        /// Answers the challenges of the server.
        public let captcha: any CaptchaSolving
        /// Other ways in.
        public let ways: [LoginWay]
        /// Who is logged in already; nil for nobody.
        public let person: @Sendable () async -> User?

        /// Creates the dependencies.
        public init(
            login: any LoggingIn, logout: any LoggingOut, captcha: any CaptchaSolving, ways: [LoginWay] = [],
            person: @escaping @Sendable () async -> User? = { nil }
        ) {
            self.person = person
            self.login = login
            self.logout = logout
            self.captcha = captcha
            self.ways = ways
        }
    }

    /// The name `login-commands`.
    public static let manifest = PluginManifest(
        id: "login-commands",
        summary: LocalizedText(en: "The commands login and logout", es: "Las órdenes login y logout"))

    /// Builds the commands.
    public static func assemble(_ dependencies: Dependencies) -> Assembly<Void> {
        let commands = LoginCommands(
            login: dependencies.login, logout: dependencies.logout, captcha: dependencies.captcha,
            ways: dependencies.ways, person: dependencies.person)
        var contributions = Contributions()
        contributions.add(commands.logIn, commands.logOut, to: Commands.self)
        contributions.add(
            NextStepPlace(.logIn, LoginTexts.logInStep), NextStepPlace(.logOut, LoginTexts.logOutStep),
            to: NextStepPlaces.self)
        return Assembly(contributions: contributions)
    }
}
