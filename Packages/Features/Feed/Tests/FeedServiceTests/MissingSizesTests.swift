import CoreModels
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
import PicturesAPI
import PicturesTesting
import SQLStoreAPI
import SQLStoreTesting
import SessionsServiceAPI
import SessionsServiceTesting
import Testing

/// Pictures that came without smaller ones get them when somebody asks.
struct MissingSizesTests {
    private let pictures = PictureProcessingStub()
    private let feed: RunningFeed
    private let id = ImageID(UUID())
    /// The stub makes each smaller one a byte longer.
    private let whole = SampleImage.png.count
    private static let forAWhile = "public, max-age=600, s-maxage=300"

    init() async throws {
        feed = try await RunningFeed(pictures: pictures)
        try await feed.publishing.publish(.sample(id: id, content: SampleImage.png))
    }

    private func get(_ query: String, of feed: RunningFeed? = nil) async throws -> (count: Int, caching: String?) {
        let router = try Router(routes: (feed ?? self.feed).routes, observer: RequestObserverSpy())
        let response = await router.respond(to: .sample(.get, "/image/\(id)", query: query))
        #expect(response.status == .ok)
        return (try await response.collectBody().count, response.fields[.cacheControl])
    }

    @Test(.requirement("IMG-45")) func theyAreMadeOnceAndKept() async throws {
        #expect(try await get("").count == whole)
        #expect(pictures.count == 0, "nobody asked for a smaller one")
        for (query, longer) in [("w=1", 3), ("w=320", 3), ("w=600", 2), ("w=1280", 1), ("w=1281", 0), ("", 0)] {
            let (count, caching) = try await get(query)
            #expect(count == whole + longer, "\(query)")
            #expect(caching == Self.forAWhile)
        }
        #expect(pictures.count == 1)
        #expect(feed.folder.files().count == 4, "the picture itself is as it was")
    }

    @Test func aFloodMakesThemOnce() async throws {
        let counts = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<64 { group.addTask { try await get("w=1").count } }
            return try await group.reduce(into: Set<Int>()) { $0.insert($1) }
        }
        #expect(counts == [whole + 3])
        #expect(pictures.count == 1)
    }

    @Test func picturesOfTheSameContentShareThem() async throws {
        let other = ImageID(UUID())
        try await feed.publishing.publish(.sample(id: other, content: SampleImage.png))
        #expect(try await get("w=1").count == whole + 3)
        let router = try Router(routes: feed.routes, observer: RequestObserverSpy())
        let response = await router.respond(to: .sample(.get, "/image/\(other)", query: "w=1"))
        #expect(try await response.collectBody().count == whole + 3)
        #expect(pictures.count == 1 && feed.folder.files().count == 4)
    }

    @Test(arguments: [PictureError.damaged, .tooManyPixels(limit: 1)])
    func whatCannotBeReadIsGivenWholeAndReadOnce(_ error: PictureError) async throws {
        let pictures = PictureProcessingStub(throwing: error)
        let feed = try await RunningFeed(pictures: pictures)
        try await feed.publishing.publish(.sample(id: id, content: SampleImage.png))
        for _ in 0..<3 {
            let (count, caching) = try await get("w=1", of: feed)
            #expect(count == whole && caching == Self.forAWhile)
        }
        #expect(pictures.count == 1)
    }

    @Test(arguments: [PictureError.busy, .diskFull, .unavailable(reason: "no program")])
    func whatCannotBeMadeNowIsGivenWholeAndNotKept(_ error: PictureError) async throws {
        let pictures = PictureProcessingStub(throwing: error)
        let feed = try await RunningFeed(pictures: pictures)
        try await feed.publishing.publish(.sample(id: id, content: SampleImage.png))
        for _ in 0..<2 {
            let (count, caching) = try await get("w=1", of: feed)
            #expect(count == whole && caching == "private, no-cache")
        }
        #expect(pictures.count == 2)
    }

    @Test func aPictureThatIsHiddenMakesNothing() async throws {
        try await feed.moderation.hide(id)
        let router = try Router(routes: feed.routes, observer: RequestObserverSpy())
        #expect(await router.respond(to: .sample(.get, "/image/\(id)", query: "w=1")).status == .unauthorized)
        #expect(pictures.count == 0)
    }

    /// Lets something happen when the sizes are made and nobody names them yet.
    private struct MeddlingPictures: PictureProcessing {
        let pictures = PictureProcessingStub()
        let meddling: @Sendable () async -> Void

        func process(
            file: String, widths: [Int], into folder: String
        ) async throws(PictureError) -> [ProcessedPicture] {
            let made = try await pictures.process(file: file, widths: widths, into: folder)
            await meddling()
            return made
        }
    }

    @Test(.requirement("IMG-46")) func nothingIsLeftOfAPictureThatIsDeletedMeanwhile() async throws {
        let author = User.made(), id = ImageID(UUID())
        let sessions = try await RunningSessions(others: RunningFeed.migrations)
        let issued = try await sessions.issuing.issueSession(for: author, on: SessionClient())
        let token = issued.grant.accessToken.withText { "Bearer \($0 ?? "")" }
        let deleting = Locked<Router?>(nil)
        let pictures = MeddlingPictures {
            let deleted = await deleting.current?.respond(
                to: .sample(.delete, "/feed/\(id)", fields: [.authorization: token]))
            #expect(deleted?.status == .noContent)
        }
        let feed = try await RunningFeed(on: sessions, pictures: pictures)
        try await feed.publishing.publish(.sample(id: id, content: SampleImage.png, author: author.id))
        let router = try Router(routes: feed.routes, observer: RequestObserverSpy())
        deleting.withLock { $0 = router }
        let response = await router.respond(to: .sample(.get, "/image/\(id)", query: "w=1"))
        #expect(response.status == .notFound)
        #expect(feed.folder.files() == [])
    }
}
