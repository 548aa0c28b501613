package import CryptographyAPI
package import FoundationEssentials
import HTTPServingAPI
import Locking
import PluginKit
import ProofOfPossessionContract
package import SQLStoreAPI
package import TelemetryAPI

/// Lets each proof be used once, also when the server restarts meanwhile.
///
/// The proofs of the last minutes are in memory. A server that stops writes
/// them down; one that was killed could not, so after that every proof older
/// than the start is refused. Those from ahead of the server's clock would
/// outlive that, so they alone are written down as they are used.
package final class ReplayGuard: PluginService {
    private struct State {
        var memory: ProofMemory
        /// The last second whose proofs are refused.
        var lastUnknownSecond = Int64.min
    }

    private let database: any SQLDatabase
    private let hashing: any Hashing
    private let logger: Logger
    private let now: @Sendable () -> Date
    private let clock: any Clock<Duration>
    private let state: Locked<State>

    package init(
        database: any SQLDatabase, hashing: any Hashing, capacity: Int = 500_000, logger: Logger,
        now: @escaping @Sendable () -> Date, clock: any Clock<Duration>
    ) {
        self.database = database
        self.hashing = hashing
        self.logger = logger
        self.now = now
        self.clock = clock
        state = Locked(State(memory: ProofMemory(capacity: capacity)))
    }

    /// How many proofs are remembered.
    package var count: Int { state.withLock { $0.memory.count } }

    package func start() async throws {
        let second = Self.second(now())
        let (isComplete, entries) = try await database.write { db in
            let isComplete = try db.value("SELECT is_complete FROM proof_memory", as: Bool.self) ?? false
            try db.run("UPDATE proof_memory SET is_complete = \(false)")
            try db.run("DELETE FROM used_proofs WHERE ends_at < \(second)")
            let entries = try db.rows("SELECT mark, ends_at FROM used_proofs") { row in
                ProofMemory.Entry(mark: Self.mark(try row[0]), end: try row[1])
            }
            return (isComplete, entries)
        }
        state.withLock { state in
            for entry in entries { _ = state.memory.claim(entry, at: second) }
            if !isComplete { state.lastUnknownSecond = second }
        }
        guard !isComplete else { return }
        logger.notice("older proofs are refused: the last run did not end in order")
        // Until the second is over, new proofs would look as old as those.
        try await clock.sleep(for: .seconds(Double(second + 1) - now().timeIntervalSince1970))
    }

    package func stop() async {
        let entries = state.withLock { $0.memory.entries }
        do {
            try await database.write { db in
                for entry in entries { try Self.insert(entry, in: db) }
                try db.run("UPDATE proof_memory SET is_complete = \(true)")
            }
        } catch {
            logger.error("could not write down the used proofs", ["reason": "\(error)"])
        }
    }

    /// Notes that a proof is used, whose time is within the window.
    ///
    /// - Throws: ``ProofRefusal/replayed`` and ``ProofRefusal/outdated``; 503
    ///   when nothing more can be remembered.
    package func use(_ proof: ProofReader.Proof) async throws {
        let issued = Int64(proof.claims.issuedAt.rounded(.down))
        let now = Self.second(now())
        let entry = ProofMemory.Entry(
            mark: try mark(of: proof), end: issued + Int64(ProofContract.window) + 1)
        let claim = try state.withLock { state throws(ProofRefusal) in
            guard issued > state.lastUnknownSecond else { throw .outdated }
            return state.memory.claim(entry, at: now)
        }
        switch claim {
        case .replayed: throw ProofRefusal.replayed
        case .full:
            logger.warning("too many proofs are remembered")
            throw HTTPProblem.unavailable(retryAfter: .seconds(ProofContract.window))
        case .accepted:
            guard issued > now else { return }
            try await database.write { db in try Self.insert(entry, in: db) }
        }
    }

    private func mark(of proof: ProofReader.Proof) throws(CryptographyError) -> ProofMemory.Mark {
        Self.mark(try hashing.sha256(Data("\(proof.keyThumbprint).\(proof.claims.identifier)".utf8)))
    }

    /// The first 128 bits: nobody finds two proofs with the same.
    private static func mark(_ digest: Data) -> ProofMemory.Mark {
        func number(_ bytes: some Sequence<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
        return ProofMemory.Mark(number(digest.prefix(8)), number(digest.dropFirst(8).prefix(8)))
    }

    private static func insert(_ entry: ProofMemory.Entry, in db: any SQLWriting) throws {
        let bytes = [entry.mark.x, entry.mark.y].flatMap { number in
            (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * UInt64($0))) }
        }
        try db.run(
            """
            INSERT INTO used_proofs (mark, ends_at) VALUES (\(Data(bytes)), \(entry.end))
            ON CONFLICT (mark) DO NOTHING
            """)
    }

    private static func second(_ date: Date) -> Int64 {
        Int64(date.timeIntervalSince1970.rounded(.down))
    }
}
