import HTTPServingAPI
import HTTPServingMicroHTTPD
import HTTPTypes
import KernelTesting
import Locking
import Testing

/// Who gives way when there are as many connections as may be.
struct CrowdTests {
    private static let request = "GET /hello HTTP/1.1\r\nHost: t\r\n\r\n"

    // MARK: The gate

    private let clock = ManualClock()

    private func client(_ address: String) throws -> IPNetwork { try #require(IPAddress(address)).client }

    /// Lets in, and tells who left.
    private final class Crowd {
        let gate: ConnectionGate
        var leases: [ConnectionLease] = []
        let left = LeftBehind()

        init(_ gate: ConnectionGate) { self.gate = gate }

        func admit(_ client: IPNetwork, _ standing: ConnectionStanding) -> ConnectionGate.Refusal? {
            switch gate.admit(client) {
            case .failure(let error): return error.refusal
            case .success(let lease):
                let place = leases.count
                lease.stand(standing)
                lease.givesWay { [left] in left.note(place) }
                leases.append(lease)
                return nil
            }
        }
    }

    @Test func whoKeepsNobodyWaitingGivesWayFirst() throws {
        let crowd = Crowd(ConnectionGate(limit: 4, perClient: 9, patience: .seconds(5), clock: clock))
        let here = try client("127.0.0.1")
        for standing in [ConnectionStanding.reading, .idle, .busy, .asking] {
            #expect(crowd.admit(here, standing) == nil)
            clock.advance(by: .seconds(1))
        }
        #expect(crowd.admit(here, .busy) == nil && crowd.left.all == [3])
        #expect(crowd.admit(here, .busy) == nil && crowd.left.all == [3, 1])
        // It may still be reading.
        #expect(crowd.admit(here, .busy) == .full && crowd.left.all == [3, 1])
        clock.advance(by: .seconds(1))
        #expect(crowd.admit(here, .busy) == nil && crowd.left.all == [3, 1, 0])
        #expect(crowd.admit(here, .busy) == .full)
    }

    @Test func whoHasMostGivesWay() throws {
        let crowd = Crowd(ConnectionGate(limit: 5, perClient: 4, clock: clock))
        let (many, one) = (try client("192.0.2.1"), try client("192.0.2.2"))
        #expect(crowd.admit(one, .asking) == nil)
        for _ in 1...4 { #expect(crowd.admit(many, .asking) == nil) }
        // Their own, though another one is older.
        for _ in 1...8 { #expect(crowd.admit(many, .asking) == nil) }
        for _ in 1...2 { #expect(crowd.admit(one, .asking) == nil) }
        #expect(!crowd.left.all.contains(0) && crowd.left.all.count == 10)
        #expect(crowd.admit(try client("192.0.2.3"), .busy) == nil)
    }

    /// Who has a network of IPv6 has more addresses than there are connections.
    @Test func theConnectionsOfANetworkOfIPv6AreOneClients() throws {
        let crowd = Crowd(ConnectionGate(limit: 10, perClient: 2, clock: clock))
        for host in 1...2 { #expect(crowd.admit(try client("2001:db8:0:7:ffff::\(host)"), .busy) == nil) }
        #expect(crowd.admit(try client("2001:db8:0:7:ffff::3"), .busy) == .fullForClient)
        #expect(crowd.admit(try client("2001:db8:0:8::1"), .busy) == nil)
    }

    @Test func whoGaveWayCountsOnce() throws {
        let crowd = Crowd(ConnectionGate(limit: 1, perClient: 9, clock: clock)), here = try client("127.0.0.1")
        #expect(crowd.admit(here, .asking) == nil && crowd.admit(here, .busy) == nil)
        crowd.leases.removeFirst()
        #expect(crowd.admit(here, .busy) == .full)
        crowd.leases.removeAll()
        #expect(crowd.admit(here, .busy) == nil)
    }

    // MARK: The server

    /// Answers once the test is over.
    private static func busy(
        _ gate: AsyncStream<Void>, arrived: AsyncStream<Void>.Continuation
    ) -> Route {
        Route(.get, "/busy") { _ in
            arrived.yield()
            for await _ in gate {}
            return .noContent
        }
    }

    @Test(arguments: ["", "GET /hello HT", "POST /count HTTP/1.1\r\nHost: t\r\nContent-Length: 9\r\n\r\nabc"])
    func whoHalfAsksShutsNobodyOut(half: String) async throws {
        let limits = HTTPServerLimits(connections: 8)
        try await TestServer.run([.hello, .count], settings: .test(limits: limits)) { server in
            let crowd = try (1...40).map { _ in try server.connect() }
            for one in crowd { await one.send(half) }
            for _ in 1...20 { #expect(try await server.exchange(Self.request)?.status == 200) }
            withExtendedLifetime(crowd) {}
        }
    }

    @Test func whoWasAnsweredGivesWay() async throws {
        try await TestServer.run([.hello], settings: .test(limits: HTTPServerLimits(connections: 2))) { server in
            var all: [RawConnection] = []
            for _ in 1...3 {
                all.append(try server.connect())
                #expect(await all.last?.exchange(Self.request)?.status == 200)
            }
            #expect(await all[0].receiveAll() == [])
            #expect(await all[2].exchange(Self.request)?.status == 200)
        }
    }

    @Test(arguments: [(HTTPServerLimits(connections: 2), 503), (HTTPServerLimits(connectionsPerAddress: 2), 429)])
    func whereAllAreBusyAnotherOneIsRefused(limits: HTTPServerLimits, status: Int) async throws {
        let (gate, open) = AsyncStream.makeStream(of: Void.self)
        let (arrivals, arrived) = AsyncStream.makeStream(of: Void.self)
        let routes = [Route.hello, Self.busy(gate, arrived: arrived)]
        try await TestServer.run(routes, settings: .test(limits: limits)) { server in
            let busy = try (1...2).map { _ in try server.connect() }
            var arrival = arrivals.makeAsyncIterator()
            for one in busy {
                await one.send("GET /busy HTTP/1.1\r\nHost: t\r\n\r\n")
                await arrival.next()
            }
            var answer = try await server.exchange(Self.request)
            while answer?.status == 200 || answer == nil { answer = try await server.exchange(Self.request) }
            #expect(answer?.status == status && answer?.fields[.retryAfter] == "1")
            open.finish()
            for one in busy { #expect(await ResponseReader(one).next()?.status == 204) }
            #expect(try await server.exchange(Self.request)?.status == 200)
        }
    }
}

/// The places of those who left.
private final class LeftBehind: Sendable {
    private let places = Locked<[Int]>([])

    var all: [Int] { places.current }
    func note(_ place: Int) { places.withLock { $0.append(place) } }
}
