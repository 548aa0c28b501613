import CoreModels
import CryptographyAPI
import CryptographyTesting
import FoundationEssentials
import HTTPServingAPI
import HTTPServingTesting
import HTTPTypes
import KernelTesting
import Locking
import ProofOfPossessionServiceAPI
import SessionsService
import SessionsServiceAPI
import SessionsServiceTesting
import SessionsTesting
import Testing

struct BoundSessionTests {
    private let user = User.sample()
    private let bound = SessionClient(keyThumbprint: "key")

    private func code(
        _ server: RunningSessions, _ credentials: String, _ proof: PossessionProof?
    ) async throws -> String {
        var request = ServerRequest.sample(fields: [.authorization: credentials])
        request.possessionProof = proof
        do {
            return try await server.authentication.requireSession(request).userID == user.id ? "accepted" : "other"
        } catch {
            #expect(error.status == .unauthorized)
            return error.code
        }
    }

    private func text(_ token: Secret) -> String { token.withText { $0 ?? "" } }

    private func digest(_ token: String) throws -> String {
        Base64URL.encode(try Cryptography.real().hashing.sha256(Data(token.utf8)))
    }

    @Test(.requirement("D16")) func aTokenSaysToWhichKeyItIsBound() async throws {
        let server = try await RunningSessions()
        let grant = try await server.issuing.issueSession(for: user, on: bound).grant
        #expect(grant.tokenType == "DPoP")
        let payload = try #require(Base64URL.decode(text(grant.accessToken).split(separator: ".")[1]))
        #expect(String(decoding: payload, as: UTF8.self).contains(#""cnf":{"jkt":"key"}"#))
        let unbound = try await server.issuing.issueSession(for: user, on: SessionClient()).grant
        #expect(unbound.tokenType == "Bearer")
        let other = try #require(Base64URL.decode(text(unbound.accessToken).split(separator: ".")[1]))
        #expect(!String(decoding: other, as: UTF8.self).contains("cnf"))
    }

    @Test(.requirement("D16", "REPLAY-01")) func aBoundTokenIsWorthNothingWithoutItsKey() async throws {
        let server = try await RunningSessions()
        let token = text(try await server.issuing.issueSession(for: user, on: bound).grant.accessToken)
        let ath = try digest(token)
        let good = PossessionProof(keyThumbprint: "key", accessTokenDigest: ath)
        #expect(try await code(server, "DPoP \(token)", good) == "accepted")
        #expect(try await code(server, "dpop \(token)", good) == "accepted")
        #expect(try await code(server, "Bearer \(token)", nil) == "dpop_proof_required")
        #expect(try await code(server, "Bearer \(token)", good) == "dpop_proof_required")
        #expect(try await code(server, "DPoP \(token)", nil) == "dpop_proof_required")
        let others = PossessionProof(keyThumbprint: "other", accessTokenDigest: ath)
        #expect(try await code(server, "DPoP \(token)", others) == "dpop_key_mismatch")
        let bare = PossessionProof(keyThumbprint: "key")
        #expect(try await code(server, "DPoP \(token)", bare) == "dpop_token_mismatch")
        let elsewhere = PossessionProof(keyThumbprint: "key", accessTokenDigest: try digest("another"))
        #expect(try await code(server, "DPoP \(token)", elsewhere) == "dpop_token_mismatch")
    }

    /// Everybody can make proofs: to remember those of strangers would let them
    /// fill the memory.
    @Test(.requirement("REPLAY-01")) func onlyProofsOfTheKeyOfASessionAreUsedUp() async throws {
        let server = try await RunningSessions()
        let uses = Locked(0)
        func proof(of key: String, for token: String? = nil) throws -> PossessionProof {
            PossessionProof(keyThumbprint: key, accessTokenDigest: try token.map(digest)) { () throws(HTTPProblem) in
                uses.withLock { $0 += 1 }
            }
        }
        func client(_ key: String) throws -> SessionClient {
            var request = ServerRequest.sample(.post)
            request.possessionProof = try proof(of: key)
            return SessionClient(of: request)
        }
        let grant = try await server.issuing.issueSession(for: user, on: client("key")).grant
        #expect(uses.current == 1, "who logs in")
        let token = text(grant.accessToken)
        #expect(try await code(server, "DPoP \(token)", proof(of: "other", for: token)) == "dpop_key_mismatch")
        #expect(try await code(server, "DPoP \(token)", proof(of: "key")) == "dpop_token_mismatch")
        #expect(try await code(server, "DPoP x", proof(of: "key", for: "x")) == "invalid_token")
        _ = try await server.refreshing.refresh(grant.refreshToken, on: client("other"))
        _ = try await server.refreshing.refresh(Secret("made up"), on: client("key"))
        let unbound = text(try await server.issuing.issueSession(for: user, on: SessionClient()).grant.accessToken)
        #expect(try await code(server, "Bearer \(unbound)", proof(of: "key", for: unbound)) == "accepted")
        #expect(uses.current == 1, "nobody else")
        #expect(try await code(server, "DPoP \(token)", proof(of: "key", for: token)) == "accepted")
        #expect(uses.current == 2)
        _ = try await server.refreshing.refresh(grant.refreshToken, on: client("key"))
        #expect(uses.current == 3)
    }

