import FeedTesting
import FoundationEssentials
import Glibc
import HTTPTransportTesting
import KernelTesting
import Locking
import Testing

/// A program scrolls through many pictures of a real server, down and up again.
///
/// `ESSENTIAL_SCROLL` says how many; 1 500 are enough to fill the cache of 50 MB.
@Suite(.timeLimit(.minutes(15)))
struct ScrollingTests {
    private static let count = ProcessInfo.processInfo.environment["ESSENTIAL_SCROLL"].flatMap { Int($0) } ?? 1_500
    private static let pictureBytes = 40_000
    private let server: PictureServer
    private let folder: TemporaryFolder

    init() throws {
        server = try PictureServer(pictureBytes: Self.pictureBytes)
        folder = try TemporaryFolder()
    }

    @Test(.requirement("IMG-10", "IMG-11", "IMG-20", "IMG-30"))
    func scrollingFarLoadsNothingTwiceAndStaysSmall() async throws {
        let start = ContinuousClock.now
        let child = try ChildProcess(
            BuiltProgram.path(of: "FeedScroller"), [folder.path, server.address, "\(Self.count)"])
        let down = await child.readOutput(until: "turn\n")
        let outcome = await child.outcome()
        #expect(outcome.exit == .status(0), "\(outcome.errorText)")
        let lines = (down + outcome.outputText).split(separator: "\n").map { $0.split(separator: " ") }

        // It doesn't wait at the turn for who reads what it says.
        let requested = server.requested, upwards = requested.dropFirst(Self.count)
        #expect(Set(requested.prefix(Self.count)).count == Self.count, "each once on the way down")
        #expect(Set(upwards).count == upwards.count, "none twice on the way up")
        // Between fifteen sixteenths of the cache and all of it are full.
        let kept = 50_000_000 * 15 / 16 / (Self.pictureBytes + 32) - 10
        #expect(upwards.allSatisfy { $0 < Self.count - kept }, "what was on the device came from there")
        #expect(upwards.count > Self.count - kept - kept / 10)

        let peak = try #require(lines.last { $0.first == "peak" }.flatMap { Int($0[1]) })
        #expect(peak < 60_000_000 / 1_024 || Sanitizer.isPresent, "\(peak) KiB")

        let delays = try await delays(lines.filter { $0.first == "cancelled" })
        #expect(delays.count == (Self.count + 499) / 500 * 6)
        print(
            """
            \(Self.count) pictures down and up: \(start.duration(to: .now)), peak \(peak) KiB, \
            \(upwards.count) loaded again, \(server.connectionCount) connections; a cancelled load closed its \
            connection after \(delays[delays.count / 2]) µs (median), \(delays.last ?? 0) µs (longest)
            """)
    }

    /// The times from a cancellation to the end of its connection, in
    /// microseconds, the shortest first.
    ///
    /// Waits until all of these connections have ended.
    private func delays(_ lines: [[Substring]]) async throws -> [Int] {
        var delays: [Int] = []
        for line in lines {
            let cancelled = try #require(Int(line[2]))
            delays.append((await server.end(of: String(line[1])) - cancelled) / 1_000)
        }
        return delays.sorted()
    }
}

/// A server with endless pictures: `/image/NUMBER` is as many bytes of one kind
/// as it is told, and of `/slow/NAME` only half comes.
private final class PictureServer: Sendable {
    private let ends = Locked<[String: Int]>([:])
    private let peer: LoopbackPeer

    init(pictureBytes: Int) throws {
        peer = try LoopbackPeer { [ends] connection in
            while let request = try connection.readRequest() {
                let number = Int(request.target.split(separator: "/").last ?? "")
                let picture = SampleImage.jpeg(
                    byteCount: pictureBytes, content: UInt8(truncatingIfNeeded: number ?? 0))
                try connection.send(
                    "HTTP/1.1 200 OK\r\nContent-Length: \(picture.count)\r\nETag: \"\(request.target)\"\r\n\r\n")
                if number != nil {
                    try connection.send(picture)
                } else {
                    try connection.send(picture.prefix(pictureBytes / 2))
                    connection.stall()
                    var time = timespec()
                    clock_gettime(CLOCK_MONOTONIC, &time)
                    let end = time.tv_sec * 1_000_000_000 + time.tv_nsec
                    ends.withLock { $0[request.target] = end }
                    return
                }
            }
        }
    }

    var address: String { "http://127.0.0.1:\(peer.port)" }
    var connectionCount: Int { peer.connectionCount }

    /// The numbers of the pictures in the order in which they were asked for.
    var requested: [Int] {
        peer.requests.compactMap { $0.target.hasPrefix("/image/") ? Int($0.target.dropFirst(7)) : nil }
    }

    /// When the connection of a slow picture ended, by the monotonic clock in
    /// nanoseconds.
    func end(of target: String) async -> Int {
        while true {
            if let end = ends.current[target] { return end }
            await Task.yield()
        }
    }
}
