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
import SQLStoreTesting
import SessionsServiceAPI
import SessionsServiceTesting
import Testing

struct FeedRouteTests {
    private let feed: RunningFeed
    private let router: Router

    init() async throws {
        feed = try await RunningFeed()
        router = try Router(routes: feed.routes, observer: RequestObserverSpy())
    }

    private struct Answer: Decodable {
        struct Item: Decodable {
            let id: ImageID
            let description: String?
            let image: String
        }
        let items: [Item]
    }

    /// Publishes pictures with these numbers, in order.
    private func publish(_ numbers: ClosedRange<UInt8>, visibility: ImageVisibility = .everyone) async throws {
        for number in numbers {
            try await feed.publishing.publish(
                .sample(
                    id: FeedImage.make(number).id, content: SampleImage.jpeg(content: number),
                    description: "\(number)", visibility: visibility))
        }
    }

    private func get(_ query: String = "", fields: HTTPFields = [:]) async -> ServerResponse {
        await router.respond(to: .sample(.get, "/feed", query: query, fields: fields))
    }

    private func shown(_ query: String = "", fields: HTTPFields = [:]) async throws -> [String] {
        let response = await get(query, fields: fields)
        #expect(response.status == .ok)
        return try WireCoding.decoder().decode(Answer.self, from: await response.collectBody()).items
            .compactMap(\.description)
    }

    private func problem(_ response: ServerResponse) async throws -> ProblemDetails {
        try JSONDecoder().decode(ProblemDetails.self, from: await response.collectBody())
    }

    private func member(isVerified: Bool = true) async throws -> HTTPFields {
        let issued = try await feed.server.issuing.issueSession(for: .made(isVerified: isVerified), on: SessionClient())
        return [.authorization: issued.grant.accessToken.withText { "Bearer \($0 ?? "")" }]
    }

    @Test(.requirement("FEED-51", "PUBFEED-01")) func answersAsTheContractSays() async throws {
        let id = try #require(ImageID("6F9619FF-8B86-D011-B42D-00CF4FC964FF"))
        try await feed.publishing.publish(
            .sample(id: FeedImage.make(1).id, content: SampleImage.png, description: nil, location: nil))
        try await feed.publishing.publish(
            .sample(id: id, content: SampleImage.png, description: "A \"lake\"", location: "Bled"))
        let response = await get(fields: ["Host": "feed.example:8080"])
        #expect(response.status == .ok)
        #expect(response.fields[.contentType] == "application/json")
        let golden = """
            {"items":[{"author":{"username":"—"},"created_at":"2023-11-14T22:13:20Z","description":"A \\"lake\\"",\
            "id":"6f9619ff-8b86-d011-b42d-00cf4fc964ff",\
            "image":"http://feed.example:8080/image/6f9619ff-8b86-d011-b42d-00cf4fc964ff","location":"Bled",\
            "visibility":"public"},\
            {"author":{"username":"—"},"created_at":"2023-11-14T22:13:20Z","id":"00000000-0000-4000-8000-000000000001",\
            "image":"http://feed.example:8080/image/00000000-0000-4000-8000-000000000001","visibility":"public"}]}
            """
        #expect(String(decoding: try await response.collectBody(), as: UTF8.self) == golden)
    }

    @Test(.requirement("FEED-51")) func anEmptyFeedHasNoItems() async throws {
        #expect(String(decoding: try await get().collectBody(), as: UTF8.self) == #"{"items":[]}"#)
    }

    @Test(.requirement("FEED-51")) func theNewestComesFirstAndAPageHasTen() async throws {
        try await publish(1...12)
        #expect(try await shown() == (3...12).reversed().map { "\($0)" })
        #expect(try await shown("limit=3") == ["12", "11", "10"])
        #expect(try await shown("limit=100").count == 12)
        #expect(try await shown("limit=1") == ["12"])
    }

    @Test(arguments: [
        "0", "-1", "101", "1000000", "9999999999999999999", "ten", "", "1.5", "0x10", "5;DROP TABLE images",
    ])
    func aLimitOutsideOfTheBoundsIsRefused(limit: String) async throws {
        let response = await get("limit=\(limit)")
        #expect(response.status == .unprocessableContent)
        let problem = try await problem(response)
        #expect(problem.code == "invalid_data")
        #expect(problem.errors?.map(\.pointer) == ["/limit"])
    }

    @Test func pagesFollowEachOtherToTheEnd() async throws {
        try await publish(1...7)
        #expect(try await shown("limit=3") == ["7", "6", "5"])
        #expect(try await shown("limit=3&after_id=\(FeedImage.make(5).id)") == ["4", "3", "2"])
        #expect(try await shown("limit=3&after_id=\(FeedImage.make(2).id)") == ["1"])
        #expect(try await shown("limit=3&after_id=\(FeedImage.make(1).id)") == [])
        let upper = FeedImage.make(5).id.description.uppercased()
        #expect(try await shown("limit=1&after_id=\(upper)") == ["4"])
    }

