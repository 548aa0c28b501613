import CoreModels
import CryptographyAPI
import CryptographyTesting
import FeedAPI
import FeedClient
import FeedServiceAPI
import FeedServiceTesting
import FeedTesting
import FoundationEssentials
import HTTPServingLoopback
import HTTPServingRouting
import HTTPServingTesting
import HTTPTransportAPI
import HTTPTypes
import KernelTesting
import PluginKit
import SessionsServiceAPI
import SessionsServiceTesting
import Testing

/// The client against the real server, without a socket.
struct FeedSliceTests {
    private let server: RunningFeed
    private let transport: LoopbackTransport
    private let folder: TemporaryFolder

    init() async throws {
        server = try await RunningFeed()
        transport = LoopbackTransport(to: try Router(routes: server.routes, observer: RequestObserverSpy()))
        folder = try TemporaryFolder()
    }

    private func client(_ token: Secret? = nil) throws -> FeedClientPlugin.Exports {
        let transport = BearerTransport(token: token, transport: transport)
        let address = try #require(ServerAddress("http://localhost:8080"))
        return FeedClientPlugin.assemble(
            .init(
                server: ServerClient(address: address, transport: transport), transport: transport,
                hashing: try Cryptography.real().hashing, cacheFolder: folder.path)
        ).exports
    }

    private func logIn() async throws -> Secret {
        let user = User(
            id: UserID(UUID()), name: "Ada", email: EmailAddress("ada@example.com")!, isVerified: false,
            createdAt: Date(timeIntervalSince1970: 0))
        return try await server.server.issuing.issueSession(for: user, on: SessionClient()).grant.accessToken
    }

    private func publish(_ number: UInt8, visibility: ImageVisibility = .everyone) async throws {
        try await server.publishing.publish(
            .sample(
                id: FeedImage.make(number).id, content: SampleImage.jpeg(content: number), description: "\(number)",
                visibility: visibility))
    }

    @Test(.requirement("FEED-10", "FEED-50", "FEED-51", "PUBFEED-01")) func everyoneSeesThePublicFeed() async throws {
        try await publish(1)
        try await publish(2, visibility: .members)
        let loaded = try await client().feed.loadFeed(after: nil, limit: 10)
        let id = FeedImage.make(1).id
        let url = try #require(URL(string: "http://localhost:8080/image/\(id)"))
        let image = FeedImage(
            id: id, description: "1", location: "a place", url: url, author: "—",
            createdAt: Date(timeIntervalSince1970: 1_700_000_000), isPublic: true)
        #expect(loaded == LoadedFeed(page: FeedPage(items: [image], next: nil), source: .remote))
        #expect(try client().locations.url(of: id) == url)
    }

    @Test(.requirement("PUBFEED-01", "PUBFEED-02")) func whoIsLoggedInSeesAll() async throws {
        try await publish(1)
        try await publish(2, visibility: .members)
        let loaded = try await client(logIn()).feed.loadFeed(after: nil, limit: 10)
        #expect(loaded.page.items.map(\.description) == ["2", "1"])
    }

    @Test func theWholeFeedComesPageByPage() async throws {
        for number in UInt8(1)...7 { try await publish(number) }
        let feed = try client().feed
        var seen: [String?] = [], cursor: ImageID?
        repeat {
            let page = try await feed.loadFeed(after: cursor, limit: 3).page
            seen += page.items.map(\.description)
            cursor = page.next
            try await publish(UInt8(100 + seen.count))
        } while cursor != nil
        #expect(seen == (1...7).reversed().map { "\($0)" })
    }

    @Test(.requirement("FEED-02", "PUBFEED-05")) func loadingAgainBringsWhatIsNewAndNothingThatIsKnown() async throws {
        try await publish(1)
        let feed = try client().feed
        let first = try #require(try await feed.loadNewest(limit: 30, unless: nil))
        #expect(first.version != nil)
        #expect(try await feed.loadNewest(limit: 30, unless: first.version) == nil, "304")
        try await publish(2)
        let second = try #require(try await feed.loadNewest(limit: 30, unless: first.version))
        #expect(second.page.items.map(\.description) == ["2", "1"])
        #expect(second.version != first.version)
    }

