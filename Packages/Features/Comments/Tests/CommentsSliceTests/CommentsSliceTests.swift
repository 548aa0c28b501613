import AccountsServiceTesting
import CommentsAPI
import CommentsClient
import CommentsServiceTesting
import CoreModels
import FeedServiceAPI
import FeedServiceTesting
import FeedTesting
import FoundationEssentials
import HTTPServingLoopback
import HTTPServingRouting
import HTTPServingTesting
import HTTPTransportAPI
import HTTPTransportTesting
import HTTPTypes
import KernelTesting
import PluginKit
import Testing

/// The client against the real server, without a socket.
struct CommentsSliceTests {
    private let server: RunningComments
    private let transport: LoopbackTransport
    private let open = ImageID(UUID())
    private let restricted = ImageID(UUID())
    private let message = CommentMessage("What a light!\n¡Qué luz!")!

    init() async throws {
        server = try await RunningComments()
        transport = LoopbackTransport(to: try Router(routes: server.routes, observer: RequestObserverSpy()))
        try await server.feed.publishing.publish(.sample(id: open, content: SampleImage.png))
        try await server.feed.publishing.publish(
            .sample(id: restricted, content: SampleImage.png, visibility: .members))
    }

    private func client(_ token: Secret? = nil) throws -> CommentsClientPlugin.Exports {
        let transport = transport
        let bearing = HTTPTransportStub { request throws(HTTPTransportError) in
            var request = request
            request.fields[.authorization] = token?.withText { "Bearer \($0 ?? "")" }
            return try await transport.send(request)
        }
        let address = try #require(ServerAddress("http://localhost:8080"))
        return CommentsClientPlugin.assemble(.init(server: ServerClient(address: address, transport: bearing))).exports
    }

    @Test(.requirement("COMM-01", "COMM-10", "COMM-20", "COMM-21")) func everyoneReadsWhatAMemberSays() async throws {
        let (user, token) = try await server.logIn("Ada")
        let posted = try await client(token).posting.post(message, on: open)
        #expect(posted.message == message.description)
        #expect(posted.username == user.name)
        #expect(posted.createdAt == server.accounts.date.value && posted.isMine == true)
        #expect(try await client(token).loading.loadComments(on: open, after: nil, limit: 100).items == [posted])
        let (_, other) = try await server.logIn("Bob")
        for (token, isMine) in [(nil, nil), (other, false)] as [(Secret?, Bool?)] {
            let seen = try await client(token).loading.loadComments(on: open, after: nil, limit: 100).items
            #expect(seen.map(\.id) == [posted.id] && seen.first?.isMine == isMine)
        }
    }

    @Test(.requirement("COMM-22")) func whatTheAuthorOfThePictureSaysIsTold() async throws {
        let picture = ImageID(UUID()), (ada, token) = try await server.logIn("Ada"),
            (_, other) = try await server.logIn("Ada")
        try await server.feed.publishing.publish(.sample(id: picture, content: SampleImage.png, author: ada.id))
        #expect(try await client(token).posting.post(message, on: picture).isOfAuthor)
        #expect(try await !client(other).posting.post(message, on: picture).isOfAuthor)
        let seen = try await client().loading.loadComments(on: picture, after: nil, limit: 100).items
        #expect(seen.map(\.username) == ["Ada", "Ada"] && seen.map(\.isOfAuthor) == [true, false])
        #expect(
            try await server.publicComments.comments(on: picture, after: nil, limit: 9)?.items.map(\.isOfAuthor)
                == [true, false])
    }

    @Test func onlyWhoSaidSomethingTakesItBack() async throws {
        let (_, ada) = try await server.logIn("Ada"), (_, bob) = try await server.logIn("Bob")
        let posted = try await client(ada).posting.post(message, on: open)
        await #expect(throws: CommentsError.notLoggedIn) { try await client().deleting.delete(posted.id, on: open) }
        await #expect(throws: CommentsError.notTheAuthor) { try await client(bob).deleting.delete(posted.id, on: open) }
        await #expect(throws: CommentsError.commentNotFound) {
            try await client(ada).deleting.delete(posted.id, on: restricted)
        }
        #expect(try await client(ada).loading.loadComments(on: open, after: nil, limit: 100).items == [posted])
        try await client(ada).deleting.delete(posted.id, on: open)
        #expect(try await client().loading.loadComments(on: open, after: nil, limit: 100).items == [])
        await #expect(throws: CommentsError.commentNotFound) {
            try await client(ada).deleting.delete(posted.id, on: open)
        }
    }

    @Test(.requirement("D5")) func whoIsNotVerifiedIsToldSo() async throws {
        let (_, token) = try await server.logIn(isVerified: false)
        await #expect(throws: CommentsError.emailNotVerified) {
            try await client(token).posting.post(message, on: open)
        }
    }

    @Test func whoIsNotLoggedInIsToldSo() async throws {
        await #expect(throws: CommentsError.notLoggedIn) { try await client().posting.post(message, on: open) }
    }

    @Test(.requirement("PUBFEED-03")) func restrictedPicturesAskToLogIn() async throws {
        await #expect(throws: CommentsError.notLoggedIn) {
            try await client().loading.loadComments(on: restricted, after: nil, limit: 100)
        }
        let (_, token) = try await server.logIn(isVerified: false)
        #expect(try await client(token).loading.loadComments(on: restricted, after: nil, limit: 100).items == [])
    }

    @Test func aPictureThatIsNotThereIsNotFound() async throws {
        let (_, token) = try await server.logIn()
        await #expect(throws: CommentsError.imageNotFound) {
            try await client(token).loading.loadComments(on: ImageID(UUID()), after: nil, limit: 100)
        }
        await #expect(throws: CommentsError.notLoggedIn, "a stranger learns nothing") {
            try await client().loading.loadComments(on: ImageID(UUID()), after: nil, limit: 100)
        }
        await #expect(throws: CommentsError.imageNotFound) {
            try await client(token).posting.post(message, on: ImageID(UUID()))
        }
    }
}
