import Localization
import OperatingAPI
public import PluginKit

/// Installs what operators do for accounts: `passwords pack`.
public enum AccountsOperationsPlugin: Plugin {
    /// The name `accounts-operations`.
    public static let manifest = PluginManifest(
        id: "accounts-operations",
        summary: LocalizedText(en: "Lists of leaked passwords", es: "Listas de contraseñas filtradas"))

    /// The command.
    public static let declarations = Contributions({ _ in [PasswordCommands.pack] }, to: OperatorCommands.self)

    /// Builds nothing: the command works without a server.
    public static func assemble(_: Void) -> Assembly<Void> { Assembly() }
}
