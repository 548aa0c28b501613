public import CryptographyAPI
import CryptographyTesting
public import HTTPServingAPI
public import KernelTesting
import ProofOfPossessionService
public import SQLStoreAPI
import TelemetryAPI
import TelemetryTesting

/// The real check of proofs of a server, over a database of a test, at a time
/// that it chooses.
///
/// ```swift
/// let proofs = try await RunningProofs(database: store.database, date: date)
/// let router = try Router(routes: routes, middlewares: [proofs.middleware], observer: observer)
/// ```
public struct RunningProofs: Sendable {
    /// The tables it needs.
    public static let migrations: [Migration] = ProofMigrations.all

    /// Checks the proofs of requests.
    public let middleware: any HTTPMiddleware
    private let replays: ReplayGuard

    /// Creates and starts the check; after a run that was not stopped, this
    /// moves the date to the next second.
    ///
    /// - Parameters:
    ///   - publicAddress: The address of the server; nil to go by `Host`.
    ///   - database: A database with ``migrations``.
    ///   - cryptography: The real one if left out.
    ///   - capacity: How many proofs are remembered.
    ///   - date: The server's time of day.
    public init(
        publicAddress: String? = nil, database: any SQLDatabase, cryptography: Cryptography? = nil,
        capacity: Int = 1_000, date: ManualDate = ManualDate()
    ) async throws {
        let cryptography = try cryptography ?? .real()
        replays = ReplayGuard(
            database: database, hashing: cryptography.hashing, capacity: capacity, logger: .disabled, now: date.now,
            clock: ImpatientClock(date: date))
        middleware = ProofMiddleware(
            reader: ProofReader(signatures: cryptography.signatures), replays: replays,
            publicAddress: publicAddress,
            refusals: try InMemoryMetrics().counter("refusals", help: "", labels: ["reason"]), logger: .disabled,
            now: date.now)
        try await replays.start()
    }

    /// How many proofs are remembered.
    public var count: Int { replays.count }

    /// Forgets what is on disk and counts no more.
    public func sweep() async throws {
        try await replays.sweep()
    }

    /// Ends the run in order; without it the server counts as killed.
    public func stop() async {
        await replays.stop()
    }
}
