import CoreModels
import CryptographyAPI
import CryptographyOpenSSL
import FeedAPI
import FeedClient
import FoundationEssentials
import Glibc
import HTTPTransportAPI
import HTTPTransportCurl
import PluginKit

/// Scrolls through many pictures, down and up again:
/// `FeedScroller FOLDER SERVER PICTURES`.
///
/// It looks at each picture in turn, loads a few ahead, and now and then
/// starts loads that it cancels. It prints `turn` in between; `cancelled NAME
/// TIME` for each cancelled load, with the monotonic clock in nanoseconds; and
/// at its end `peak KIB`, the most memory that it ever had.
@main
struct FeedScroller {
    private let images: any ImageDataLoading
    private let address: ServerAddress
    private let count: Int

    /// How many pictures are loaded ahead of the one that is looked at.
    private static let ahead = 8

    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 4, let address = ServerAddress(arguments[2]), let count = Int(arguments[3]) else {
            exit(2)
        }
        let transport = HTTPTransportPlugin.assemble(.init(userAgent: "scroller")).exports.transport
        let exports = FeedClientPlugin.assemble(
            .init(
                server: ServerClient(address: address, transport: transport), transport: transport,
                hashing: try CryptographyPlugin.assemble(.init()).exports.cryptography.hashing,
                cacheFolder: arguments[1])
        ).exports
        let scroller = FeedScroller(images: exports.images, address: address, count: count)
        try await scroller.scroll(Array(0..<count), name: "down")
        say("turn")
        try await scroller.scroll((0..<count).reversed(), name: "up")
        say("peak \(try peak())")
    }

    private func scroll(_ numbers: [Int], name: String) async throws {
        var loads: [Int: Task<Data, any Error>] = [:]
        for (position, number) in numbers.enumerated() {
            for near in numbers[position..<min(position + Self.ahead, numbers.count)] where loads[near] == nil {
                loads[near] = load("/image/\(near)", near == number ? .shown : .ahead)
            }
            guard let data = try await loads.removeValue(forKey: number)?.value, isPicture(data, number) else {
                throw ImageDataError.invalidData
            }
            if position % 500 == 0 { try await fling("\(name)-\(position)") }
        }
    }

    /// Starts loads of pictures that come slowly, and cancels them once a start
    /// of each has come.
    private func fling(_ name: String) async throws {
        let names = (0..<3).map { "/slow/\(name)-\($0)" }
        for name in names {
            let (starts, hasStarted) = AsyncStream.makeStream(of: Void.self)
            let url = address.url(path: name)
            let task = Task { [images] in
                try await images.loadImageData(from: url) { _ in hasStarted.yield() }
            }
            for await _ in starts { break }
            var time = timespec()
            unsafe clock_gettime(CLOCK_MONOTONIC, &time)
            task.cancel()
            guard case .failure(let error) = await task.result, error as? ImageDataError == .cancelled else {
                throw ImageDataError.invalidData
            }
            Self.say("cancelled \(name) \(time.tv_sec * 1_000_000_000 + time.tv_nsec)")
        }
    }

    private func load(_ path: String, _ priority: ImageDataPriority) -> Task<Data, any Error> {
        let url = address.url(path: path)
        return Task { [images] in try await images.loadImageData(from: url, priority: priority, progress: nil) }
    }

    /// Whether it is the picture that the test's server has at that number.
    private func isPicture(_ data: Data, _ number: Int) -> Bool {
        stride(from: 4, to: data.count - 2, by: 997).allSatisfy { data[$0] == UInt8(truncatingIfNeeded: number) }
    }

    private static func say(_ line: String) {
        let line = Array((line + "\n").utf8)
        unsafe write(1, line, line.count)
    }

    private static func peak() throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") } ?? ""
        return line.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? .max
    }
}
