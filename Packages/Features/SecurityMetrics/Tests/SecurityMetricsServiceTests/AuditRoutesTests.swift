import AccountsServiceTesting
import CoreModels
import CryptographyAPI
import FoundationEssentials
import HTTPServingAPI
import HTTPServingTesting
import HTTPTypes
import KernelTesting
import LoginServiceAPI
import PluginKit
import SQLStoreAPI
import SQLStoreTesting
import SecurityMetricsContract
import SecurityMetricsService
import Testing

/// What the server shows of its trail to who is logged in.
@Suite(.timeLimit(.minutes(1)))
struct AuditRoutesTests {
    private func ask(
        _ server: AuditServer, _ query: String = "", as person: String? = "ana"
    ) async throws -> ServerResponse {
        let route = try #require(server.composition.values(of: HTTPRoutes.self).first)
        return try await route.handler(
            .sample(.get, route.pattern, query: query, fields: person.map { [.authorization: "Bearer \($0)"] } ?? [:]))
    }

    /// What is shown once it is of so many events.
    private func shown(_ server: AuditServer, _ size: Int, since old: Int = 0) async throws -> ShownHeadMessage {
        while true {
            if let answer = try? await ask(server, "since=\(old)"), case .bytes(let body) = answer.body,
                let message = try? WireCoding.decoder().decode(ShownHeadMessage.self, from: body),
                message.head.size >= size
            {
                #expect(answer.fields[.cacheControl] == "no-store")
                return message
            }
            await Task.yield()
        }
    }

    private func add(_ count: Int, to server: AuditServer) async throws {
        for _ in 0..<count { await server.refuse(.address(EmailAddress("nobody@example.com")!)) }
        try await server.sweep()
    }

    @Test(.requirement("AUDIT-18")) func theHeadIsShownWithTheProofThatItGoesOn() async throws {
        let server = try await AuditServer()
        try await server.composition.run {
            await #expect(throws: HTTPProblem.self) { try await ask(server) }
            try await add(3, to: server)
            let first = try await shown(server, 3)
            #expect(try server.signer.hasSigned(first.head) && first.consistency == nil)
            #expect(first.publicKey.x.count == 43 && first.head.key == server.signer.name)
            try await add(4, to: server)
            let next = try await shown(server, 7, since: 3)
            let hashing = MerkleHashing(server.cryptography.hashing)
            #expect(
                try MerkleProof.isConsistent(
                    (3, Data(base64Encoded: first.head.root)!), (7, Data(base64Encoded: next.head.root)!),
                    along: next.consistency!.map { Data(base64Encoded: $0)! }, hashing))
            // Of as many, of more than there are, and of none.
            for since in [7, 8, Int.max, 0] { #expect(try await shown(server, 7, since: since).consistency == nil) }
        }
    }

    @Test(.requirement("AUDIT-18"), arguments: ["since=-1", "since=9223372036854775808", "since=x", "since=1.0"])
    func whatIsNoNumberOfEventsIsRefused(query: String) async throws {
        let server = try await AuditServer()
        await #expect {
            try await ask(server, query)
        } throws: {
            ($0 as? HTTPProblem)?.status == .unprocessableContent
        }
    }

    @Test(.requirement("AUDIT-18")) func nobodyElseLearnsHowManyEventsThereAre() async throws {
        let server = try await AuditServer()
        for person in [nil, "eve"] {
            await #expect {
                try await ask(server, as: person)
            } throws: {
                ($0 as? HTTPProblem)?.status == .unauthorized
            }
        }
        let route = try #require(server.composition.values(of: HTTPRoutes.self).first)
        #expect(route.access == .session && route.limit != nil && route.bodyLimit == 0)
    }

    /// A head that a power cut may take back would make a liar of the server.
    @Test(.requirement("AUDIT-21")) func onlyWhatIsOnDiskForGoodIsShown() async throws {
        let server = try await AuditServer()
        try await server.composition.run {
            try await add(2, to: server)
            _ = try await shown(server, 2)
            for _ in 0..<2 { await server.refuse(.address(EmailAddress("nobody@example.com")!)) }
            server.database.failWrites(with: SQLError(.diskFull, "it has no room"))
            try await server.sweep()
            for _ in 0..<1_000 { await Task.yield() }
            #expect(try await shown(server, 0).head.size == 2)
            server.database.failWrites(with: nil)
            try await server.sweep()
            #expect(try await shown(server, 4).head.size == 4)
        }
    }

    @Test(.requirement("AUDIT-21")) func whoComesRightAfterTheStartIsShownWhatWasSigned() async throws {
        let server = try await AuditServer()
        try await server.composition.run { try await add(2, to: server) }
        let next = try await server.anew()
        try await next.composition.run {
            let answer = try await ask(next)
            #expect(answer.status == .ok)
        }
    }

    /// Whoever has only the database can't have anything shown.
    @Test(.requirement("AUDIT-18")) func aHeadThatTheServerDidNotSignIsNotShown() async throws {
        let server = try await AuditServer()
        try await server.composition.run {
            try await add(2, to: server)
            _ = try await shown(server, 2)
            try await server.accounts.database.write { db in try db.run("UPDATE audit_heads SET size = 1") }
            try await server.sweep()
            for _ in 0..<1_000 { await Task.yield() }
            #expect(try await shown(server, 0).head.size == 2)
        }
    }
}
