public import CoreModels

/// Reads the feed that everybody sees, or that of a person who is logged in,
/// where it is kept or from wherever it comes.
///
/// Calls may run at the same time.
public protocol FeedReading: Sendable {
    /// Reads a page of pictures, newest first; nil if there is no picture that
    /// whoever reads may see, or could see before it was hidden or deleted, after
    /// which the page might start.
    ///
    /// - Parameters:
    ///   - cursor: The picture after which the page starts; nil for the newest.
    ///   - limit: How many pictures at most, from 1 to 100.
    /// - Throws: What keeps the feed throws.
    func page(after cursor: ImageID?, limit: Int) async throws -> FeedPage?

    /// Reads what is said of a picture; nil if there is none that whoever reads may
    /// see.
    ///
    /// - Throws: ``FeedError/notLoggedIn`` for one that people see who are logged
    ///   in; else what keeps the feed throws.
    func image(_ id: ImageID) async throws -> FeedImage?
}
