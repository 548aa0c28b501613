public import AccountsAPI
import ConsoleAPI
public import CoreModels
public import FoundationEssentials
import Localization
public import PluginKit
public import SessionsAPI
import SessionsPresentationAPI

/// Shows, renames and deletes the account: `whoami`, `rename` and `account delete`.
public enum AccountsPresentationPlugin: Plugin {
    /// What the plugin needs.
    public struct Dependencies {
        let accounts: any AccountLoading
        let renaming: any AccountRenaming
        let deleting: any AccountDeleting
        let proving: (any Reauthenticating)?
        let sessions: any SessionStoring
        let now: @Sendable () -> BootTime
        let date: @Sendable () -> Date

        /// Creates dependencies.
        public init(
            accounts: any AccountLoading, renaming: any AccountRenaming, deleting: any AccountDeleting,
            proving: (any Reauthenticating)? = nil, sessions: any SessionStoring,
            now: @escaping @Sendable () -> BootTime = { .now }, date: @escaping @Sendable () -> Date = { Date() }
        ) {
            self.accounts = accounts
            self.renaming = renaming
            self.deleting = deleting
            self.proving = proving
            self.sessions = sessions
            self.now = now
            self.date = date
        }
    }

    /// How the plugin is called and what it is for.
    public static let manifest = PluginManifest(
        id: "accounts-commands",
        summary: LocalizedText(
            en: "The commands whoami, rename and account delete", es: "Las órdenes whoami, rename y account delete"))

    /// Builds the commands.
    public static func assemble(_ dependencies: Dependencies) -> Assembly<Void> {
        let whoAmI = WhoAmI(
            accounts: dependencies.accounts, sessions: dependencies.sessions, now: dependencies.now,
            date: dependencies.date)
        var contributions = Contributions()
        contributions.add(whoAmI.command, to: Commands.self)
        contributions.add(RenameCommand(accounts: dependencies.renaming).command, to: Commands.self)
        contributions.add(
            DeleteAccountCommand(
                deleting: dependencies.deleting, sessions: dependencies.sessions, stepUp: StepUp(dependencies.proving)
            ).command,
            to: Commands.self)
        return Assembly(contributions: contributions)
    }
}
