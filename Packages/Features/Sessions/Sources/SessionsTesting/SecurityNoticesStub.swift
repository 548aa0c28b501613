public import SessionsAPI

/// Tells whoever follows a list of news, and ends.
public struct SecurityNoticesStub: SecurityNoticeFollowing {
    private let news: [SecurityNews]
    private let failure: SessionManagingError?

    /// Creates a stub.
    ///
    /// - Parameters:
    ///   - news: What is told, in order.
    ///   - failure: How following ends; with the session if nil.
    public init(_ news: [SecurityNews] = [], failure: SessionManagingError? = nil) {
        self.news = news
        self.failure = failure
    }

    /// Tells the news.
    public func follow(
        _ hear: @escaping @Sendable (SecurityNews) async -> Void
    ) async throws(SessionManagingError) {
        for item in news { await hear(item) }
        if let failure { throw failure }
    }
}
