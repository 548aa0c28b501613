import AccountImportOperations
import PluginKit

/// Installs what lets people arrive from other account systems.
enum AccountImportWiring {
    static func install(_ host: inout PluginHost) throws(PluginHostError) {
        try host.install(AccountImportOperationsPlugin.self, ())
    }
}
