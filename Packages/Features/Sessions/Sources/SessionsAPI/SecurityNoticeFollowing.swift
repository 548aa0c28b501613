public import CoreModels
public import FoundationEssentials
public import Localization

/// Hears at once what happens to the account, on whatever device.
public protocol SecurityNoticeFollowing: Sendable {
    /// Follows until the session of this device is over, and removes it then,
    /// as logging out does.
    ///
    /// A lost connection is made again and again, later each time, and what
    /// happened meanwhile is told then; only the first one may fail.
    ///
    /// - Parameter hear: Hears of each thing in order; following waits
    ///   meanwhile.
    /// - Throws: ``SessionManagingError``; `cancelled` when the task is.
    func follow(
        _ hear: @escaping @Sendable (SecurityNews) async -> Void
    ) async throws(SessionManagingError)
}

/// What somebody who follows hears.
public enum SecurityNews: Hashable, Sendable {
    /// The server tells from now on.
    case connected
    /// The connection is lost for the reason of the text, and made again after
    /// a pause.
    case disconnected(LocalizedText, retryAfter: Duration)
    /// Something happened to the account.
    case notice(SecurityNotice)
}

/// Something that happened to the account.
public struct SecurityNotice: Hashable, Sendable {
    /// What happened.
    public enum Kind: Hashable, Sendable {
        /// A session is over, for a reason in a word of the wire.
        case sessionEnded(SessionID?, isCurrent: Bool, reason: String?)
        /// The person proved the address.
        case emailVerified
        /// The password is another one.
        case passwordChanged
        /// A session began in a way that isn't like the person; the reasons
        /// are words of the wire.
        case suspiciousAccess(SessionID?, device: String?, location: DevicePlace?, reasons: [String])
        /// A way into the account, or what guards it, isn't what it was; which and how
        /// are words of the wire.
        case wayInChanged(way: String, change: String, provider: String?)
        /// Something that this program is too old to know.
        case unknown(String)
    }

    /// What happened.
    public let kind: Kind
    /// When, by the server's clock.
    public let happenedAt: Date

    /// Creates a notice.
    public init(_ kind: Kind, happenedAt: Date) {
        self.kind = kind
        self.happenedAt = happenedAt
    }
}
