import CoreModels
import FoundationEssentials
import HTTPTransportTesting
import KernelTesting
import Locking
import Testing

/// A trail whose events go to a real receiver, whatever that does for an hour.
@Suite(.timeLimit(.minutes(5)))
struct OutageTests {
    /// What a receiver does in one of its moods.
    private enum Mood: CaseIterable { case down, failing, silent, cut, endless, up }

    private static let taken = "HTTP/1.1 204 No Content\r\nContent-Length: 0\r\n\r\n"

    private let folder: TemporaryFolder
    private let mood = Locked(Mood.down)

    init() throws {
        folder = try TemporaryFolder()
        try Data("whsec_\(Data(repeating: 7, count: 32).base64EncodedString())".utf8)
            .write(to: URL(filePath: folder.path(of: "secret")))
    }

    private func receiver() throws -> LoopbackPeer {
        try LoopbackPeer { [mood] connection in
            if mood.current == .down { return connection.drop() }
            while try connection.readRequest() != nil {
                switch mood.current {
                case .down: return connection.drop()
                case .failing: try connection.send("HTTP/1.1 500 Oops\r\nContent-Length: 0\r\n\r\n")
                case .silent: return connection.stall()
                case .cut:
                    try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf")
                    return connection.drop()
                case .endless:
                    try connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
                    let chunk = "1000\r\n" + String(repeating: "x", count: 4_096) + "\r\n"
                    _ = try connection.sendUntilBlocked(Array(chunk.utf8), limit: 1 << 26)
                    return
                case .up: try connection.send(Self.taken)
                }
            }
        }
    }

    /// The causes of the events of requests; of those alone that a receiver has which knows repetitions.
    private static func causes(_ requests: [PeerRequest]) throws -> [String] {
        struct Body: Decodable {
            struct Events: Decodable { let events: [Event] }
            struct Event: Decodable { let id: String, cause: String }
            let data: Events
        }
        var known: Set<String> = [], causes: [String] = []
        for request in requests {
            for event in try WireDecoder().decode(Body.self, from: request.body).data.events
            where known.insert(event.id).inserted { causes.append(event.cause) }
        }
        return causes
    }

    @Test(.requirement("METRIC-08", "METRIC-13")) func eachEventIsReceivedOnceAndInOrder() async throws {
        let peer = try receiver()
        let plugins = try ForwardingPlugins(
            [
                "metrics.forward.webhook.url": "\(peer.url("/hook"))",
                "metrics.forward.webhook.secret_file": folder.path(of: "secret"),
            ], timeout: .milliseconds(200))
        let trail = try await ForwardedTrail(plugins)
        try await trail.run { try await outage(of: peer, trail) }
    }

    private func outage(of peer: LoopbackPeer, _ trail: ForwardedTrail) async throws {
        var expected: [String] = []
        // An hour, in which each mood lasts for ten minutes; the last one for as long as it takes.
        for mood in Mood.allCases {
            self.mood.withLock { $0 = mood }
            for minute in 0..<10 {
                expected.append("\(mood) \(minute)")
                try await trail.record("\(mood) \(minute)")
                for _ in 0..<12 { await trail.pass() }
            }
        }
        for _ in 0..<500 where try Self.causes(peer.requests) != expected { await trail.pass() }
        #expect(try Self.causes(peer.requests) == expected)
        // Nothing that fails is asked without a pause.
        #expect((10...60).contains(peer.requests.count), "\(peer.requests.count)")
        #expect(try await trail.passedOver(by: "webhook") == 0)
    }
}