    @Test(.requirement("PUBFEED-02")) func whatAStrangerHasIsNotTakenForWhatAMemberSees() async throws {
        try await publish(1)
        try await publish(2, visibility: .members)
        let stranger = try #require(try await client().feed.loadNewest(limit: 30, unless: nil))
        let member = try await client(logIn()).feed.loadNewest(limit: 30, unless: stranger.version)
        #expect(member?.page.items.map(\.description) == ["2", "1"])
    }

    @Test func anAuthorSeesThatAPictureIsHidden() async throws {
        let author = User(
            id: UserID(UUID()), name: "Ada", email: EmailAddress("ada@example.com")!, isVerified: true,
            createdAt: Date(timeIntervalSince1970: 0))
        try await server.publishing.publish(
            .sample(id: FeedImage.make(1).id, content: SampleImage.png, author: author.id))
        try await server.moderation.hide(FeedImage.make(1).id)
        let token = try await server.server.issuing.issueSession(for: author, on: SessionClient()).grant.accessToken
        #expect(try await client(token).feed.loadFeed(after: nil, limit: 10).page.items.map(\.isHidden) == [true])
        #expect(try await client().feed.loadFeed(after: nil, limit: 10).page.items.isEmpty)
    }

    @Test func anUnknownPictureToStartAfterIsSaidToBe() async throws {
        try await publish(1)
        await #expect(throws: FeedError.unknownCursor) {
            try await client().feed.loadFeed(after: FeedImage.make(9).id, limit: 3)
        }
    }

    @Test func aSessionThatDoesNotHoldIsNotLoggedIn() async throws {
        await #expect(throws: FeedError.notLoggedIn) {
            try await client(Secret("forged")).feed.loadFeed(after: nil, limit: 3)
        }
    }

    @Test(.requirement("IMG-10", "PUBFEED-03")) func picturesComeWithTheirBytes() async throws {
        try await publish(1)
        let client = try client()
        let image = try #require(try await client.feed.loadFeed(after: nil, limit: 1).page.items.first)
        #expect(try await client.images.loadImageData(from: image.url) == SampleImage.jpeg(content: 1))
    }

    @Test(.requirement("PUBFEED-03")) func aRestrictedPictureAsksToLogIn() async throws {
        try await publish(1, visibility: .members)
        let anonymous = try client()
        let url = anonymous.locations.url(of: FeedImage.make(1).id)
        await #expect(throws: ImageDataError.notLoggedIn) { try await anonymous.images.loadImageData(from: url) }
        let member = try await client(logIn())
        #expect(try await member.images.loadImageData(from: url) == SampleImage.jpeg(content: 1))
    }

    @Test func aPictureThatIsNotThereIsNotFound() async throws {
        let client = try await client(logIn())
        await #expect(throws: ImageDataError.notFound) {
            try await client.images.loadImageData(from: client.locations.url(of: FeedImage.make(9).id))
        }
    }
}

/// Adds a token to everything.
struct BearerTransport: HTTPTransport {
    let token: Secret?
    let transport: LoopbackTransport

    private func bearing(_ request: HTTPRequest) -> HTTPRequest {
        var request = request
        request.fields[.authorization] = token?.withText { "Bearer \($0 ?? "")" }
        return request
    }

    func send(_ request: HTTPRequest) async throws(HTTPTransportError) -> HTTPResponse {
        try await transport.send(bearing(request))
    }

    func download(
        _ request: HTTPRequest, toFile path: String, progress: (@Sendable (TransferProgress) -> Void)?
    ) async throws(HTTPTransportError) -> HTTPResponse {
        try await transport.download(bearing(request), toFile: path, progress: progress)
    }

    func stream(_ request: HTTPRequest) async throws(HTTPTransportError) -> HTTPStreamingResponse {
        try await transport.stream(bearing(request))
    }
}
