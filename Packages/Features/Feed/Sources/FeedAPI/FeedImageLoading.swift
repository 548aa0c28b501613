public import CoreModels

/// Loads what is said of one picture, also of one that the feed doesn't show
/// any more, and what is newer.
///
/// Calls may run at the same time; a cancelled call throws `.cancelled`.
public protocol FeedImageLoading: Sendable {
    /// Loads what is said of a picture.
    ///
    /// - Returns: Nil if there is no such picture, or the server is too old to
    ///   tell of one alone.
    /// - Throws: ``FeedError``, each case for what it says.
    func loadImage(_ id: ImageID) async throws(FeedError) -> FeedImage?

    /// Loads the pictures that are directly before one in the feed, newest first.
    ///
    /// - Parameter limit: How many at most, from 1 to 100.
    /// - Returns: Nil if there is no such picture, or the server is too old to
    ///   tell.
    /// - Throws: ``FeedError``, each case for what it says.
    func loadNewer(than id: ImageID, limit: Int) async throws(FeedError) -> [FeedImage]?
}
