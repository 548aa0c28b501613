package import FoundationEssentials
package import HTTPServingAPI
import HTTPTypes
import Locking
import ProofOfPossessionContract
import ProofOfPossessionServiceAPI
package import TelemetryAPI

/// Checks the proof of every request that carries one, whatever its route
/// (RFC 9449, section 4.3); the rest of the server reads what it found.
///
/// A proof that was used is refused here. It is remembered as used only when
/// somebody relies on it, who knows whether its key is that of a session.
package struct ProofMiddleware: HTTPMiddleware {
    private static let field = HTTPFieldName(ProofContract.field)

    let reader: ProofReader
    let replays: ReplayGuard
    /// The public address, if it is known, as people type it.
    let publicAddress: String?
    /// Scheme, host and port of it.
    let origin: String?
    let refusals: any Counter
    let logger: Logger
    let now: @Sendable () -> Date

    /// - Parameter publicAddress: The address under which people reach the
    ///   server; nil to go by what requests say.
    package init(
        reader: ProofReader, replays: ReplayGuard, publicAddress: String?, refusals: any Counter, logger: Logger,
        now: @escaping @Sendable () -> Date
    ) {
        self.reader = reader
        self.replays = replays
        self.publicAddress = publicAddress
        origin = publicAddress.flatMap { TargetAddress($0)?.origin }
        self.refusals = refusals
        self.logger = logger
        self.now = now
    }

    package func concerns(_ request: ServerRequest) -> Bool {
        request.fields[Self.field] != nil
    }

    package func respond(
        to request: ServerRequest, next: @Sendable (ServerRequest) async -> ServerResponse
    ) async throws -> ServerResponse {
        var request = request
        do {
            request.possessionProof = try check(request.fields.onlyValue(of: Self.field), of: request)
        } catch let refusal as ProofRefusal {
            throw tell(refusal, to: request.peer.ip)
        }
        return await next(request)
    }

    private func tell(_ refusal: ProofRefusal, to peer: IPAddress) -> HTTPProblem {
        refusals.increment(["reason": refusal.code.rawValue])
        logger.log(
            refusal == .replayed ? .warning : .info, "refused a proof",
            ["reason": "\(refusal)", "peer": "\(peer)"])
        return refusal.problem(at: now(), publicAddress: publicAddress)
    }

    private func check(_ text: String?, of request: ServerRequest) throws -> PossessionProof {
        guard let text else { throw ProofRefusal.invalid(reason: "more than one proof") }
        let proof = try reader.read(text)
        let claims = proof.claims
        guard claims.method == request.method.rawValue else { throw ProofRefusal.wrongMethod }
        guard let meant = TargetAddress(claims.address), meant == target(of: request) else {
            throw ProofRefusal.wrongAddress
        }
        let time = now().timeIntervalSince1970
        guard abs(time - claims.issuedAt) <= ProofContract.window else { throw ProofRefusal.outdated }
        // Whoever gives a proof a shorter life means it.
        guard claims.expiresAt.map({ time < $0 }) != false, claims.notBefore.map({ time >= $0 }) != false else {
            throw ProofRefusal.outdated
        }
        let candidate = try replays.candidate(proof, from: request.peer.ip.client)
        let isUsed = Locked(false), peer = request.peer.ip
        return PossessionProof(
            keyThumbprint: proof.keyThumbprint, accessTokenDigest: claims.accessTokenDigest
        ) { () async throws(HTTPProblem) in
            if isUsed.current { return }
            do {
                try await replays.use(candidate)
            } catch let refusal as ProofRefusal {
                throw tell(refusal, to: peer)
            } catch {
                logger.failure("could not remember a proof", ["reason": "\(error)"])
                throw .unavailable(retryAfter: .seconds(ProofContract.window))
            }
            isUsed.withLock { $0 = true }
            reader.rememberKey(of: proof)
        }
    }

    /// Where the request went: the public address of the server, where it is
    /// known, else what the client calls it.
    private func target(of request: ServerRequest) -> TargetAddress? {
        let named = request.fields[.host].flatMap { host in
            TargetAddress.origin(scheme: request.isSecure ? "https" : "http", authority: host[...])
        }
        guard let origin = origin ?? named, let path = TargetAddress.normalizedPath(request.path[...]) else {
            return nil
        }
        return TargetAddress(origin: origin, path: path)
    }
}
