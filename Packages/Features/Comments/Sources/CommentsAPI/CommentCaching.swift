public import AtomicFiles
public import CoreModels

/// Keeps the comments that somebody saw, for when the server can't be reached.
///
/// They can be loaded anew: what can't be kept or read isn't there. They are of
/// whoever is logged in, go with the session, and are shown for seven days.
/// Calls may be made at the same time, and are done one after the other.
public protocol CommentCaching: Sendable {
    /// Whose comments they are now.
    func tenant() async -> CacheTenant

    /// Keeps a page that was loaded, in place of what was kept of it.
    ///
    /// - Parameter tenant: For whom it was loaded; nothing is kept for one who has gone.
    func save(_ page: CommentsPage, on image: ImageID, after cursor: CommentID?, for tenant: CacheTenant) async

    /// What is kept of a page, with the time since when; nil for nothing.
    func page(on image: ImageID, after cursor: CommentID?, limit: Int) async -> CommentsPage?

    /// Forgets a picture that isn't there any more.
    func forget(_ image: ImageID) async
}
