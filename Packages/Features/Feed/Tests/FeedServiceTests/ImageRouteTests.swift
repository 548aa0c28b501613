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
import SessionsServiceAPI
import SessionsServiceTesting
import Testing

struct ImageRouteTests {
    private let feed: RunningFeed
    private let router: Router
    private let picture = SampleImage.jpeg(byteCount: 1_000)
    private let open = FeedImage.make(1).id
    private let restricted = FeedImage.make(2).id

    init() async throws {
        feed = try await RunningFeed()
        router = try Router(routes: feed.routes, observer: RequestObserverSpy())
        try await feed.publishing.publish(.sample(id: open, content: picture))
        try await feed.publishing.publish(.sample(id: restricted, content: SampleImage.png, visibility: .members))
    }

    private func get(_ id: some CustomStringConvertible, fields: HTTPFields = [:]) async -> ServerResponse {
        await router.respond(to: .sample(.get, "/image/\(id)", fields: fields))
    }

    private func member() async throws -> HTTPFields {
        let issued = try await feed.server.issuing.issueSession(for: .made(), on: SessionClient())
        return [.authorization: issued.grant.accessToken.withText { "Bearer \($0 ?? "")" }]
    }

    @Test(.requirement("IMG-10", "PUBFEED-03")) func aPublicPictureIsForEveryone() async throws {
        let response = await get(open)
        #expect(response.status == .ok)
        #expect(response.fields[.contentType] == "image/jpeg")
        #expect(response.fields["X-Content-Type-Options"] == "nosniff")
        #expect(try await response.collectBody() == picture)
    }

    @Test(.requirement("PUBFEED-02", "PUBFEED-03")) func aRestrictedPictureAsksForAuthentication() async throws {
        let refused = await get(restricted)
        #expect(refused.status == .unauthorized)
        #expect(refused.fields[.wwwAuthenticate] == "Bearer")
        #expect(refused.fields[.eTag] == nil && refused.fields[.cacheControl] == "no-store")
        let problem = try JSONDecoder().decode(ProblemDetails.self, from: await refused.collectBody())
        #expect(problem.code == "authentication_required")
        let allowed = await get(restricted, fields: try await member())
        #expect(allowed.status == .ok)
        #expect(allowed.fields[.contentType] == "image/png")
        #expect(try await allowed.collectBody() == SampleImage.png)
    }

    @Test(.requirement("PUBFEED-02")) func knowingTheContentOfARestrictedPictureOpensNothing() async throws {
        let tag = try #require((await get(restricted, fields: try await member())).fields[.eTag])
        let response = await get(restricted, fields: [.ifNoneMatch: tag])
        #expect(response.status == .unauthorized)
        #expect((await get(restricted, fields: [.range: "bytes=0-0"])).status == .unauthorized)
    }

    @Test(arguments: ["00000000-0000-4000-8000-0000000000aa", "1", "..", "%2e%2e%2f%2e%2e%2fetc%2fpasswd", "'--"])
    func anUnknownPictureIsNotFound(id: String) async throws {
        let response = await get(id, fields: try await member())
        #expect(response.status == .notFound)
        let problem = try JSONDecoder().decode(ProblemDetails.self, from: await response.collectBody())
        #expect(problem.code == "image_not_found")
    }

    @Test func cachesMayKeepItForEver() async throws {
        #expect((await get(open)).fields[.cacheControl] == "public, max-age=600, s-maxage=300")
        let response = await get(restricted, fields: try await member())
        #expect(response.fields[.cacheControl] == "private, max-age=600")
    }

    @Test func whoHasItGetsItOnlyOnce() async throws {
        let tag = try #require((await get(open)).fields[.eTag])
        let again = await get(open, fields: [.ifNoneMatch: tag])
        #expect(again.status == .notModified)
        #expect(again.fields[.eTag] == tag)
        #expect((await get(open, fields: [.ifNoneMatch: "\"other\""])).status == .ok)
    }

    @Test func theTagIsThatOfTheContent() async throws {
        let copy = FeedImage.make(3).id
        try await feed.publishing.publish(.sample(id: copy, content: picture))
        #expect((await get(copy)).fields[.eTag] == (await get(open)).fields[.eTag])
        let other = await get(restricted, fields: try await member())
        #expect(other.fields[.eTag] != (await get(open)).fields[.eTag])
    }

    @Test(arguments: [
        ("bytes=0-99", 0..<100), ("bytes=990-", 990..<1_000), ("bytes=-10", 990..<1_000),
        ("bytes=900-5000", 900..<1_000),
    ])
    func answersWithTheRangeThatIsAskedFor(range: String, expected: Range<Int>) async throws {
        let response = await get(open, fields: [.range: range])
        #expect(response.status == .partialContent)
        #expect(
            response.fields[.contentRange] == "bytes \(expected.lowerBound)-\(expected.upperBound - 1)/1000")
        #expect(try await response.collectBody() == picture.subdata(in: expected))
    }

    @Test(arguments: ["bytes=1000-", "bytes=5000-6000", "bytes=-0"])
    func aRangeOutsideOfThePictureIsRefused(range: String) async throws {
        let response = await get(open, fields: [.range: range])
        #expect(response.status == .rangeNotSatisfiable)
        #expect(response.fields[.contentRange] == "bytes */1000")
    }

    @Test func aRangeOfAnotherVersionIsTheWhole() async throws {
        let tag = try #require((await get(open)).fields[.eTag])
        #expect((await get(open, fields: [.range: "bytes=0-9", .ifRange: tag])).status == .partialContent)
        let other = await get(open, fields: [.range: "bytes=0-9", .ifRange: "\"other\""])
        #expect(other.status == .ok)
        #expect(try await other.collectBody() == picture)
    }
}
