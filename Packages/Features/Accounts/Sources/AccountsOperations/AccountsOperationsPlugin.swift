import Localization
import OperatingAPI
public import PluginKit

/// Installs what operators do for accounts: `passwords pack`, and `accounts` with
/// `show`, `list`, `suspend`, `release`, `verify` and `log-out`.
public enum AccountsOperationsPlugin: Plugin {
    /// The name `accounts-operations`.
    public static let manifest = PluginManifest(
        id: "accounts-operations",
        summary: LocalizedText(
            en: "Accounts, and lists of leaked passwords", es: "Cuentas y listas de contraseñas filtradas"))

    /// The commands.
    public static let declarations = Contributions(
        { [PasswordCommands.pack] + AccountCommands(access: $0).all + SuspensionCommands(access: $0).all },
        to: OperatorCommands.self)

    /// Builds nothing: the commands work without a server.
    public static func assemble(_: Void) -> Assembly<Void> { Assembly() }
}
