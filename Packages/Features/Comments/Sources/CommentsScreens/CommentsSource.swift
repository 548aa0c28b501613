import CommentsAPI
import CoreModels
import ScreensAPI

/// Has comments for whoever looks: as the person sees them who is logged in, or
/// as everybody does.
struct CommentsSource: Sendable {
    let everybody: any CommentsReading
    let people: Scoped<any CommentsReading>?

    /// How many a screen has.
    private static let limit = 30

    /// Those that begin at a cursor; nil where there are none.
    func page(from cursor: CommentsCursor, for request: ScreenRequest) async throws -> CommentsPage? {
        try await reading(for: request).comments(on: cursor.image, after: cursor.comment, limit: Self.limit)
    }

    /// After which comment the page begins that has a comment, which is not before
    /// a cursor.
    func start(
        ofPageWith comment: CommentID, from cursor: CommentsCursor, for request: ScreenRequest
    ) async throws -> CommentID? {
        let comments = try await reading(for: request)
        var start = cursor.comment
        while let page = try await comments.comments(on: cursor.image, after: start, limit: Self.limit),
            !page.items.contains(where: { $0.id == comment }), let next = page.next
        {
            start = next
        }
        return start
    }

    /// Tells who looks at a picture that something was said about it.
    func live(by following: any CommentsFollowing) -> LiveSource {
        LiveSource(CommentsPlaces.topic) { subject, request, tell in
            guard let image = ImageID(subject) else { return }
            func isShown() async throws -> Bool {
                try await reading(for: request).comments(on: image, after: nil, limit: 1) != nil
            }
            guard try await isShown() else { return }
            for await _ in following.changes(of: image) {
                // It may have been hidden meanwhile.
                guard try await isShown() else { return }
                try await tell(.changed)
            }
        }
    }

    private func reading(for request: ScreenRequest) async throws -> any CommentsReading {
        guard request.person != nil, let people else { return everybody }
        return try await people(at: request.browser)
    }
}
