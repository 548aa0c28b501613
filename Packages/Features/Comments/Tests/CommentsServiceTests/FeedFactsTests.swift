import AccountsServiceTesting
import CommentsServiceAPI
import CommentsServiceTesting
import CoreModels
import FeedServiceAPI
import FeedServiceTesting
import FeedTesting
import FoundationEssentials
import HTTPServingAPI
import HTTPServingRouting
import HTTPServingTesting
import HTTPTypes
import KernelTesting
import PluginKit
import SQLStoreAPI
import SQLStoreTesting
import SessionsServiceTesting
import Testing

/// What the feed says of pictures, with real people and comments.
struct FeedFactsTests {
    private let server: RunningComments
    private let router: Router
    private let quay = ImageID(UUID()), secret = ImageID(UUID())
    private let ana: (id: UserID, token: Secret), ben: (id: UserID, token: Secret)

    init() async throws {
        server = try await RunningComments()
        router = try Router(routes: server.routes, observer: RequestObserverSpy())
        let (first, firstToken) = try await server.logIn("Ana")
        let (second, secondToken) = try await server.logIn("Ben")
        (ana, ben) = ((first.id, firstToken), (second.id, secondToken))
        try await server.feed.publishing.publish(
            .sample(id: quay, content: SampleImage.png, description: "A quay", author: ana.id))
        try await server.feed.publishing.publish(
            .sample(id: secret, content: SampleImage.png, visibility: .members, author: ben.id))
        for number in 0..<3 {
            try await server.publishing.publish(
                CommentID(UUID()), message: "\(number)", on: quay, by: ben.id, at: Date())
        }
    }

    private struct Item: Decodable, Equatable {
        struct Author: Decodable, Equatable { let username: String }
        let id: ImageID
        let author: Author
        let created_at: String
        let is_mine: Bool?
        let visibility: String
        let comment_count: Int
        let width: Int?
        let height: Int?
        let tint: String?
    }

    private func get(_ path: String, as person: Secret? = nil) async -> ServerResponse {
        var fields: HTTPFields = [:]
        fields[.authorization] = person?.withText { "Bearer \($0 ?? "")" }
        return await router.respond(to: .sample(.get, path, fields: fields))
    }

    private func feed(as person: Secret? = nil) async throws -> [Item] {
        struct Page: Decodable { let items: [Item] }
        return try JSONDecoder().decode(Page.self, from: await get("/feed", as: person).collectBody()).items
    }

    private func item(_ id: ImageID, as person: Secret? = nil) async throws -> Item {
        let answer = await get("/feed/\(id)", as: person)
        #expect(answer.status == .ok && answer.fields[.vary] == "Authorization")
        #expect(answer.fields[.cacheControl] == "private, no-cache")
        return try JSONDecoder().decode(Item.self, from: await answer.collectBody())
    }

    @Test(.requirement("FEED-50", "FEED-51", "PUBFEED-01")) func saysWhoWhenForWhomAndHowMuchWasSaid() async throws {
        let shown = try await feed(as: ana.token)
        #expect(shown.map(\.author.username) == ["Ben", "Ana"] && shown.map(\.comment_count) == [0, 3])
        #expect(shown.map(\.is_mine) == [false, true] && shown.map(\.visibility) == ["members", "public"])
        #expect(shown.map(\.created_at) == ["2023-11-14T22:13:20Z", "2023-11-14T22:13:20Z"])
        for entry in shown { #expect(try await item(entry.id, as: ana.token) == entry) }
        #expect(try await feed(as: ben.token).map(\.is_mine) == [true, false], "to each what is theirs")
    }

    @Test(.requirement("PUBFEED-02")) func aStrangerLearnsNothingOfWhatIsNotForThem() async throws {
        let shown = try await feed()
        #expect(shown.map(\.id) == [quay] && shown.map(\.is_mine) == [nil])
        #expect(try await item(quay) == shown.first)
        #expect((await get("/feed/\(secret)")).status == .unauthorized)
        #expect((await get("/feed/\(ImageID(UUID()))")).status == .unauthorized, "as if it were one")
        #expect((await get("/feed/nonsense")).status == .notFound)
    }

    @Test(.requirement("FEED-61")) func ofAHiddenPictureOnlyItsAuthorIsTold() async throws {
        _ = try await server.feed.moderation.hide(quay)
        #expect((await get("/feed/\(quay)", as: ben.token)).status == .notFound)
        #expect(try await item(quay, as: ana.token).is_mine == true)
    }

    @Test(.requirement("FEED-50")) func anAuthorWhoHasGoneLeavesThePictureWithoutAName() async throws {
        try await server.accounts.database.write { [id = ana.id] in
            _ = try $0.run("DELETE FROM accounts WHERE id = \(id)")
        }
        #expect(try await feed().map(\.author.username) == ["—"])
        #expect(try await item(quay).comment_count == 3)
    }

    /// The page is made anew when somebody says something.
    @Test(.requirement("COMM-01", "FEED-51")) func aCommentCountsAtOnce() async throws {
        #expect(try await feed().map(\.comment_count) == [3])
        try await server.publishing.publish(CommentID(UUID()), message: "more", on: quay, by: ben.id, at: Date())
        #expect(try await feed().map(\.comment_count) == [4])
    }

    /// Of pictures that came without being read, their looks are found out behind.
    @Test(.requirement("FEED-50"), .timeLimit(.minutes(1))) func whatNobodyHasLookedAtIsReadBehind() async throws {
        #expect(try await item(quay).width == nil)
        let reading = Task { [service = server.feed.reading] in try await service.run() }
        while try await feed().first?.tint == nil { await Task.yield() }
        reading.cancel()
        try await reading.value
        let looks = try await item(quay)
        #expect(looks.width == 1_600 && looks.height == 1_200 && looks.tint == "#336699")
    }
}
