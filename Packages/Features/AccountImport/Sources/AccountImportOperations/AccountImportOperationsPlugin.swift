import Localization
import OperatingAPI
public import PluginKit
import SQLStoreAPI

/// Installs what lets people arrive from other account systems: `import keycloak`, `import supabase` and
/// `import pocketbase`.
public enum AccountImportOperationsPlugin: Plugin {
    /// The name `account-import-operations`.
    public static let manifest = PluginManifest(
        id: "account-import-operations",
        summary: LocalizedText(
            en: "People who arrive from other account systems", es: "Personas que llegan de otros sistemas de cuentas"))

    /// The commands, who came, and what is kept of it.
    public static let declarations = {
        var declared = Contributions({ ImportCommands(access: $0).all }, to: OperatorCommands.self)
        declared.add(.accountsImported, .accountImported, to: OperatorDeeds.self)
        return declared.and(migrations: OriginTable.migrations)
    }()

    /// Builds nothing: the commands work without a server.
    public static func assemble(_: Void) -> Assembly<Void> { Assembly() }
}

extension OperatorDeed {
    static let accountsImported = OperatorDeed(
        "accounts-imported",
        LocalizedText(
            en: "An operator took people from another account system",
            es: "Quien administra tomó a personas de otro sistema de cuentas"))
    static let accountImported = OperatorDeed(
        "account-imported",
        LocalizedText(
            en: "An account came from another account system", es: "Una cuenta llegó de otro sistema de cuentas"),
        isOneOfMany: true)
}
