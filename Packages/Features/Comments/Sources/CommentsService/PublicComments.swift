import AccountsServiceAPI
import CommentsAPI
import CoreModels
import FeedServiceAPI

/// The comments that everybody sees, for whoever is in the same program.
struct PublicComments: CommentsReading {
    let store: CommentStore
    let images: any ImageVisibilityReading
    let names: any AccountNaming

    func comments(on image: ImageID, after cursor: CommentID?, limit: Int) async throws -> CommentsPage? {
        guard try await images.audience(of: image)?.includes(nil) == true else { throw CommentsError.notLoggedIn }
        guard let page = try await store.page(on: image, after: cursor, limit: limit) else { return nil }
        let names = try await names.names(of: Set(page.records.map(\.authorID)))
        let publisher = try await images.author(of: image)
        let items = page.records.map { comment in
            ImageComment(
                id: comment.id, message: comment.message, createdAt: comment.createdAt,
                username: names[comment.authorID] ?? CommentsRoutes.nobody, isOfAuthor: comment.authorID == publisher)
        }
        return CommentsPage(items: items, next: page.hasMore ? items.last?.id : nil)
    }
}
