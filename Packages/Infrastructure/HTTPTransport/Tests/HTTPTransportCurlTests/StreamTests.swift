import FoundationEssentials
import Glibc
import HTTPTransportAPI
import HTTPTransportTesting
import HTTPTypes
import KernelTesting
import Locking
import Testing

@Suite(.timeLimit(.minutes(15)))
struct StreamTests {
    private let transport = Transport().transport

    @Test func bringsEventsAsTheyAreSent() async throws {
        let gate = PeerGate()
        let peer = try LoopbackPeer { connection in
            try connection.readRequest()
            try connection.send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n")
            for number in 1...3 {
                try gate.pass()
                try connection.send("data: \(number)\n\n")
            }
        }
        let response = try await transport.stream(HTTPRequest(url: peer.url()))
        #expect(response.status == .ok)
        #expect(response.fields[.contentType] == "text/event-stream")
        var iterator = response.body.makeAsyncIterator()
        for number in 1...3 {
            gate.open()
            #expect(try await iterator.next() == Data("data: \(number)\n\n".utf8))
        }
        #expect(try await iterator.next() == nil)
        #expect(try await iterator.next() == nil)
        #expect(peer.requests.first?.fields["Accept-Encoding"] == nil)
    }

    @Test func aSilentStreamIsNotGivenUp() async throws {
        let peer = try LoopbackPeer { connection in
            try connection.readRequest()
            try connection.send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n")
            // The silence itself is under test, so it is a time.
            usleep(4_500_000)
            try connection.send("data: 1\n\n")
        }
        let response = try await transport.stream(HTTPRequest(url: peer.url(), limits: HTTPLimits(idle: .seconds(3))))
        var iterator = response.body.makeAsyncIterator()
        #expect(try await iterator.next() == Data("data: 1\n\n".utf8))
    }

    @Test func aSlowReaderSlowsTheServerDown() async throws {
        let endless = 1 << 30
        let sent = Locked<Int?>(nil)
        let isBlocked = PeerGate(), mayEnd = PeerGate()
        let peer = try LoopbackPeer { connection in
            try connection.readRequest()
            try connection.send("HTTP/1.1 200 OK\r\n\r\n")
            let bytes = (0..<65536).map { UInt8($0 % 251) }
            let count = try connection.sendUntilBlocked(bytes, limit: endless)
            sent.withLock { $0 = count }
            isBlocked.open()
            try mayEnd.pass()
        }
        let response = try await transport.stream(HTTPRequest(url: peer.url()))
        await Task.detached { try? isBlocked.pass() }.value
        let waiting = try #require(sent.current)
        #expect(waiting < 64 << 20, "what the kernel holds, and little more")
        mayEnd.open()
        var read = 0
        for try await piece in response.body {
            #expect(piece.enumerated().allSatisfy { Int($1) == (read + $0) % 65536 % 251 })
            read += piece.count
        }
        #expect(read == waiting)
    }

    @Test func othersGoOnWhileAStreamIsNotRead() async throws {
        let peer = try LoopbackPeer { connection in
            while let request = try connection.readRequest() {
                guard request.target == "/stream" else {
                    try connection.send(answer("ok"))
                    continue
                }
                try connection.send("HTTP/1.1 200 OK\r\n\r\n")
                while true { try connection.send([UInt8](repeating: 1, count: 65536)) }
            }
        }
        let stream = try await transport.stream(HTTPRequest(url: peer.url("/stream")))
        for _ in 0..<50 {
            #expect(try await transport.send(HTTPRequest(url: peer.url())).body == Data("ok".utf8))
        }
        var iterator = stream.body.makeAsyncIterator()
        #expect(try await iterator.next() != nil)
    }

    @Test func theTotalTimeCountsToTheHeadOnly() async throws {
        let peer = try LoopbackPeer { connection in
            try connection.readRequest()
            try connection.send("HTTP/1.1 200 OK\r\n\r\n")
            // Longer than the head may take, which has to come in time.
            connection.idle(milliseconds: 3_500)
            try connection.send("late")
        }
        let request = HTTPRequest(url: peer.url(), limits: HTTPLimits(total: .seconds(3)))
        var iterator = try await transport.stream(request).body.makeAsyncIterator()
        #expect(try await iterator.next() == Data("late".utf8))
        #expect(try await iterator.next() == nil)
    }

    @Test func givesUpWhenTheHeadDoesNotComeInTime() async throws {
        let peer = try LoopbackPeer { connection in
            try connection.readRequest()
            connection.stall()
        }
        let request = HTTPRequest(url: peer.url(), limits: HTTPLimits(total: .milliseconds(200)))
        let error = await failure { try await transport.stream(request) }
        #expect(error == .timedOut)
    }

    @Test func throwsAfterWhatCameBeforeTheConnectionBroke() async throws {
        let peer = try LoopbackPeer { connection in
            try connection.readRequest()
            try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf")
        }
        var iterator = try await transport.stream(HTTPRequest(url: peer.url())).body.makeAsyncIterator()
        #expect(try await iterator.next() == Data("half".utf8))
        let error = await failure { try await iterator.next() }
        #expect(error?.kind == .connectivity)
        #expect(try await iterator.next() == nil)
    }

    @Test func endsWhenTheReaderIsCancelled() async throws {
        let peer = try LoopbackPeer { connection in
            try connection.readRequest()
            try connection.send("HTTP/1.1 200 OK\r\n\r\n")
            connection.stall()
        }
        let response = try await transport.stream(HTTPRequest(url: peer.url()))
        let task = Task {
            await failure {
                var iterator = response.body.makeAsyncIterator()
                return try await iterator.next()
            }
        }
        task.cancel()
        #expect(await task.value == .cancelled)
        await peer.waitForClosedConnections()
    }

    @Test func endsWhenNobodyReadsAnyMore() async throws {
        let peer = try LoopbackPeer { connection in
            try connection.readRequest()
            try connection.send("HTTP/1.1 200 OK\r\n\r\npiece")
            connection.stall()
        }
        do {
            let response = try await transport.stream(HTTPRequest(url: peer.url()))
            for try await piece in response.body {
                #expect(piece == Data("piece".utf8))
                break
            }
        }
        await peer.waitForClosedConnections()
    }

    @Test func losesNothingWhenCancellationsRaceWithPieces() async throws {
        let peer = try LoopbackPeer { connection in
            while try connection.readRequest() != nil {
                try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 300000\r\n\r\n")
                for _ in 0..<30 { try connection.send([UInt8](repeating: 1, count: 10_000)) }
            }
        }
        let counts = await withTaskGroup(of: Int?.self) { group in
            for number in 0..<200 {
                group.addTask { [transport] in
                    let task = Task {
                        var count = 0
                        let response = try await transport.stream(HTTPRequest(url: peer.url()))
                        for try await piece in response.body { count += piece.count }
                        return count
                    }
                    if number.isMultiple(of: 2) { task.cancel() }
                    return try? await task.value
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(counts.count == 200)
        #expect(counts.filter { $0 == 300_000 }.count >= 100)
        #expect(counts.allSatisfy { $0 == nil || $0 == 300_000 })
    }
}
