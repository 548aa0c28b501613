import HTTPServingAPI
import IdempotencyServing
import PluginKit
import ProofOfPossessionServiceAPI
import SessionsService
import SessionsServiceAPI

/// Installs the answers that are given again to a repeated request.
enum IdempotencyWiring {
    static func install(
        on base: ServerInfrastructure, _ host: inout PluginHost, _ sessions: Installed<SessionsServicePlugin.Exports>
    ) throws(PluginHostError) {
        try host.install(IdempotencyPlugin.self) { scope in
            let authentication = try scope[sessions].authentication
            return try .init(
                database: scope[base.database], cryptography: scope[base.cryptography],
                serverKeys: scope[base.keys],
                owner: { (request) throws(HTTPProblem) in
                    try await authentication.authenticate(request).map { .account("\($0.userID)") }
                        ?? .stranger(holder: request.possessionProof?.keyThumbprint)
                },
                logger: scope[base.log], metrics: scope[base.metrics], now: scope[base.now])
        }
    }
}
