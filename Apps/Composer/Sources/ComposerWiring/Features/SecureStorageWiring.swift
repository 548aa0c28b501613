import PluginKit
import SecureStorageAPI
import SecureStorageClient
import SecureStoragePresentation
import SecureStorageScreens

/// Installs the vault.
enum SecureStorageWiring {
    static func install(
        on base: ClientInfrastructure, _ host: inout PluginHost
    ) throws(PluginHostError) -> Installed<SecureStorageClientPlugin.Exports> {
        try host.install(SecureStorageClientPlugin.self) { scope in
            try .init(
                folder: base.places.vault,
                // Whoever names a file with the pass phrase wants no key on the disk, also where a vault is made anew.
                protection: base.options.passphraseFile == nil ? .keyFile : .passphrase,
                passphrases: base.surroundings.passphrases,
                lockObservers: scope.collector(of: VaultLockObservers.self),
                cryptography: base.cryptography(in: scope), logger: base.log(in: scope))
        }
    }

    static func installScreens(
        on base: ClientInfrastructure, _ host: inout PluginHost, _ features: ClientFeatures
    ) throws(PluginHostError) {
        try host.install(SecureStorageScreensPlugin.self) { scope in
            let storage = try scope[features.storage]
            return .init(
                locking: storage.locking, vault: storage.maintenance, authenticating: storage.authenticating)
        }
    }

    static func installCommands(
        on base: ClientInfrastructure, _ host: inout PluginHost, _ features: ClientFeatures
    ) throws(PluginHostError) {
        try host.install(SecureStoragePresentationPlugin.self) { scope in
            let storage = try scope[features.storage]
            return .init(vault: storage.maintenance, authenticating: storage.authenticating)
        }
    }
}
