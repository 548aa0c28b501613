public import CoreModels
public import FoundationEssentials

/// Adds comments to pictures on behalf of other services.
///
/// When `publish` returns, the comment is durable.
public protocol CommentPublishing: Sendable {
    /// Adds a comment. Publishing one whose identifier exists changes nothing.
    ///
    /// - Parameters:
    ///   - id: The comment's identifier.
    ///   - message: What is said.
    ///   - image: The picture it is about.
    ///   - author: Who says it.
    ///   - createdAt: When it is said.
    /// - Throws: What the database throws.
    func publish(
        _ id: CommentID, message: String, on image: ImageID, by author: UserID, at createdAt: Date
    ) async throws
}
