public import CoreModels

/// Reads the comments that everybody sees, or those that a person sees who is
/// logged in, where they are kept or from wherever they come.
///
/// Calls may run at the same time.
public protocol CommentsReading: Sendable {
    /// Reads a page of the comments on a picture, the oldest first; nil if there
    /// is no such picture that whoever reads may see, or the page can't start there.
    ///
    /// - Parameters:
    ///   - image: The picture.
    ///   - cursor: The comment after which the page starts; nil for the oldest.
    ///   - limit: How many comments at most, from 1 to 100.
    /// - Throws: ``CommentsError/notLoggedIn`` for a picture that not everybody sees,
    ///   or none, to whoever isn't logged in; else what keeps the comments throws.
    func comments(on image: ImageID, after cursor: CommentID?, limit: Int) async throws -> CommentsPage?
}
