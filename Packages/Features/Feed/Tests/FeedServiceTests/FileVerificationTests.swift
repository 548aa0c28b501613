import CoreModels
import CryptographyAPI
import CryptographyTesting
import FeedAPI
import FeedServiceAPI
import FeedServiceTesting
import FeedTesting
import FoundationEssentials
import HTTPServingAPI
import HTTPServingRouting
import HTTPServingTesting
import HTTPTypes
import KernelTesting
import Locking
import Testing

/// What is read to make sure that a picture's file is what its name says.
struct FileVerificationTests {
    private let hashing: CountingHashing
    private let feed: RunningFeed
    private let router: Router
    private let id = FeedImage.make(1).id
    private let picture = SampleImage.jpeg(byteCount: 1_000)

    init() async throws {
        hashing = CountingHashing(hashing: try Cryptography.real().hashing)
        feed = try await RunningFeed(hashing: hashing)
        router = try Router(routes: feed.routes, observer: RequestObserverSpy())
        try await feed.publishing.publish(.sample(id: id, content: picture))
    }

    private func get(_ fields: HTTPFields = [:]) async -> ServerResponse {
        await router.respond(to: .sample(.get, "/image/\(id)", fields: fields))
    }

    private var file: String {
        get throws { feed.folder.path(of: try #require(feed.folder.files().first { $0.utf8.count > 64 })) }
    }

    @Test func aFileIsReadOnceHoweverManyAsk() async throws {
        let before = hashing.count.current
        let statuses = await withTaskGroup(of: HTTPStatus.self) { group in
            for _ in 0..<64 { group.addTask { await get().status } }
            return await group.reduce(into: Set<HTTPStatus>()) { $0.insert($1) }
        }
        #expect(statuses == [.ok])
        #expect(hashing.count.current == before + 1)
    }

    @Test func aFileThatChangedIsReadAgain() async throws {
        #expect(await get().status == .ok)
        let before = hashing.count.current
        let path = try file
        try FileManager.default.removeItem(atPath: path)
        #expect(await get().status == .internalServerError)
        try picture.write(to: URL(filePath: path))
        for _ in 0..<3 { #expect(await get().status == .ok) }
        #expect(hashing.count.current == before + 1)
        try (picture + [0]).write(to: URL(filePath: path))
        for _ in 0..<3 { #expect(await get().status == .internalServerError) }
        #expect(hashing.count.current == before + 2)
    }

    @Test func whoHasThePictureCostsNoReading() async throws {
        let tag = try #require(await get().fields[.eTag])
        try Data().write(to: URL(filePath: file))
        #expect(await get([.ifNoneMatch: tag]).status == .notModified)
        #expect(await get([.ifNoneMatch: "\"other\""]).status == .internalServerError)
    }

    @Test func theSamePictureAgainMendsADamagedFile() async throws {
        try Data("nonsense".utf8).write(to: URL(filePath: file))
        #expect(await get().status == .internalServerError)
        try await feed.publishing.publish(.sample(content: picture))
        #expect(try await get().collectBody() == picture)
    }

    private struct CountingHashing: Hashing {
        let hashing: any Hashing
        let count = Locked(0)

        func sha256(_ data: Data) throws(CryptographyError) -> Data {
            count.withLock { $0 += 1 }
            return try hashing.sha256(data)
        }

        func sha256(_ secret: Secret) throws(CryptographyError) -> Data { try hashing.sha256(secret) }

        func makeSHA256() throws(CryptographyError) -> any IncrementalHashing { try hashing.makeSHA256() }
    }
}
