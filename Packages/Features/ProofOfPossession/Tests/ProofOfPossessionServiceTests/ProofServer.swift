import FoundationEssentials
import HTTPServingAPI
import HTTPServingTesting
import HTTPTypes
import KernelTesting
import ProofOfPossessionServiceAPI
import ProofOfPossessionServiceTesting
import SQLStoreTesting

/// A server that answers with the name of the key that a request proved.
struct ProofServer {
    static let url = "https://example.com/auth/login"

    let store: TemporaryDatabase
    let date: ManualDate
    let proofs: RunningProofs
    let forge: ProofForge

    init(
        store: TemporaryDatabase? = nil, publicAddress: String? = nil, capacity: Int = 1_000,
        date: ManualDate = ManualDate(), forge: ProofForge? = nil
    ) async throws {
        self.store = if let store { store } else { try await TemporaryDatabase(RunningProofs.migrations) }
        self.date = date
        self.forge = try forge ?? ProofForge()
        proofs = try await RunningProofs(
            publicAddress: publicAddress, database: self.store.database, capacity: capacity, date: date)
    }

    /// The same server after its program ran again.
    func restarted() async throws -> ProofServer {
        try await ProofServer(store: store, date: date, forge: forge)
    }

    /// A good proof for ``url``.
    func proof(at date: Date? = nil, jti: String = UUID().uuidString) throws -> String {
        try forge.proof(.post, Self.url, at: date ?? self.date.value, jti: jti)
    }

    /// What a request is answered with: the name of the key, or the code of
    /// the problem.
    ///
    /// - Parameter reliesOnIt: Whether the route lets the request do something
    ///   because of its key.
    func answer(
        _ proofs: String..., method: HTTPMethod = .post, host: String = "example.com", path: String = "/auth/login",
        isSecure: Bool = true, reliesOnIt: Bool = true
    ) async throws -> String {
        var request = ServerRequest.sample(method, path, isSecure: isSecure)
        request.fields["Host"] = host
        for proof in proofs { request.fields.append("DPoP", proof) }
        guard self.proofs.middleware.concerns(request) else { return "nobody" }
        do {
            let response = try await self.proofs.middleware.respond(to: request) { request in
                do throws(HTTPProblem) {
                    if reliesOnIt { try await request.possessionProof?.use() }
                } catch {
                    return .text(error.code)
                }
                return .text(request.possessionProof?.keyThumbprint ?? "nobody")
            }
            return String(decoding: try await response.collectBody(), as: UTF8.self)
        } catch let problem as HTTPProblem {
            return problem.code
        }
    }
}
