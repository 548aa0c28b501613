import ConfigurationAPI
import FoundationEssentials
import PluginKit
import ProofOfPossessionService

/// Installs the check of proofs that a client holds its key.
enum ProofOfPossessionWiring {
    static func install(
        on base: ServerInfrastructure, _ host: inout PluginHost
    ) throws(PluginHostError) {
        try host.install(ProofOfPossessionServicePlugin.self) { scope in
            try .init(
                publicAddress: base.configuration[ServerSettings.publicURL]?.absoluteString,
                database: base.database(in: scope), cryptography: base.cryptography(in: scope),
                logger: base.log(in: scope), metrics: base.metrics(in: scope), now: base.now(in: scope))
        }
    }
}
