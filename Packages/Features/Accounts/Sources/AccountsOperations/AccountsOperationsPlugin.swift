import Localization
import OperatingAPI
public import PluginKit

/// Installs what operators do for accounts: `passwords pack`, and `accounts` with
/// `show`, `list`, `suspend`, `release`, `verify`, `log-out`, `delete` and `unlock`.
public enum AccountsOperationsPlugin: Plugin {
    /// The name `accounts-operations`.
    public static let manifest = PluginManifest(
        id: "accounts-operations",
        summary: LocalizedText(
            en: "Accounts, and lists of leaked passwords", es: "Cuentas y listas de contraseñas filtradas"))

    /// The commands, and what is kept of unlocking.
    public static let declarations = {
        var declared = Contributions(
            {
                [PasswordCommands.pack, UnlockCommand(access: $0).unlock] + AccountCommands(access: $0).all
                    + SuspensionCommands(access: $0).all + DeletionCommand(access: $0).all
            }, to: OperatorCommands.self)
        declared.add(.accountUnlocked, to: OperatorDeeds.self)
        return declared
    }()

    /// Builds nothing: the commands work without a server.
    public static func assemble(_: Void) -> Assembly<Void> { Assembly() }
}
