import BenchKit
import CoreModels
import CryptographyAPI
import CryptographyOpenSSL
import FeedAPI
import FeedClient
import Foundation
import HTTPTransportAPI
import HTTPTypes
import PluginKit

extension BenchSuite {
    /// Pages of the feed, from bytes to pictures and back, beside Foundation's
    /// coders and Python's.
    static let json = BenchSuite("json") {
        var cases = [try JSONBench(count: 20).encoding(), try JSONBench(count: 20).decoding()]
        for count in [10, 1_000, 100_000] {
            let bench = try JSONBench(count: count)
            cases += [bench.encoding(), bench.decoding()]
        }
        return cases
    } figures: {
        [
            try await JSONBench.growth("encode") { $0.encode },
            try await JSONBench.growth("decode") { $0.decode },
        ]
    }
}

/// A page with so many pictures.
private struct JSONBench: Sendable {
    let encode: @Sendable (Int) async throws -> Void
    let decode: @Sendable (Int) async throws -> Void
    private let count: Int
    private let page: FoundationPage
    private let text: Data
    private let empty: any FeedLoading

    init(count: Int) throws {
        self.count = count
        let page = FoundationPage(items: (0..<count).map(FoundationPage.Item.init(number:)))
        let text = page.written
        self.page = page
        self.text = text
        encode = { times in
            for _ in 0..<times where page.written.isEmpty { throw NeighbourFailure(step: 1) }
        }
        let feed = try Self.feed(answering: text)
        empty = try Self.feed(answering: Data(#"{"items":[]}"#.utf8))
        decode = { times in
            for _ in 0..<times {
                guard try await feed.loadFeed(after: nil, limit: 100).page.items.count == count else {
                    throw NeighbourFailure(step: 1)
                }
            }
        }
    }

    func encoding() -> BenchCase {
        BenchCase(
            "JSON, encode \(count) pictures",
            goals: count == 20 ? [.microseconds(8), .times(0.17, of: "JSONEncoder, sorted keys")] : [],
            [
                Contestant("Essential", .subject, work: encode),
                Contestant("JSONEncoder, sorted keys", .neighbour) { [page] times in
                    let encoder = JSONEncoder()
                    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
                    for _ in 0..<times { _ = try encoder.encode(page) }
                },
            ] + PythonNeighbour.json("encode", items: count))
    }

    /// The client's own way from an answer's bytes to pictures; what asking for
    /// it costs, without a network, is taken off.
    func decoding() -> BenchCase {
        BenchCase(
            "JSON, decode \(count) pictures",
            goals: count == 20 ? [.microseconds(30), .times(0.43, of: "JSONDecoder")] : [],
            [
                Contestant("Essential", .subject, work: decode),
                Contestant("an answer without pictures", .floor) { [empty] times in
                    for _ in 0..<times { _ = try await empty.loadFeed(after: nil, limit: 100) }
                },
                Contestant("JSONDecoder", .neighbour) { [text] times in
                    for _ in 0..<times { _ = try JSONDecoder().decode(FoundationPage.self, from: text) }
                },
            ] + PythonNeighbour.json("decode", items: count))
    }

    /// How much more a picture costs among 100 000 than among 1 000.
    static func growth(
        _ operation: String, _ work: (JSONBench) -> @Sendable (Int) async throws -> Void
    ) async throws -> FigureResult {
        let few = try JSONBench(count: 1_000), many = try JSONBench(count: 100_000)
        var ratios: [Double] = []
        for _ in 0..<5 {
            let one = try await Sample.measuring(100, work(few))
            let other = try await Sample.measuring(1, work(many))
            ratios.append(other.processor / one.processor / 100)
        }
        return FigureResult("JSON, \(operation) a picture of 100 000 by one of 1 000", ratios, unit: "×", most: 2)
    }

    private static func feed(answering body: Data) throws -> any FeedLoading {
        guard let server = ServerAddress("http://localhost:8080") else { throw HTTPTransportError.insecureAddress }
        let cryptography = try CryptographyPlugin.assemble(.init()).exports.cryptography
        let transport = FixedTransport(body: body)
        return FeedClientPlugin.assemble(
            .init(
                server: ServerClient(address: server, transport: transport), transport: transport,
                hashing: cryptography.hashing, cacheFolder: BenchFolder("json").path(of: "cache"))
        ).exports.feed
    }
}

/// A page as Foundation's coders take it.
private struct FoundationPage: Codable, Sendable {
    struct Item: Codable, Sendable {
        let id: UUID
        let description: String
        let location: String
        let image: URL

        init(number: Int) {
            id = UUID()
            description = "Picture \(number) of a lake in the morning"
            location = "Bled, Slovenia"
            image = URL(string: "https://example.com/image/\(id.lowercaseText)") ?? URL(filePath: "/")
        }
    }

    let items: [Item]

    /// As the server writes it: the same calls that its contract makes, which no
    /// other package sees.
    var written: Data {
        var writer = JSONWriter(capacity: 32 + 320 * items.count)
        writer.object { writer in
            writer.member("items")
            writer.array { writer in
                for item in items {
                    writer.object { writer in
                        writer.member("description")
                        writer.write(item.description)
                        writer.member("id")
                        writer.write(ImageID(item.id).description)
                        writer.member("image")
                        writer.write(item.image.absoluteString)
                        writer.member("location")
                        writer.write(item.location)
                    }
                }
            }
        }
        return writer.data
    }
}

/// Answers each request at once with the same bytes.
private struct FixedTransport: HTTPTransport {
    let body: Data

    func send(_ request: HTTPRequest) async throws(HTTPTransportError) -> HTTPResponse {
        HTTPResponse(status: .ok, body: body)
    }

    func download(
        _ request: HTTPRequest, toFile path: String, progress: (@Sendable (TransferProgress) -> Void)?
    ) async throws(HTTPTransportError) -> HTTPResponse {
        throw .cancelled
    }

    func stream(_ request: HTTPRequest) async throws(HTTPTransportError) -> HTTPStreamingResponse {
        throw .cancelled
    }
}
