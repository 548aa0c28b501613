import FoundationEssentials
import Glibc
import HTTPTransportAPI
import HTTPTransportTesting
import HTTPTypes
import KernelTesting
import Locking
import Testing

@Suite(.timeLimit(.minutes(15)))
struct LimitTests {
    private let transport = Transport().transport

    private func failure(_ address: URL, _ limits: HTTPLimits) async -> HTTPTransportError? {
        await HTTPTransportCurlTests.failure {
            try await transport.send(HTTPRequest(url: address, limits: limits))
        }
    }

    @Test func givesUpWhenTheTotalTimeIsOver() async throws {
        let peer = try LoopbackPeer { connection in
            try connection.readRequest()
            try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf")
            connection.stall()
        }
        let start = ContinuousClock.now
        #expect(await failure(peer.url(), HTTPLimits(total: .milliseconds(200))) == .timedOut)
        #expect(start.duration(to: .now) >= .milliseconds(200))
        await peer.waitForClosedConnections()
    }

    @Test(arguments: ["", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf"])
    func givesUpWhenNothingComesForTooLong(beginning: String) async throws {
        let peer = try LoopbackPeer { connection in
            try connection.readRequest()
            try connection.send(beginning)
            connection.stall()
        }
        #expect(await failure(peer.url(), HTTPLimits(total: nil, idle: .seconds(1))) == .timedOut)
        #expect(peer.requests.count == 2)
        await peer.waitForClosedConnections()
    }

    @Test(arguments: [HTTPMethod.get, .head, .post, .put])
    func asksAgainAfterSilenceOnlyWhatIsSafe(method: HTTPMethod) async throws {
        let connections = Locked(0)
        let peer = try LoopbackPeer { connection in
            try connection.readRequest()
            let number = connections.withLock { count in
                count += 1
                return count
            }
            if number == 1 { connection.stall() }
            try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        }
        // The second answer has to come in this time as well.
        let limits = HTTPLimits(total: nil, idle: .seconds(3))
        let response = try? await transport.send(HTTPRequest(method: method, url: peer.url(), limits: limits))
        let isSafe = method == .get || method == .head
        #expect(response?.status == (isSafe ? .ok : nil))
        #expect(peer.requests.count == (isSafe ? 2 : 1))
    }

    @Test func givesUpWhenNoConnectionIsMadeInTime() async throws {
        // A listener whose queue is full drops what more knocks.
        let full = try FullListener()
        let limits = HTTPLimits(connect: .milliseconds(200), total: nil)
        #expect(await failure(try url("http://127.0.0.1:\(full.port)/"), limits) == .timedOut)
    }

    @Test(arguments: ["Content-Length: 1000\r\n\r\n", "Transfer-Encoding: chunked\r\n\r\n3E8\r\n"])
    func refusesABodyOverTheLimit(framing: String) async throws {
        let end = framing.hasPrefix("T") ? "\r\n0\r\n\r\n" : ""
        let peer = try LoopbackPeer(
            answering: "HTTP/1.1 200 OK\r\n" + framing + String(repeating: "x", count: 1000) + end)
        #expect(await failure(peer.url(), HTTPLimits(maximumResponseBytes: 999)) == .tooLarge(limit: 999))
        let whole = try await transport.send(
            HTTPRequest(url: peer.url(), limits: HTTPLimits(maximumResponseBytes: 1000)))
        #expect(whole.body.count == 1000)
    }

    @Test func refusesABodyThatNeverEnds() async throws {
        let peer = try LoopbackPeer { connection in
            try connection.readRequest()
            try connection.send("HTTP/1.1 200 OK\r\n\r\n")
            while true { try connection.send([UInt8](repeating: 0x78, count: 65536)) }
        }
        #expect(await failure(peer.url(), HTTPLimits(maximumResponseBytes: 1 << 20)) == .tooLarge(limit: 1 << 20))
    }

    @Test func doesNotWaitForABodyThatIsAnnouncedTooLarge() async throws {
        let peer = try LoopbackPeer { connection in
            try connection.readRequest()
            try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2000000000\r\n\r\n")
            connection.stall()
        }
        #expect(await failure(peer.url(), HTTPLimits()) == .tooLarge(limit: 16 * 1024 * 1024))
    }

    @Test(arguments: [100, 70_000, 400_000])
    func refusesAHeadOverTheLimit(lineLength: Int) async throws {
        let line = "X-Long: " + String(repeating: "x", count: lineLength) + "\r\n"
        let count = max(1, 70_000 / lineLength)
        let peer = try LoopbackPeer(
            answering: "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n" + String(repeating: line, count: count) + "\r\n")
        #expect(await failure(peer.url(), HTTPLimits()) == .tooLarge(limit: 64 * 1024))
    }

    @Test func countsInterimHeadsToo() async throws {
        let peer = try LoopbackPeer { connection in
            try connection.readRequest()
            while true { try connection.send("HTTP/1.1 100 Continue\r\n\r\n") }
        }
        #expect(await failure(peer.url(), HTTPLimits()) == .tooLarge(limit: 64 * 1024))
    }

    @Test func undoesCompression() async throws {
        let text = String(repeating: "essential ", count: 1000)
        let packed = try await gzip(text)
        let peer = try LoopbackPeer { connection in
            while try connection.readRequest() != nil {
                try connection.send(
                    "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(packed.count)\r\n\r\n")
                try connection.send(packed)
            }
        }
        let response = try await transport.send(HTTPRequest(url: peer.url()))
        let isWhole = response.body.elementsEqual(text.utf8)
        #expect(isWhole)
        #expect(response.fields["Content-Encoding"] == nil)
        #expect(response.fields["Content-Length"] == nil)
        let offered = try #require(peer.requests.first?.fields["Accept-Encoding"])
        #expect(offered.contains("gzip") && offered.contains("deflate") && offered.contains("br"))
    }

    @Test func undoesDeflateAndBrotli() async throws {
        let deflated: [UInt8] = [0x78, 0x9C, 0xCB, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00, 0x06, 0x2C, 0x02, 0x15]
        let brotli: [UInt8] = [0x0B, 0x02, 0x80, 0x68, 0x65, 0x6C, 0x6C, 0x6F, 0x03]
        for (name, bytes) in [("deflate", deflated), ("br", brotli)] {
            let peer = try LoopbackPeer { connection in
                try connection.readRequest()
                try connection.send(
                    "HTTP/1.1 200 OK\r\nContent-Encoding: \(name)\r\nContent-Length: \(bytes.count)\r\n\r\n")
                try connection.send(bytes)
            }
            let response = try await transport.send(HTTPRequest(url: peer.url()))
            #expect(response.body == Data("hello".utf8), "\(name)")
        }
    }

    @Test func countsTheBytesAfterDecompression() async throws {
        let packed = try await gzip(String(repeating: "\u{0}", count: 4 << 20))
        #expect(packed.count < 10_000)
        let peer = try LoopbackPeer { connection in
            try connection.readRequest()
            try connection.send("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(packed.count)\r\n\r\n")
            try connection.send(packed)
        }
        #expect(await failure(peer.url(), HTTPLimits(maximumResponseBytes: 1 << 20)) == .tooLarge(limit: 1 << 20))
    }

    private func gzip(_ text: String) async throws -> [UInt8] {
        let folder = try TemporaryFolder()
        try Data(text.utf8).write(to: URL(filePath: folder.path(of: "text")))
        return try await ChildProcess.run("gzip", ["-c", folder.path(of: "text")]).output
    }
}

/// A listener that never accepts and whose queue is full.
private final class FullListener {
    let port: UInt16
    private var descriptors: [Int32] = []

    init() throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        descriptors = [listener]
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                _ = bind(listener, $0, length)
                _ = listen(listener, 0)
                _ = getsockname(listener, $0, &length)
            }
        }
        port = UInt16(bigEndian: address.sin_port)
        for _ in 0..<4 {
            let client = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
            descriptors.append(client)
            withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { _ = connect(client, $0, length) }
            }
        }
    }

    deinit {
        for descriptor in descriptors { close(descriptor) }
    }
}