    @Test(.requirement("FEED-60")) func whatIsNewerThanAPictureComesDirectlyBeforeIt() async throws {
        try await publish(1...5)
        try await publish(6...6, visibility: .members)
        try await publish(7...7)
        func newer(_ number: UInt8, _ query: String = "", _ fields: HTTPFields = [:]) async -> ServerResponse {
            await router.respond(
                to: .sample(.get, "/feed/\(FeedImage.make(number).id)/newer", query: query, fields: fields))
        }
        func shown(_ response: ServerResponse) async throws -> [String] {
            try WireCoding.decoder().decode(Answer.self, from: await response.collectBody()).items
                .compactMap(\.description)
        }
        #expect(try await shown(await newer(2, "limit=2")) == ["4", "3"])
        #expect(try await shown(await newer(2)) == ["7", "5", "4", "3"])
        #expect(try await shown(await newer(2, "", try await member())) == ["7", "6", "5", "4", "3"])
        #expect(try await shown(await newer(7)) == [])
        for number: UInt8 in [6, 99] { #expect(await newer(number).status == .notFound) }
        #expect(await newer(2, "limit=0").status == .unprocessableContent)
    }

    @Test func pagesStayTheSameWhenPicturesArePublishedMeanwhile() async throws {
        try await publish(1...6)
        let second = "limit=2&after_id=\(FeedImage.make(5).id)"
        let before = try await shown(second)
        try await publish(20...25)
        #expect(before == ["4", "3"])
        #expect(try await shown(second) == before)
        #expect(try await shown("limit=2&after_id=\(FeedImage.make(20).id)") == ["6", "5"])
    }

    @Test(arguments: ["00000000-0000-4000-8000-0000000000aa", "", "1", "' OR 1=1 --"])
    func aPictureThatIsNotInTheFeedStartsNoPage(cursor: String) async throws {
        try await publish(1...3)
        let response = await get("after_id=\(cursor)", fields: [.acceptLanguage: "es"])
        #expect(response.status == .unprocessableContent)
        let error = try #require(try await problem(response).errors?.first)
        #expect(error.pointer == "/after_id" && error.code == "unknown_image")
        #expect(error.reason == "No existe esa imagen. Carga las novedades desde el principio.")
    }

    @Test(.requirement("PUBFEED-01", "PUBFEED-02")) func withoutATokenOnlyPublicPicturesAreShown() async throws {
        try await publish(1...2)
        try await publish(3...4, visibility: .members)
        try await publish(5...5)
        #expect(try await shown() == ["5", "2", "1"])
        #expect(try await shown(fields: try await member()) == ["5", "4", "3", "2", "1"])
        #expect(try await shown("limit=1&after_id=\(FeedImage.make(5).id)") == ["2"])
    }

    @Test(.requirement("PUBFEED-02")) func withoutATokenARestrictedPictureCannotBeToldFromNone() async throws {
        try await publish(1...1)
        try await publish(2...2, visibility: .members)
        let hidden = await get("after_id=\(FeedImage.make(2).id)")
        let missing = await get("after_id=\(FeedImage.make(99).id)")
        #expect(hidden.status == missing.status && hidden.fields == missing.fields)
        #expect(try await hidden.collectBody() == missing.collectBody())
        #expect(try await shown("after_id=\(FeedImage.make(2).id)", fields: try await member()) == ["1"])
    }

    @Test(.requirement("D5")) func anUnverifiedPersonReadsTheWholeFeed() async throws {
        try await publish(1...1, visibility: .members)
        #expect(try await shown(fields: try await member(isVerified: false)) == ["1"])
    }

    @Test func aTokenThatDoesNotHoldIsRefusedRatherThanIgnored() async throws {
        let forged = await get(fields: [.authorization: "Bearer forged"])
        #expect(forged.status == .unauthorized)
        #expect(forged.fields[.wwwAuthenticate]?.contains("invalid_token") == true)
        let fields = try await member()
        feed.server.date.advance(by: .seconds(600))
        let expired = await get(fields: fields)
        #expect(expired.status == .unauthorized)
        #expect(try await problem(expired).code == "token_expired")
    }

    @Test func anUnchangedFeedIsNotSentAgain() async throws {
        try await publish(1...2)
        let first = await get()
        let tag = try #require(first.fields[.eTag])
        #expect(tag.hasPrefix("\"") && tag.count > 32)
        let second = await get(fields: [.ifNoneMatch: "\"other\", \(tag)"])
        #expect(second.status == .notModified)
        #expect(second.fields[.eTag] == tag)
        try await publish(3...3)
        let third = await get(fields: [.ifNoneMatch: tag])
        #expect(third.status == .ok)
        #expect(third.fields[.eTag] != tag)
    }

    @Test(.requirement("PUBFEED-02")) func noSharedCacheMayKeepAFeed() async throws {
        try await publish(1...1)
        try await publish(2...2, visibility: .members)
        let anonymous = await get(), member = await get(fields: try await member())
        #expect(anonymous.fields[.eTag] != member.fields[.eTag])
        for response in [anonymous, member] {
            #expect(response.fields[.cacheControl] == "private, no-cache")
            #expect(response.fields[.vary] == "Authorization")
        }
    }

    @Test func otherMethodsAreRefused() async throws {
        let response = await router.respond(to: .sample(.delete, "/feed"))
        #expect(response.status == .methodNotAllowed)
    }

    @Test func theHeadOfTheFeedIsThatOfAGet() async throws {
        try await publish(1...1)
        let head = await router.respond(to: .sample(.head, "/feed"))
        #expect(head.status == .ok)
        #expect(head.fields[.eTag] == (await get()).fields[.eTag])
    }

    @Test(.requirement("SANIT-03")) func textOfPeopleIsDataWhereverItGoes() async throws {
        let nul = TemporaryDatabase.isFile ? "\0" : ""
        let text = "'); DROP TABLE images; --\u{1B}[2J</script>\r\nX: y \(nul)\"\\ ñandú 🏔️"
        try await feed.publishing.publish(
            .sample(content: SampleImage.png, description: text, location: text))
        #expect(try await shown() == [text])
    }
}

extension User {
    /// A person who never asked for an account.
    static func made(isVerified: Bool = true) -> User {
        User(
            id: UserID(UUID()), name: "Ada", email: EmailAddress("ada@example.com")!, isVerified: isVerified,
            createdAt: Date(timeIntervalSince1970: 1_700_000_000))
    }
}
