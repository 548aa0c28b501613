import CoreModels
import CryptographyAPI
import CryptographyTesting
import FeedAPI
import FeedClient
import FeedServiceTesting
import FeedTesting
import FoundationEssentials
import HTTPServingLoopback
import HTTPServingRouting
import HTTPServingTesting
import HTTPTransportAPI
import HTTPTypes
import KernelTesting
import Localization
import PicturesAPI
import PicturesTesting
import PluginKit
import SessionsServiceAPI
import SessionsServiceTesting
import Testing

/// Publishing, from the client's file to the server's feed, without a socket.
struct PostingSliceTests {
    private let folder: TemporaryFolder
    private let picture: String

    init() throws {
        folder = try TemporaryFolder()
        picture = folder.path(of: "beach.jpg")
        try SampleImage.jpeg(byteCount: 3_000).write(to: URL(filePath: picture))
    }

    private func client(
        of server: RunningFeed, isVerified: Bool? = true
    ) async throws -> FeedClientPlugin.Exports {
        var token: Secret?
        if let isVerified {
            let user = User(
                id: UserID(UUID()), name: "Ada", email: EmailAddress("ada@example.com")!, isVerified: isVerified,
                createdAt: Date(timeIntervalSince1970: 0))
            token = try await server.server.issuing.issueSession(for: user, on: SessionClient()).grant.accessToken
        }
        let loopback = LoopbackTransport(to: try Router(routes: server.routes, observer: RequestObserverSpy()))
        let transport = BearerTransport(token: token, transport: loopback)
        let address = try #require(ServerAddress("http://localhost:8080"))
        return FeedClientPlugin.assemble(
            .init(
                server: ServerClient(address: address, transport: transport), transport: transport,
                hashing: try Cryptography.real().hashing, cacheFolder: folder.path(of: "cache"))
        ).exports
    }

    private func draft(_ file: String? = nil, description: String? = "a beach") -> ImageDraft {
        ImageDraft(file: file ?? picture, description: description, location: "Cádiz", isPublic: true)
    }

    @Test func whatIsPostedIsInTheFeed() async throws {
        let server = try await RunningFeed()
        let client = try await client(of: server)
        let posted = try await client.posting.post(draft(), progress: nil)
        #expect(posted.description == "a beach" && posted.location == "Cádiz")
        #expect(try await client.feed.loadFeed(after: nil, limit: 10).page.items == [posted])
        #expect(try await client.images.loadImageData(from: posted.url) == SampleImage.jpeg(byteCount: 3_000))
        #expect(folder.files().filter { $0.contains("uploads") } == [])
    }

    @Test func whatIsDeletedIsGone() async throws {
        let server = try await RunningFeed()
        let author = try await client(of: server), other = try await client(of: server)
        let posted = try await author.posting.post(draft(), progress: nil)
        await #expect(throws: ImageDeletionError.notFound) { try await other.deleting.delete(posted.id) }
        await #expect(throws: ImageDeletionError.notLoggedIn) {
            try await client(of: server, isVerified: nil).deleting.delete(posted.id)
        }
        #expect(posted.isMine == true && posted.isPublic == true && posted.width == 1_600 && posted.height == 1_200)
        #expect(posted.tint == "#336699" && posted.createdAt != nil)
        let seen = try await other.feed.loadFeed(after: nil, limit: 10).page.items
        #expect(seen.map(\.id) == [posted.id] && seen.map(\.isMine) == [false])
        #expect(try await other.feed.loadImage(posted.id) == seen.first)
        #expect(try await client(of: server, isVerified: nil).feed.loadImage(posted.id)?.isMine == nil)
        try await author.deleting.delete(posted.id)
        #expect(try await other.feed.loadFeed(after: nil, limit: 10).page.items == [])
        await #expect(throws: ImageDeletionError.notFound) { try await author.deleting.delete(posted.id) }
        #expect(try await author.posting.post(draft(), progress: nil).description == "a beach", "and may come again")
    }

    @Test func aFileThatIsNoneIsNotSent() async throws {
        let client = try await client(of: try await RunningFeed())
        for file in ["missing.jpg", ""] {
            let path = folder.path(of: file)
            await #expect(throws: ImagePostingError.unreadable(file: path)) {
                try await client.posting.post(draft(path), progress: nil)
            }
        }
    }

    @Test func whatTheServerRefusesIsSaidInItsWords() async throws {
        let server = try await RunningFeed(pictures: PictureProcessingStub(throwing: .damaged))
        let client = try await client(of: server)
        let damaged = await #expect(throws: ImagePostingError.self) {
            try await client.posting.post(draft(), progress: nil)
        }
        guard case .refused("damaged_image", let reason) = damaged else {
            Issue.record("\(String(describing: damaged))")
            return
        }
        #expect(reason.text(in: .english).contains("damaged"))
        let long = await #expect(throws: ImagePostingError.self) {
            try await client.posting.post(draft(description: String(repeating: "x", count: 501)), progress: nil)
        }
        guard case .refused("invalid_text", _) = long else {
            Issue.record("\(String(describing: long))")
            return
        }
    }

    @Test func tooLargeBusyStrangersAndTheUnconfirmedAreToldApart() async throws {
        let small = try await RunningFeed(maximumImageBytes: 2_999)
        var posting = try await client(of: small).posting
        await #expect(throws: ImagePostingError.tooLarge) { try await posting.post(draft(), progress: nil) }
        posting = try await client(of: try await RunningFeed(pictures: PictureProcessingStub(throwing: .diskFull)))
            .posting
        await #expect(throws: ImagePostingError.busy(retryAfter: .seconds(60))) {
            try await posting.post(draft(), progress: nil)
        }
        posting = try await client(of: small, isVerified: nil).posting
        await #expect(throws: ImagePostingError.notLoggedIn) { try await posting.post(draft(), progress: nil) }
        posting = try await client(of: small, isVerified: false).posting
        await #expect(throws: ImagePostingError.emailNotVerified) { try await posting.post(draft(), progress: nil) }
    }
}
