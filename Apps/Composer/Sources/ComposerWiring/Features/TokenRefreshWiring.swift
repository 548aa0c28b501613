import PluginKit
import ProofOfPossessionClient
import SessionsAPI
import SessionsClient
import TokenRefreshClient

/// Installs the renewal of tokens.
enum TokenRefreshWiring {
    static func install(
        on base: ClientInfrastructure, _ host: inout PluginHost,
        _ proofs: Installed<ProofOfPossessionClientPlugin.Exports>, _ sessions: Installed<SessionsClientPlugin.Exports>
    ) throws(PluginHostError) -> Installed<TokenRefreshClientPlugin.Exports> {
        try host.install(TokenRefreshClientPlugin.self) { scope in
            try .init(
                server: base.unhurriedClient(over: scope[proofs].transport), transport: scope[proofs].transport,
                sessions: scope[sessions].store, acting: scope[sessions].acting, lock: scope[sessions].lock,
                observers: scope.collector(of: SessionEndObservers.self), logger: base.log(in: scope))
        }
    }
}
