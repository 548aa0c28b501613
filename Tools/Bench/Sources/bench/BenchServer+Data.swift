import CNeighbours
import Synchronization

extension BenchServer {
    private static let sessions = Atomic<Int>(0)

    /// Begins sessions, of people with eight each.
    ///
    /// - Returns: Their refresh tokens.
    func addSessions(_ count: Int) throws -> [String] {
        let first = Self.sessions.add(count, ordering: .relaxed).oldValue
        guard unsafe server_data_add_sessions(database, Int32(first), Int32(count)) == 0 else {
            throw BenchServer.Failure(reason: "no session can be begun")
        }
        return (first..<first + count).map { number in
            let digits = String(number)
            return "bench-" + String(repeating: "0", count: 8 - digits.count) + digits
        }
    }

    /// Puts public pictures into the feed.
    func addPictures(_ count: Int) throws {
        guard unsafe server_data_add_pictures(database, Int32(count)) == 0 else {
            throw BenchServer.Failure(reason: "the feed can't be filled")
        }
    }
}
