import FoundationEssentials
import Locking
import PluginKit
import SQLStoreAPI
import SecurityMetricsContract

/// Knows the head that others are shown: the latest that a power cut doesn't take back.
///
/// Heads are signed in transactions that are on disk soon. Whoever had seen one that a power cut
/// undid would take the trail for cut. So a head is shown once a durable write has come after it,
/// and no request waits for that.
final class HeadDisplay: PluginService {
    /// A head, and the key that signed it.
    struct Shown: Hashable, Sendable {
        let head: TreeHead
        let key: TrailKey
    }

    private let database: any SQLDatabase
    private let latest = Locked<Shown?>(nil)
    private let signed: AsyncStream<Shown>
    private let signing: AsyncStream<Shown>.Continuation

    init(database: any SQLDatabase) {
        self.database = database
        (signed, signing) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// What others are shown; nil before the first one.
    var shown: Shown? { latest.current }

    /// Takes a signed head, to be shown once it is on disk for good; each sweep offers it again.
    func offer(_ head: Shown) {
        if head != shown { signing.yield(head) }
    }

    func run() async throws {
        for await head in signed where head != shown { try? await settle(head) }
    }

    /// Writes a head once more, and durably; it is shown from then on.
    func settle(_ next: Shown) async throws {
        let head = next.head
        let isThere = try await database.write { db in
            try db.run(
                "UPDATE audit_heads SET removed = removed WHERE size = \(head.size) AND signature = \(head.signature)")
            return try db.exists(
                "SELECT 1 FROM audit_heads WHERE size = \(head.size) AND signature = \(head.signature)")
        }
        if isThere { latest.withLock { $0 = next } }
    }
}
