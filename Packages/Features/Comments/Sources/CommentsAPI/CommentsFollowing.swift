public import CoreModels

/// Tells when something is said about a picture, or taken back.
public protocol CommentsFollowing: Sendable {
    /// An element each time, from now on; several that nobody waited for are one.
    /// It ends with its task, and costs nothing where nothing happens.
    func changes(of image: ImageID) -> AsyncStream<Void>
}
