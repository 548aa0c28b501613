import BenchKit
import CNeighbours
import Foundation
import FoundationNetworking
import HTTPTransportAPI
import HTTPTransportCurl
import HTTPTypes
import PluginKit
import Synchronization

extension BenchSuite {
    /// Requests and downloads, beside a C program over the same library.
    static let httpClient = BenchSuite("http-client") {
        let client = try HTTPClientBench(), python = PythonClient()
        var cases: [BenchCase] = []
        let pictures = 100
        for inFlight in [1, 16, 64] {
            cases.append(
                BenchCase(
                    "answer of 1 KB, \(inFlight) in flight",
                    goals: inFlight == 16
                        ? [.timesTheLimit(1.15), .times(0.1, of: "URLSession")] : [.timesTheLimit(1.15)],
                    [
                        Contestant("Essential", .subject) { try await client.send($0, inFlight) },
                        Contestant("Essential, tasks on other threads", .neighbour) {
                            try await client.send($0, inFlight, onOtherThreads: true)
                        },
                        Contestant("C over libcurl multi", .limit) {
                            try unsafe check(neighbour_http_get(client.address + "/answer", $0, inFlight))
                        },
                        Contestant("URLSession", .neighbour) { try await client.sendByFoundation($0, inFlight) },
                    ] + (python.map { [$0.contestant(asking: client.address + "/answer", inFlight)] } ?? [])))
        }
        cases.append(
            BenchCase(
                "\(pictures) pictures of 50 KB to disk, 16 in flight", goals: [.timesTheLimit(1.1)],
                [
                    Contestant("Essential", .subject) { try await client.download($0 * pictures, 16) },
                    Contestant("C over libcurl multi, durable", .limit) {
                        try unsafe check(
                            neighbour_http_download(client.address + "/picture", client.folder, $0 * pictures, 16, 1))
                    },
                    Contestant("C over libcurl multi, not synchronised with the disk", .neighbour) {
                        try unsafe check(
                            neighbour_http_download(client.address + "/picture", client.folder, $0 * pictures, 16, 0))
                    },
                    Contestant("URLSession, not synchronised with the disk", .neighbour) {
                        try await client.downloadByFoundation($0 * pictures, 16)
                    },
                ]))
        return cases
    }
}

/// The transport as `essential` composes it, and Foundation's.
private final class HTTPClientBench: Sendable {
    /// Where the peer listens.
    let address: String
    let folder: String
    private let transport: any HTTPTransport
    private let executor: any TaskExecutor
    private let session: URLSession
    private let answer: URL
    private let picture: URL

    init() throws {
        // With two, it is chance whether who asks and who answers share one,
        // and that decides more than what is measured.
        keep_on_processors(PROCESSORS_FIRST)
        let port = neighbour_http_peer()
        guard port > 0, let base = URL(string: "http://127.0.0.1:\(port)") else {
            throw BenchServer.Failure(reason: "no peer")
        }
        address = base.absoluteString
        answer = base.appending(path: "answer")
        picture = base.appending(path: "picture")
        let exports = HTTPTransportPlugin.assemble(.init(userAgent: "bench/1.0")).exports
        transport = exports.transport
        executor = exports.executor
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpMaximumConnectionsPerHost = 64
        session = URLSession(configuration: configuration)
        folder = FileManager.default.temporaryDirectory.appending(path: "bench-pictures-\(UUID())").path()
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    deinit {
        keep_on_processors(PROCESSORS_ALL)
        try? FileManager.default.removeItem(atPath: folder)
    }

    func send(_ count: Int, _ inFlight: Int, onOtherThreads: Bool = false) async throws {
        let request = HTTPRequest(url: answer, fields: [.accept: "application/json"])
        try await sideBySide(count, inFlight, on: onOtherThreads ? nil : executor) { [transport] numbers in
            while numbers.next() != nil {
                guard try await transport.send(request).body.count == 1024 else { throw NeighbourFailure(step: 1) }
            }
        }
    }

    func download(_ count: Int, _ inFlight: Int) async throws {
        let request = HTTPRequest(url: picture, fields: [.accept: "image/png"])
        try await sideBySide(count, inFlight, on: executor) { [transport, folder] numbers in
            while let number = numbers.next() {
                guard try await transport.download(request, toFile: "\(folder)/\(number)").status == .ok else {
                    throw NeighbourFailure(step: 1)
                }
            }
        }
    }

    func sendByFoundation(_ count: Int, _ inFlight: Int) async throws {
        var request = URLRequest(url: answer, cachePolicy: .reloadIgnoringLocalCacheData)
        request.setValue("application/json", forHTTPHeaderField: "Accept")
        try await sideBySide(count, inFlight) { [session, request] numbers in
            while numbers.next() != nil {
                guard try await session.data(for: request).0.count == 1024 else { throw NeighbourFailure(step: 1) }
            }
        }
    }

    func downloadByFoundation(_ count: Int, _ inFlight: Int) async throws {
        try await sideBySide(count, inFlight) { [session, picture, folder] numbers in
            while let number = numbers.next() {
                let (file, _) = try await session.download(from: picture)
                guard unsafe rename(file.path(), "\(folder)/\(number)") == 0 else { throw NeighbourFailure(step: 1) }
            }
        }
    }

    /// Runs so many tasks, which share `count` numbers: each does something for
    /// every number that it gets.
    private func sideBySide(
        _ count: Int, _ inFlight: Int, on executor: (any TaskExecutor)? = nil,
        _ work: @escaping @Sendable (Numbers) async throws -> Void
    ) async throws {
        let numbers = Numbers(count)
        try await withThrowingDiscardingTaskGroup { group in
            for _ in 0..<min(count, inFlight) {
                group.addTask(executorPreference: executor) { try await work(numbers) }
            }
        }
    }
}

/// Numbers what is done side by side.
private final class Numbers: Sendable {
    private let count: Int
    private let given = Atomic(0)

    init(_ count: Int) {
        self.count = count
    }

    func next() -> Int? {
        let number = given.add(1, ordering: .relaxed).oldValue
        return number < count ? number : nil
    }
}

private func check(_ result: Int32) throws {
    if result != 0 { throw NeighbourFailure(step: result) }
}
