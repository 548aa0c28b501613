import FoundationEssentials
import HTTPServingAPI
import HTTPServingTesting
import HTTPTypes
import KernelTesting
import ProofOfPossessionService
import ProofOfPossessionServiceAPI
import ProofOfPossessionServiceTesting
import SQLStoreAPI
import SQLStoreTesting
import Testing

/// Somebody who sends proofs to keep others out.
struct FloodTests {
    @Test(.requirement("REPLAY-01")) func strangersWithKeysOfTheirOwnTakeNoRoom() async throws {
        let server = try await ProofServer(capacity: 50)
        let stranger = try ProofForge()
        for number in 0..<200 {
            let forge = number.isMultiple(of: 10) ? try ProofForge() : stranger
            let proof = try forge.proof(.post, ProofServer.url, at: server.date.value)
            #expect(try await server.answer(proof, reliesOnIt: false) == forge.thumbprint)
        }
        #expect(server.proofs.count == 0)
        let proof = try server.proof()
        #expect(try await server.answer(proof) == server.forge.thumbprint)
        #expect(try await server.answer(proof, reliesOnIt: false) == "replay_detected", "on any route")
    }

    @Test(.requirement("REPLAY-01")) func oneRequestUsesItsProofOnce() async throws {
        let server = try await ProofServer()
        var request = ServerRequest.sample(.post, "/auth/login", isSecure: true)
        request.fields["Host"] = "example.com"
        request.fields["DPoP"] = try server.proof()
        _ = try await server.proofs.middleware.respond(to: request) { request in
            await #expect(throws: Never.self) {
                try await request.possessionProof?.use()
                try await request.possessionProof?.use()
            }
            return .noContent
        }
        #expect(server.proofs.count == 1)
    }

    @Test func aProofAheadOfTheClockCostsStrangersNoWrite() async throws {
        let server = try await ProofServer()
        func rows() async throws -> Int {
            try await server.store.database.read { db in
                try db.value("SELECT (SELECT count(*) FROM used_proofs) + (SELECT count(*) FROM proofs_ahead)") ?? 0
            }
        }
        let ahead = server.date.value.addingTimeInterval(30)
        let mark = server.store.database.changeMark
        for _ in 0..<20 {
            let proof = try ProofForge().proof(.post, ProofServer.url, at: ahead)
            _ = try await server.answer(proof, reliesOnIt: false)
        }
        #expect(server.store.database.changeMark == mark)
        #expect(try await rows() == 0)
        // Of a key that is relied on, there is one row, however much it sends.
        for _ in 0..<20 { #expect(try await server.answer(server.proof(at: ahead)) == server.forge.thumbprint) }
        #expect(try await rows() == 1)
        try await server.proofs.sweep()
        #expect(try await rows() == 1)
        server.date.advance(by: .seconds(91))
        try await server.proofs.sweep()
        #expect(try await rows() == 0, "without a start of the server in between")
    }

    @Test func whenHalfOfTheRoomIsTakenEachHasAShare() throws {
        var memory = ProofMemory(capacity: 1_000)
        var number: UInt64 = 0
        func claim(_ key: String, _ address: String) throws -> ProofMemory.Claim {
            number += 1
            let network = try #require(IPAddress(address)).client
            return memory.claim(
                .init(mark: .init(number, 0), end: 100), by: .init(key: key, network: network), at: 0)
        }
        for _ in 0..<500 { #expect(try claim("greedy", "192.0.2.1") == .accepted) }
        #expect(try claim("greedy", "192.0.2.1") == .full)
        #expect(try claim("greedy", "192.0.2.2") == .full)
        #expect(try claim("neighbour", "192.0.2.1") == .full, "of the same address")
        for _ in 0..<4 { #expect(try claim("member", "192.0.2.3") == .accepted) }
        #expect(try claim("member", "192.0.2.3") == .full)
        // One with a network of IPv6 has as many addresses as they like.
        for index in 0..<40 { #expect(try claim("k\(index)", "2001:db8::\(index)") == .accepted) }
        #expect(try claim("another", "2001:db8::ffff") == .full)
        #expect(try claim("another", "2001:db8:1::1") == .accepted)
        // And all of it is free again in time.
        #expect(memory.claim(.init(mark: .init(0, 1), end: 400), by: nil, at: 300) == .accepted)
        #expect(memory.count == 1)
        for _ in 0..<100 { #expect(try claim("greedy", "192.0.2.1") == .accepted) }
    }
}
