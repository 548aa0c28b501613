package import CryptographyAPI
package import FoundationEssentials
package import HTTPServingAPI
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
/// outlive that: for each key the latest second of those is written down before
/// its proof counts, and after a kill what isn't later is refused as well.
package final class ReplayGuard: PluginService {
    private struct State {
        var memory: ProofMemory
        /// The last second whose proofs are refused.
        var lastUnknownSecond = Int64.min
        /// The last second whose proofs of a key are refused.
        var lastUnknownSeconds: [String: Int64] = [:]
        /// The latest second ahead that is on disk, by key.
        var ahead: [String: Int64] = [:]
    }

    /// A proof that was not used so far, and who presents it.
    package struct Candidate: Sendable {
        fileprivate let entry: ProofMemory.Entry
        fileprivate let issued: Int64
        fileprivate let holder: ProofMemory.Holder
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
        let (isComplete, entries, ahead) = try await database.write { db in
            let isComplete = try db.value("SELECT is_complete FROM proof_memory", as: Bool.self) ?? false
            try db.run("UPDATE proof_memory SET is_complete = \(false)")
            try Self.forget(before: second, in: db)
            let entries = try db.rows("SELECT mark, ends_at FROM used_proofs") { row in
                ProofMemory.Entry(mark: Self.mark(try row[0]), end: try row[1])
            }
            let ahead = try db.rows("SELECT key_thumbprint, issued_at FROM proofs_ahead") { row in
                (key: try row[0, as: String.self], issued: try row[1, as: Int64.self])
            }
            return (isComplete, entries, ahead)
        }
        state.withLock { state in
            for entry in entries { _ = state.memory.claim(entry, by: nil, at: second) }
            for (key, issued) in ahead { state.ahead[key] = issued }
            if !isComplete {
                state.lastUnknownSecond = second
                state.lastUnknownSeconds = state.ahead
            }
        }
        guard !isComplete else { return }
        logger.notice("older proofs are refused: the last run did not end in order")
        // Until the second is over, new proofs would look as old as those.
        try await clock.sleep(for: .seconds(Double(second + 1) - now().timeIntervalSince1970))
    }

    /// Forgets what is on disk and counts no more.
    package func run() async throws {
        while (try? await clock.sleep(for: .seconds(2 * ProofContract.window))) != nil {
            do {
                try await sweep()
            } catch {
                logger.failure("could not forget old proofs", ["reason": "\(error)"])
            }
        }
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

    /// Says whether a proof, whose time is within the window, could be used.
    ///
    /// Nothing is remembered of it.
    ///
    /// - Throws: ``ProofRefusal/replayed`` and ``ProofRefusal/outdated``.
    package func candidate(_ proof: ProofReader.Proof, from network: IPNetwork) throws -> Candidate {
        let issued = Int64(proof.claims.issuedAt.rounded(.down))
        let entry = ProofMemory.Entry(mark: try mark(of: proof), end: issued + Self.window + 1)
        let candidate = Candidate(
            entry: entry, issued: issued, holder: ProofMemory.Holder(key: proof.keyThumbprint, network: network))
        try state.withLock { state throws(ProofRefusal) in
            try Self.checkTime(of: candidate, in: state)
            if state.memory.contains(entry.mark) { throw .replayed }
        }
        return candidate
    }

    /// Notes that a proof is used.
    ///
    /// - Throws: ``ProofRefusal/replayed`` and ``ProofRefusal/outdated``; 503
    ///   when nothing more can be remembered.
    package func use(_ candidate: Candidate) async throws {
        let now = Self.second(now()), key = candidate.holder.key
        let (claim, isWritten) = try state.withLock { state throws(ProofRefusal) in
            try Self.checkTime(of: candidate, in: state)
            return (
                state.memory.claim(candidate.entry, by: candidate.holder, at: now),
                state.ahead[key].map { $0 >= candidate.issued } ?? false
            )
        }
        switch claim {
        case .replayed: throw ProofRefusal.replayed
        case .full:
            logger.warning("too many proofs are remembered", ["peer": "\(candidate.holder.network)"])
            throw HTTPProblem.unavailable(retryAfter: .seconds(ProofContract.window))
        case .accepted:
            guard candidate.issued > now, !isWritten else { return }
            try await writeAhead(candidate.issued, of: key, at: now)
        }
    }

    private static func checkTime(of candidate: Candidate, in state: State) throws(ProofRefusal) {
        let unknown = state.lastUnknownSeconds[candidate.holder.key] ?? Int64.min
        guard candidate.issued > max(state.lastUnknownSecond, unknown) else { throw .outdated }
    }

    /// A key whose clock is ahead costs one write in a second, whatever it sends.
    private func writeAhead(_ issued: Int64, of key: String, at now: Int64) async throws {
        try await database.write { db in
            try db.run(
                """
                INSERT INTO proofs_ahead (key_thumbprint, issued_at) VALUES (\(key), \(issued))
                ON CONFLICT (key_thumbprint) DO UPDATE SET issued_at = excluded.issued_at
                WHERE proofs_ahead.issued_at < excluded.issued_at
                """)
        }
        state.withLock { $0.ahead[key] = max($0.ahead[key] ?? issued, issued) }
    }

    package func sweep() async throws {
        let second = Self.second(now())
        state.withLock { state in
            state.ahead = state.ahead.filter { $0.value + Self.window >= second }
            state.lastUnknownSeconds = state.lastUnknownSeconds.filter { $0.value + Self.window >= second }
        }
        let isSomethingOld = try await database.read { db in
            try db.exists("SELECT 1 FROM used_proofs WHERE ends_at < \(second)")
                || db.exists("SELECT 1 FROM proofs_ahead WHERE issued_at < \(second - Self.window)")
        }
        guard isSomethingOld else { return }
        try await database.write { db in try Self.forget(before: second, in: db) }
    }

    private static func forget(before second: Int64, in db: any SQLWriting) throws {
        try db.run("DELETE FROM used_proofs WHERE ends_at < \(second)")
        try db.run("DELETE FROM proofs_ahead WHERE issued_at < \(second - window)")
    }

    private static let window = Int64(ProofContract.window)

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
