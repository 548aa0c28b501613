package import CoreModels
package import FoundationEssentials

/// What comments look like on the wire.
package enum CommentsContract {
    /// The path of a picture's comments, as a route.
    package static let pattern = "/image/{id}/comments"

    /// The path of a picture's comments.
    package static func path(_ image: ImageID) -> String { "/image/\(image)/comments" }

    /// The path of a comment, as a route.
    package static let commentPattern = "/image/{id}/comments/{comment}"

    /// The path of a comment.
    package static func path(_ comment: CommentID, on image: ImageID) -> String { path(image) + "/\(comment)" }

    /// How many comments a page may hold.
    package static let limits = 1...100
    /// How many comments a page holds when the request doesn't say.
    package static let defaultLimit = 100

    /// A page of the comments on a picture, the oldest first.
    package struct List: Codable, Hashable, Sendable {
        package let items: [Item]
        /// The comment after which the next page starts; nil on the last one,
        /// and from servers that answer with all comments.
        package let next: CommentID?

        package init(items: [Item], next: CommentID? = nil) {
            self.items = items
            self.next = next
        }
    }

    /// A comment.
    package struct Item: Codable, Hashable, Sendable {
        package struct Author: Codable, Hashable, Sendable {
            package let username: String

            package init(username: String) {
                self.username = username
            }
        }

        package let id: CommentID
        package let message: String
        package let createdAt: Date
        package let author: Author
        /// Whether it is of the person who asks; said to people alone, and by no
        /// server of before.
        package let isMine: Bool?
        /// Whether it is of who published the picture; nil for no.
        package let isOfAuthor: Bool?

        private enum CodingKeys: String, CodingKey {
            case id, message, author
            case isOfAuthor = "is_of_author"
            case createdAt = "created_at"
            case isMine = "is_mine"
        }

        package init(
            id: CommentID, message: String, createdAt: Date, author: Author, isMine: Bool? = nil,
            isOfAuthor: Bool? = nil
        ) {
            self.id = id
            self.message = message
            self.createdAt = createdAt
            self.author = author
            self.isMine = isMine
            self.isOfAuthor = isOfAuthor
        }
    }

    /// What is posted.
    package struct Draft: Codable, Hashable, Sendable {
        package let message: String

        package init(message: String) {
            self.message = message
        }
    }

    /// The problem codes of the routes, besides those of all routes.
    package enum Code: String, CaseIterable, Sendable {
        case imageNotFound = "image_not_found"
        case commentNotFound = "comment_not_found"
        case notTheAuthor = "not_the_author"
        case emailNotVerified = "email_not_verified"
        case invalidData = "invalid_data"
        case tooManyComments = "too_many_comments"
    }
}
