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
import SQLStoreAPI
import SQLStoreTesting
import SessionsServiceAPI
import SessionsServiceTesting
import Testing

struct ModerationTests {
    private let feed: RunningFeed
    private let router: Router
    private let author = User.made()
    private let ids = (UInt8(1)...4).map { FeedImage.make($0).id }

    init() async throws {
        feed = try await RunningFeed()
        router = try Router(routes: feed.routes, observer: RequestObserverSpy())
        for id in ids {
            let visibility: ImageVisibility = id == ids[3] ? .members : .everyone
            try await feed.publishing.publish(
                .sample(id: id, content: SampleImage.png, visibility: visibility, author: author.id))
        }
    }

    private func token(_ user: User) async throws -> HTTPFields {
        let issued = try await feed.server.issuing.issueSession(for: user, on: SessionClient())
        return [.authorization: issued.grant.accessToken.withText { "Bearer \($0 ?? "")" }]
    }

    private struct Answer: Decodable {
        struct Item: Decodable {
            let id: ImageID
            let hidden: Bool?
        }
        let items: [Item]
    }

    private func page(_ query: String = "", _ fields: HTTPFields = [:]) async throws -> [Answer.Item] {
        let response = await router.respond(to: .sample(.get, "/feed", query: query, fields: fields))
        #expect(response.status == .ok)
        return try JSONDecoder().decode(Answer.self, from: await response.collectBody()).items
    }

    private func image(_ id: ImageID, _ fields: HTTPFields = [:]) async -> ServerResponse {
        await router.respond(to: .sample(.get, "/image/\(id)", fields: fields))
    }

    @Test(.requirement("FEED-61", "PUBFEED-02")) func aHiddenPictureIsThereForItsAuthorAlone() async throws {
        let own = try await token(author), other = try await token(.made())
        #expect(try await feed.moderation.hide(ids[1]))
        #expect(try await page().map(\.id) == [ids[2], ids[0]])
        #expect(try await page("", other).map(\.id) == [ids[3], ids[2], ids[0]])
        let shown = try await page("", own)
        #expect(shown.map(\.id) == ids.reversed())
        #expect(shown.map(\.hidden) == [nil, nil, true, nil], "and it is told so")
        let refused = await image(ids[1], other)
        #expect(refused.status == .notFound)
        let problem = try JSONDecoder().decode(ProblemDetails.self, from: await refused.collectBody())
        #expect(problem.code == "image_not_found", "as one that doesn't exist")
        let response = await image(ids[1], own)
        #expect(response.status == .ok)
        #expect(response.fields[.cacheControl]?.contains("public") == false)
        #expect(try await feed.visibility.audience(of: ids[1]) == .author(author.id))
    }

    @Test(.requirement("FEED-61")) func whatIsShownAgainIsAsItWas() async throws {
        let before = try await page()
        for id in [ids[1], ids[3]] {
            #expect(try await feed.moderation.hide(id))
            #expect(try await feed.moderation.show(id))
        }
        #expect(try await page().map(\.id) == before.map(\.id))
        #expect(try await feed.visibility.audience(of: ids[1]) == .everyone)
        #expect(try await feed.visibility.audience(of: ids[3]) == .members)
        #expect(await image(ids[3]).status == .unauthorized)
    }

    @Test func whoScrollsGoesOnFromAPictureThatWasHidden() async throws {
        try await feed.moderation.hide(ids[2])
        let other = try await token(.made())
        #expect(try await page("limit=2&after_id=\(ids[2])", other).map(\.id) == [ids[1], ids[0]])
    }

    @Test func aHiddenFeedHasAnotherState() async throws {
        let before = await router.respond(to: .sample(.get, "/feed"))
        try await feed.moderation.hide(ids[0])
        let after = await router.respond(
            to: .sample(.get, "/feed", fields: [.ifNoneMatch: before.fields[.eTag] ?? ""]))
        #expect(after.status == .ok)
    }

    @Test func tellsWhatIsHiddenTheLatestFirst() async throws {
        #expect(try await feed.moderation.hiddenImages() == [])
        let start = feed.server.date.value
        try await feed.moderation.hide(ids[2])
        feed.server.date.advance(by: .seconds(60))
        try await feed.moderation.hide(ids[0])
        try await feed.moderation.hide(ids[2])
        let hidden = try await feed.moderation.hiddenImages()
        #expect(hidden.map(\.id) == [ids[0], ids[2]])
        #expect(hidden.map(\.hiddenAt) == [start + 60, start], "since when it was hidden first")
        #expect(hidden.allSatisfy { $0.author == author.id && $0.description == "a picture" })
    }

    @Test func aPictureThatIsNotThereCannotBeHidden() async throws {
        #expect(try await !feed.moderation.hide(ImageID(UUID())))
        #expect(try await !feed.moderation.show(ImageID(UUID())))
    }

    @Test func whatIsHiddenStaysSoAfterARestart() async throws {
        try await feed.moderation.hide(ids[1])
        try await feed.server.store.reopen()
        let again = try await RunningFeed(on: feed.server, database: feed.server.store.database)
        #expect(try await again.visibility.audience(of: ids[1]) == .author(author.id))
    }
}
