public import AccountsAPI
import ConsoleAPI
public import CoreModels
public import FoundationEssentials
import Localization
public import PluginKit
public import SessionsAPI

/// Shows and renames the account: the commands `whoami` and `rename`.
public enum AccountsPresentationPlugin: Plugin {
    /// What the plugin needs.
    public struct Dependencies {
        let accounts: any AccountLoading
        let renaming: any AccountRenaming
        let sessions: any SessionStoring
        let now: @Sendable () -> BootTime
        let date: @Sendable () -> Date

        /// Creates dependencies.
        public init(
            accounts: any AccountLoading, renaming: any AccountRenaming, sessions: any SessionStoring,
            now: @escaping @Sendable () -> BootTime = { .now }, date: @escaping @Sendable () -> Date = { Date() }
        ) {
            self.accounts = accounts
            self.renaming = renaming
            self.sessions = sessions
            self.now = now
            self.date = date
        }
    }

    /// How the plugin is called and what it is for.
    public static let manifest = PluginManifest(
        id: "accounts-commands",
        summary: LocalizedText(en: "The commands whoami and rename.", es: "Las órdenes whoami y rename."))

    /// Builds the commands.
    public static func assemble(_ dependencies: Dependencies) -> Assembly<Void> {
        let whoAmI = WhoAmI(
            accounts: dependencies.accounts, sessions: dependencies.sessions, now: dependencies.now,
            date: dependencies.date)
        var contributions = Contributions()
        contributions.add(whoAmI.command, to: Commands.self)
        contributions.add(RenameCommand(accounts: dependencies.renaming).command, to: Commands.self)
        return Assembly(contributions: contributions)
    }
}
