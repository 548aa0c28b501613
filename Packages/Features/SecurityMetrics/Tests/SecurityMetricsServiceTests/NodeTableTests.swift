import CryptographyAPI
import CryptographyTesting
import FoundationEssentials
import KernelTesting
import SQLStoreAPI
import SQLStoreTesting
import SecurityMetricsContract
import SecurityMetricsService
import ServerKeysTesting
import Testing

/// Proofs of long trails, made of what is kept beside them.
struct NodeTableTests {
    private let hashing: MerkleHashing
    private let nodes: NodeTable
    private let store: TemporaryDatabase

    init() async throws {
        hashing = MerkleHashing(try Cryptography.real().hashing)
        nodes = NodeTable(hashing)
        store = try await TemporaryDatabase(AuditMigrations.all)
    }

    private func leaf(_ number: Int) throws -> Data { try hashing.leaf(Data("\(number)".utf8)) }

    /// Fills the trail, and tells the roots after each event.
    private func fill(_ count: Int) async throws -> [Data] {
        var tree = MerkleFrontier(), roots = [try tree.root(hashing)]
        let leaves = try (0..<count).map(leaf)
        for leaf in leaves {
            try tree.append(leaf, hashing)
            roots.append(try tree.root(hashing))
        }
        try await store.database.write { db in
            for (position, leaf) in leaves.enumerated() {
                try db.run("INSERT INTO audit_events (position, hash) VALUES (\(position), \(leaf))")
            }
        }
        return roots
    }

    private func expectProofs(_ roots: [Data], from olds: [Int], to sizes: [Int]) async throws {
        try await store.database.read { db in
            for size in sizes {
                for old in olds where old < size {
                    let proof = try nodes.consistency(from: old, to: size, in: db)
                    #expect(
                        try MerkleProof.isConsistent((old, roots[old]), (size, roots[size]), along: proof, hashing),
                        "\(old) \(size)")
                }
            }
        }
    }

    private static let edges = [1, 2, 3, 127, 128, 255, 256, 257, 300, 511, 512, 513, 700, 768, 1_023, 1_024, 1_025]

    @Test(.requirement("AUDIT-05", "AUDIT-18")) func proofsAreTheSameWithAndWithoutWhatIsKept() async throws {
        let roots = try await fill(1_100), sizes = Self.edges + [1_100]
        try await expectProofs(roots, from: Self.edges, to: sizes)
        // The sweeps come by one after the other, while the trail grows.
        for size in [200, 256, 700, 1_100, 1_100] {
            try await store.database.write { db in try nodes.extend(to: size, in: db) }
            try await expectProofs(roots, from: Self.edges, to: sizes)
        }
        let kept = try await store.database.read { db in
            try db.rows("SELECT height, position FROM audit_nodes ORDER BY height, position") { row in
                "\(try row[0] as Int) \(try row[1] as Int)"
            }
        }
        #expect(kept == ["8 0", "8 1", "8 2", "8 3", "9 0", "9 1", "10 0"])
        // What somebody took away is made of what is below it.
        try await store.database.write { db in try db.run("DELETE FROM audit_nodes WHERE height > 8 OR position = 1") }
        try await expectProofs(roots, from: Self.edges, to: sizes)
    }

    @Test(.requirement("AUDIT-18")) func aProofReadsNoMoreThanSoMuch() async throws {
        let hash = try leaf(0), count = 70_000
        try await store.database.write { db in
            try db.run(
                """
                INSERT INTO audit_events (position, event, hash)
                WITH RECURSIVE numbers(number) AS (
                    SELECT 0 UNION ALL SELECT number + 1 FROM numbers WHERE number < \(count - 1))
                SELECT number, NULL, \(hash) FROM numbers
                """)
        }
        await #expect(throws: NodeTable.Behind.self) {
            try await store.database.read { db in _ = try nodes.consistency(from: 1, to: count, in: db) }
        }
        for _ in 0..<6 { try await store.database.write { db in try nodes.extend(to: count, in: db) } }
        let proof = try await store.database.read { db in try nodes.consistency(from: 1, to: count, in: db) }
        #expect(proof.count == 17)
    }

    @Test(.requirement("AUDIT-09")) func aTrailThatIsBegunAnewHasItsOwn() async throws {
        _ = try await fill(600)
        let cryptography = try Cryptography.real()
        let trail = AuditTrail(try await HeadSigner(InMemoryServerKeys(), cryptography), cryptography)
        let count = try await store.database.write { db in
            try nodes.extend(to: 600, in: db)
            try trail.begin(after: trail.tree(in: db), at: Date(timeIntervalSince1970: 0), in: db)
            return try db.value("SELECT COUNT(*) FROM audit_nodes", as: Int.self)
        }
        #expect(count == 0)
    }
}
