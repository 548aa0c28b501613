import CryptographyAPI
import FoundationEssentials
import HTTPTypes
import KernelTesting
import ProofOfPossessionServiceTesting
import Testing

struct ReplayTests {
    @Test(.requirement("REPLAY-01", "REG-31", "LOGIN-23")) func aProofIsGoodForOneRequest() async throws {
        let server = try await ProofServer()
        let proof = try server.proof()
        #expect(try await server.answer(proof) == server.forge.thumbprint)
        #expect(try await server.answer(proof) == "replay_detected")
        #expect(try await server.answer(server.proof()) == server.forge.thumbprint)
    }

    @Test(.requirement("REPLAY-01")) func aProofIsRefusedUntilItsTimeAloneRefusesIt() async throws {
        let server = try await ProofServer()
        let proof = try server.proof(at: server.date.value.addingTimeInterval(60))
        #expect(try await server.answer(proof) == server.forge.thumbprint)
        for _ in 0..<12 {
            server.date.advance(by: .seconds(10))
            #expect(try await server.answer(proof) == "replay_detected")
        }
        server.date.advance(by: .seconds(1))
        #expect(try await server.answer(proof) == "dpop_proof_outdated")
    }

    /// Anybody can write a signature in its other form, without the key.
    @Test(.requirement("REPLAY-01")) func theOtherFormOfASignatureIsTheSameProof() async throws {
        let server = try await ProofServer()
        let proof = try server.proof()
        let parts = proof.split(separator: ".")
        let mirrored = Base64URL.encode(try #require(Base64URL.decode(parts[2])).mirrored)
        #expect(try await server.answer(proof) == server.forge.thumbprint)
        #expect(try await server.answer("\(parts[0]).\(parts[1]).\(mirrored)") == "replay_detected")
    }

    @Test func ofManyAtOnceOneGetsThrough() async throws {
        let server = try await ProofServer()
        let proof = try server.proof()
        let answers = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<32 { group.addTask { try await server.answer(proof) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(answers.count { $0 == server.forge.thumbprint } == 1)
        #expect(answers.count { $0 == "replay_detected" } == 31)
    }

    @Test func identifiersAreThoseOfOneKey() async throws {
        let server = try await ProofServer()
        #expect(try await server.answer(server.proof(jti: "1")) == server.forge.thumbprint)
        let other = try ProofForge()
        let proof = try other.proof(.post, ProofServer.url, at: server.date.value, jti: "1")
        #expect(try await server.answer(proof) == other.thumbprint)
        let again = try server.proof(at: server.date.value.addingTimeInterval(-1), jti: "1")
        #expect(try await server.answer(again) == "replay_detected")
    }

    @Test(.requirement("REPLAY-01")) func aRestartInOrderForgetsNothing() async throws {
        let server = try await ProofServer()
        let used = try server.proof(), unused = try server.proof()
        _ = try await server.answer(used)
        await server.proofs.stop()
        let next = try await server.restarted()
        #expect(try await next.answer(used) == "replay_detected")
        #expect(try await next.answer(unused) == server.forge.thumbprint)
    }

    @Test(.requirement("REPLAY-01")) func afterAKillNothingOlderCounts() async throws {
        let server = try await ProofServer()
        let used = try server.proof()
        let moment = server.date.value.addingTimeInterval(50)
        let ahead = try server.proof(at: moment)
        _ = try await server.answer(used)
        _ = try await server.answer(ahead)
        let next = try await server.restarted()
        #expect(try await next.answer(used) == "dpop_proof_outdated")
        #expect(try await next.answer(ahead) == "dpop_proof_outdated")
        let other = try ProofForge()
        let proof = try other.proof(.post, ProofServer.url, at: next.date.value)
        #expect(try await next.answer(proof) == other.thumbprint, "a new one counts at once")
        let later = try next.proof(at: moment.addingTimeInterval(1))
        #expect(try await next.answer(later) == server.forge.thumbprint, "and of the one who was ahead, a later one")
    }

    @Test func remembersNoMoreThanItMay() async throws {
        let server = try await ProofServer(capacity: 10)
        let first = try server.proof()
        _ = try await server.answer(first)
        for _ in 0..<9 { _ = try await server.answer(server.proof()) }
        #expect(try await server.answer(server.proof()) == "unavailable")
        #expect(try await server.answer(first) == "replay_detected", "and forgets none for another")
        server.date.advance(by: .seconds(121))
        #expect(try await server.answer(server.proof()) == server.forge.thumbprint)
        #expect(server.proofs.count == 1)
    }
}
