import ConfigurationAPI
import FoundationEssentials
import HTTPServingAPI
import PluginKit
import ProofOfPossessionService

/// Installs the check of proofs that a client holds its key.
enum ProofOfPossessionWiring {
    static func install(
        on base: ServerInfrastructure, _ host: inout PluginHost
    ) throws(PluginHostError) {
        try host.install(ProofOfPossessionServicePlugin.self) { scope in
            try .init(
                publicAddress: base.configuration[HTTPServingSection.publicURL]?.absoluteString,
                database: scope[base.database], cryptography: scope[base.cryptography],
                logger: scope[base.log], metrics: scope[base.metrics], now: scope[base.now])
        }
    }
}
