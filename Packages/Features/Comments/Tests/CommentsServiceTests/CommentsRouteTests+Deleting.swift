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
import SQLStoreAPI
import SessionsServiceTesting
import Testing

extension CommentsRouteTests {
    func delete(
        _ comment: some CustomStringConvertible, on image: some CustomStringConvertible, token: Secret?
    ) async -> ServerResponse {
        await router.respond(to: .sample(.delete, "/image/\(image)/comments/\(comment)", fields: fields(token)))
    }

    @Test func aCommentIsDeletedByItsAuthorAlone() async throws {
        let (user, token) = try await server.logIn(), (_, stranger) = try await server.logIn()
        let ids = (0..<3).map { _ in CommentID(UUID()) }
        for (number, id) in ids.enumerated() {
            try await server.publishing.publish(
                id, message: "\(number)", on: open, by: user.id, at: Date(timeIntervalSince1970: 0))
        }
        let anonymous = await delete(ids[1], on: open, token: nil)
        #expect(anonymous.status == .unauthorized)
        let other = await delete(ids[1], on: open, token: stranger)
        #expect(other.status == .forbidden)
        #expect(try await problem(other).code == "not_the_author")
        #expect(try await items(on: open).map(\.id) == ids)

        let deleted = await delete(ids[1], on: open, token: token)
        #expect(deleted.status == .noContent)
        #expect(try await deleted.collectBody().isEmpty)
        #expect(try await items(on: open).map(\.id) == [ids[0], ids[2]])
        let again = await delete(ids[1], on: open, token: token)
        #expect(again.status == .notFound)
        #expect(try await problem(again).code == "comment_not_found")
    }

    @Test(arguments: ["00000000-0000-4000-8000-0000000000aa", "1", "'--"])
    func aCommentThatIsNotThereCannotBeDeleted(comment: String) async throws {
        let (_, token) = try await server.logIn()
        let response = await delete(comment, on: open, token: token)
        #expect(response.status == .notFound)
        #expect(try await problem(response).code == "comment_not_found")
        #expect(await delete(UUID(), on: "nowhere", token: token).status == .notFound)
    }

    @Test(.requirement("IMG-46")) func commentsGoWithTheirPicture() async throws {
        let (user, token) = try await server.logIn(), image = ImageID(UUID())
        try await server.feed.publishing.publish(.sample(id: image, content: SampleImage.png, author: user.id))
        for place in [image, image, open] {
            try await server.publishing.publish(
                CommentID(UUID()), message: "hi", on: place, by: user.id, at: Date(timeIntervalSince1970: 0))
        }
        let response = await router.respond(to: .sample(.delete, "/feed/\(image)", fields: fields(token)))
        #expect(response.status == .noContent)
        #expect(try await items(on: open).count == 1)
        let left: Int? = try await server.accounts.database.read { reader in
            try reader.value("SELECT COUNT(*) FROM comments WHERE image_id = \(image)")
        }
        #expect(left == 0)
    }

    /// The picture was there when the request came, and isn't when the comment is
    /// stored.
    @Test func aCommentThatComesAfterItsPictureWentIsNotKept() async throws {
        let image = ImageID(UUID())
        let server = try await RunningComments(images: ImageVisibilityStub([image: .everyone], deleted: [image]))
        let (_, token) = try await server.logIn()
        let router = try Router(routes: server.routes, observer: RequestObserverSpy())
        var fields = fields(token)
        fields[.contentType] = "application/json"
        let response = await router.respond(
            to: .sample(
                .post, "/image/\(image)/comments", fields: fields, body: Data("{\"message\":\"too late\"}".utf8)))
        #expect(response.status == .notFound)
        #expect(try await problem(response).code == "image_not_found")
        let kept: Int? = try await server.accounts.database.read { try $0.value("SELECT COUNT(*) FROM comments") }
        #expect(kept == 0)
    }

    @Test func aCommentIsDeletedOnlyFromItsPicture() async throws {
        let (user, token) = try await server.logIn(isVerified: false)
        let id = CommentID(UUID())
        try await server.publishing.publish(
            id, message: "hi", on: open, by: user.id, at: Date(timeIntervalSince1970: 0))
        #expect(await delete(id, on: restricted, token: token).status == .notFound)
        #expect(try await items(on: open).map(\.id) == [id])
        #expect(await delete(id, on: open, token: token).status == .noContent, "also without a proved address")
    }
}
