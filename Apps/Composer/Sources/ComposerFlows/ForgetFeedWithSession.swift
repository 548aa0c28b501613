public import FeedAPI
public import SessionsAPI

/// Removes the feed and the pictures of the person whose session ended, however
/// it ended.
public struct ForgetFeedWithSession: SessionEndObserving {
    private let feed: any FeedCaching
    private let images: any ImageDataCaching

    /// Creates the flow.
    ///
    /// - Parameters:
    ///   - feed: Keeps the feed.
    ///   - images: Keeps the pictures.
    public init(feed: any FeedCaching, images: any ImageDataCaching) {
        self.feed = feed
        self.images = images
    }

    /// Removes both, each even if the other one can't be removed.
    public func sessionDidEnd(_ end: SessionEnd) async {
        try? await feed.removeAll()
        try? await images.removeAll()
    }
}
