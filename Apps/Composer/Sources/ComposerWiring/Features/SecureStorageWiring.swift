import PluginKit
import SecureStorageClient
import SecureStoragePresentation

/// Installs the vault.
enum SecureStorageWiring {
    static func install(
        on base: ClientInfrastructure, _ host: inout PluginHost
    ) throws(PluginHostError) -> Installed<SecureStorageClientPlugin.Exports> {
        try host.install(SecureStorageClientPlugin.self) { scope in
            try .init(
                folder: base.places.vault, passphrases: base.surroundings.passphrases,
                cryptography: base.cryptography(in: scope), logger: base.log(in: scope))
        }
    }

    static func installCommands(
        on base: ClientInfrastructure, _ host: inout PluginHost, _ features: ClientFeatures
    ) throws(PluginHostError) {
        try host.install(SecureStoragePresentationPlugin.self) { scope in
            try .init(vault: scope[features.storage].maintenance)
        }
    }
}
