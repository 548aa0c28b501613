import ConsoleAPI
import Localization
public import LoginAPI
public import PluginKit

/// Installs the commands `login` and `logout`.
public enum LoginPresentationPlugin: Plugin {
    /// What the commands need.
    public struct Dependencies: Sendable {
        /// Logs in.
        public let login: any LoggingIn
        /// Logs out.
        public let logout: any LoggingOut

        /// Creates the dependencies.
        public init(login: any LoggingIn, logout: any LoggingOut) {
            self.login = login
            self.logout = logout
        }
    }

    /// The name `login-commands`.
    public static let manifest = PluginManifest(
        id: "login-commands",
        summary: LocalizedText(en: "The commands login and logout", es: "Las órdenes login y logout"))

    /// Builds the commands.
    public static func assemble(_ dependencies: Dependencies) -> Assembly<Void> {
        let commands = LoginCommands(login: dependencies.login, logout: dependencies.logout)
        var contributions = Contributions()
        contributions.add(commands.logIn, commands.logOut, to: Commands.self)
        return Assembly(contributions: contributions)
    }
}
