import Locking
public import SessionsAPI

/// Keeps notices in memory, and fails if a test says so.
public final class SecurityNoticeListFake: SecurityNoticeListing {
    private let state: Locked<(items: [KeptSecurityNotice], failure: SessionManagingError?)>
    private let isProved: @Sendable () -> Bool

    /// Creates a list, the latest first.
    ///
    /// - Parameter isProved: Whether somebody proved here who they are.
    public init(_ items: [KeptSecurityNotice] = [], isProved: @escaping @Sendable () -> Bool = { true }) {
        state = Locked((items, nil))
        self.isProved = isProved
    }

    /// Lets all calls fail from now on.
    public func fail(with error: SessionManagingError) {
        state.withLock { $0.failure = error }
    }

    /// What is kept.
    public func notices() async throws(SessionManagingError) -> [KeptSecurityNotice] {
        let (items, failure) = state.current
        if let failure { throw failure }
        return items
    }

    /// Marks those up to a number.
    public func markSeen(upTo id: Int) async throws(SessionManagingError) {
        if let failure = state.current.failure { throw failure }
        guard isProved() else { throw .notRecent }
        state.withLock { state in
            state.items = state.items.map { item in
                KeptSecurityNotice(
                    id: item.id, item.notice, device: item.device, location: item.location,
                    isSeen: item.isSeen || item.id <= id, isSuspicious: item.isSuspicious)
            }
        }
    }
}
