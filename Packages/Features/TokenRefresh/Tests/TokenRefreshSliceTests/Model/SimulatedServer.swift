import FoundationEssentials
import HTTPServingLoopback
import KernelTesting
import ServerKeysTesting
import SessionsServiceTesting

/// The real server, which keeps nothing but its database and its keys when it
/// restarts.
final class SimulatedServer {
    let date = ManualDate()
    private let keys: InMemoryServerKeys
    private(set) var sessions: RunningSessions
    private(set) var loopback: LoopbackTransport

    init() async throws {
        keys = try InMemoryServerKeys()
        sessions = try await RunningSessions(serverKeys: keys, date: date)
        loopback = try Slice.loopback(to: sessions)
    }

    func restart() async throws {
        sessions = try await RunningSessions(store: sessions.store, serverKeys: keys, date: date)
        loopback = try Slice.loopback(to: sessions)
    }
}