    @Test func anUnboundTokenIsABearers() async throws {
        let server = try await RunningSessions()
        let token = text(try await server.issuing.issueSession(for: user, on: SessionClient()).grant.accessToken)
        #expect(try await code(server, "Bearer \(token)", nil) == "accepted")
        let proof = PossessionProof(keyThumbprint: "key", accessTokenDigest: try digest(token))
        #expect(try await code(server, "DPoP \(token)", proof) == "invalid_token")
    }

    @Test(.requirement("D16", "TOKEN-24")) func aBoundSessionIsRenewedWithItsKeyOnly() async throws {
        let server = try await RunningSessions()
        let first = try await server.issuing.issueSession(for: user, on: bound).grant
        for (client, hasOtherKey) in [(SessionClient(), false), (SessionClient(keyThumbprint: "other"), true)] {
            let outcome = try await server.refreshing.refresh(first.refreshToken, on: client)
            guard case .unproven(hasOtherKey) = outcome else {
                Issue.record("\(outcome)")
                return
            }
        }
        guard case .rotated(let second) = try await server.refreshing.refresh(first.refreshToken, on: bound) else {
            Issue.record("the thief used it up")
            return
        }
        #expect(second.tokenType == "DPoP")
        // An old token in the hands of somebody without the key ends nothing.
        _ = try await server.refreshing.refresh(second.refreshToken, on: bound)
        server.date.advance(by: .seconds(60))
        _ = try await server.refreshing.refresh(first.refreshToken, on: SessionClient())
        guard case .repeated = try await server.refreshing.refresh(second.refreshToken, on: bound) else {
            Issue.record("the thief ended the session")
            return
        }
        guard case .refusedToItsDevice(.reused) = try await server.refreshing.refresh(first.refreshToken, on: bound)
        else {
            Issue.record("with the key it is a copy of the device")
            return
        }
    }

    @Test(.requirement("D16")) func aRestartKeepsTheKey() async throws {
        let server = try await RunningSessions()
        let token = text(try await server.issuing.issueSession(for: user, on: bound).grant.accessToken)
        let restarted = try await RunningSessions(store: server.store, date: server.date)
        let proof = PossessionProof(keyThumbprint: "key", accessTokenDigest: try digest(token))
        #expect(try await code(restarted, "DPoP \(token)", proof) == "accepted")
        #expect(try await code(restarted, "Bearer \(token)", nil) == "dpop_proof_required")
    }

    @Test(.requirement("D16")) func aServerMayWantAllToBeBound() async throws {
        let before = try await RunningSessions()
        let old = try await before.issuing.issueSession(for: user, on: SessionClient()).grant
        let server = try await RunningSessions(
            settings: .init(issuer: RunningSessions.issuer, requiresKey: true), store: before.store, date: before.date)
        let bare = ServerRequest.sample(.post)
        #expect(throws: HTTPProblem.proofRequired) { try server.issuing.checkProof(of: bare) }
        #expect(throws: Never.self) { try before.issuing.checkProof(of: bare) }
        var proving = bare
        proving.possessionProof = PossessionProof(keyThumbprint: "key")
        #expect(throws: Never.self) { try server.issuing.checkProof(of: proving) }
        #expect(SessionClient(of: proving).keyThumbprint == "key")
        await #expect(throws: SessionsError.self) {
            try await server.issuing.issueSession(for: user, on: SessionClient())
        }
        #expect(try await code(server, "Bearer \(text(old.accessToken))", nil) == "dpop_proof_required")
        guard case .refused(.unbound) = try await server.refreshing.refresh(old.refreshToken, on: bound) else {
            Issue.record("an unbound session was renewed")
            return
        }
    }
}
