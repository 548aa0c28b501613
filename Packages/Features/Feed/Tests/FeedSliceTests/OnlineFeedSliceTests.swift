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
import KernelTesting
import PluginKit
import SessionsServiceAPI
import SessionsServiceTesting
import Testing

/// The feed of somebody on whose behalf nothing is kept, from the real server.
struct OnlineFeedSliceTests {
    private let server: RunningFeed
    private let transport: LoopbackTransport
    private let folder: TemporaryFolder
    private let open = FeedImage.make(1).id, restricted = FeedImage.make(2).id

    init() async throws {
        server = try await RunningFeed()
        transport = LoopbackTransport(to: try Router(routes: server.routes, observer: RequestObserverSpy()))
        folder = try TemporaryFolder()
        for (number, visibility) in [(1, ImageVisibility.everyone), (2, .members)] as [(UInt8, ImageVisibility)] {
            try await server.publishing.publish(
                .sample(
                    id: FeedImage.make(number).id, content: SampleImage.jpeg(content: number),
                    description: "\(number)", visibility: visibility))
        }
    }

    private func client(_ token: Secret? = nil) throws -> OnlineFeedClientPlugin.Exports {
        let transport = BearerTransport(token: token, transport: transport)
        let address = try #require(ServerAddress("http://localhost:8080"))
        return OnlineFeedClientPlugin.assemble(
            .init(
                server: ServerClient(address: address, transport: transport), transport: transport,
                hashing: try Cryptography.real().hashing, folder: folder.path)
        ).exports
    }

    private func logIn() async throws -> Secret {
        let user = User(
            id: UserID(UUID()), name: "Ada", email: EmailAddress("ada@example.com")!, isVerified: true,
            createdAt: Date(timeIntervalSince1970: 0))
        return try await server.server.issuing.issueSession(for: user, on: SessionClient()).grant.accessToken
    }

    @Test(.requirement("PUBFEED-02")) func itIsReadAsWhoeverAsksMaySeeIt() async throws {
        let stranger = try client().reading, person = try client(try await logIn()).reading
        #expect(try await stranger.page(after: nil, limit: 2)?.items.map(\.id) == [open])
        #expect(try await person.page(after: nil, limit: 2) == FeedPage(items: try await all(person), next: nil))
        let first = try await person.page(after: nil, limit: 1)
        #expect(first?.items.map(\.id) == [restricted] && first?.next == restricted)
        #expect(try await person.page(after: restricted, limit: 1)?.next == nil)
        #expect(try await stranger.page(after: restricted, limit: 1) == nil)
        #expect(try await person.newer(than: open, limit: 2)?.map(\.id) == [restricted])
        #expect(try await stranger.newer(than: open, limit: 2) == [])
        #expect(try await stranger.newer(than: restricted, limit: 2) == nil)
        #expect(try await person.image(restricted)?.isPublic == false)
        #expect(try await person.image(FeedImage.make(9).id) == nil)
        await #expect(throws: FeedError.notLoggedIn) { try await stranger.image(restricted) }
    }

    private func all(_ feed: any FeedReading) async throws -> [FeedImage] {
        try await feed.page(after: nil, limit: 30)?.items ?? []
    }

    @Test func bytesComeWithTheirTypeAndName() async throws {
        let person = try client(try await logIn()).pictures
        let whole = try #require(try await person.picture(restricted, width: nil))
        #expect(whole.bytes == SampleImage.jpeg(content: 2) && whole.type == "image/jpeg" && whole.isFinal)
        #expect(whole.version == (try Cryptography.real().hashing.sha256(whole.bytes).hexadecimal))
        #expect(try await person.picture(restricted, width: 320) != nil)
        #expect(try await person.picture(FeedImage.make(9).id, width: nil) == nil)
        await #expect(throws: ImageDataError.notLoggedIn) {
            try await client().pictures.picture(restricted, width: nil)
        }
    }

    @Test func nothingIsLeftOnTheDisk() async throws {
        let path = folder.path(of: "a.jpg"), person = try client(try await logIn())
        try SampleImage.jpeg(byteCount: 3_000).write(to: URL(filePath: path))
        let draft = ImageDraft(file: path, description: "3", location: nil, isPublic: false)
        let posted = try await person.posting.post(draft, progress: nil)
        #expect(posted.isMine == true && folder.files() == ["a.jpg"])
        try await person.deleting.delete(posted.id)
        #expect(try await person.reading.image(posted.id) == nil)
    }
}
