import PluginKit
import ProofOfPossessionClient
import SecureStorageClient

/// Installs the key of this device, and its proofs.
enum ProofOfPossessionWiring {
    static func install(
        on base: ClientInfrastructure, _ host: inout PluginHost, _ storage: Installed<SecureStorageClientPlugin.Exports>
    ) throws(PluginHostError) -> Installed<ProofOfPossessionClientPlugin.Exports> {
        try host.install(ProofOfPossessionClientPlugin.self) { scope in
            try .init(
                server: base.address, transport: base.transport(in: scope), secrets: scope[storage].secrets,
                cryptography: base.cryptography(in: scope), logger: base.log(in: scope))
        }
    }
}
