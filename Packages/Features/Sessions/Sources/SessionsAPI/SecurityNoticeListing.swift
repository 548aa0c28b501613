/// Shows what happened to the account lately, and remembers how far the person has
/// read, for all their devices.
///
/// The server keeps both; nothing is kept on this device. A call that fails may be
/// made again. Any number of calls may run at once.
public protocol SecurityNoticeListing: Sendable {
    /// What is kept, the latest first.
    ///
    /// - Throws: ``SessionManagingError``.
    func notices() async throws(SessionManagingError) -> [KeptSecurityNotice]

    /// Marks one as seen, and all before it.
    ///
    /// - Throws: ``SessionManagingError``; `notRecent` where a code that was typed elsewhere
    ///   let this device in, and nobody proved here who they are.
    func markSeen(upTo id: Int) async throws(SessionManagingError)
}

/// Something that happened to the account, as the server keeps it.
public struct KeptSecurityNotice: Hashable, Sendable {
    /// Its number; later ones have larger numbers.
    public let id: Int
    /// What happened.
    public let notice: SecurityNotice
    /// The device of its session; nil for none, and when nobody knows.
    public let device: String?
    /// Where its network is; nil when nobody knows.
    public let location: DevicePlace?
    /// Whether the person has seen it.
    public let isSeen: Bool
    /// Whether its session is still there and waits for the person to say whose it
    /// is.
    public let isSuspicious: Bool

    /// Describes a notice.
    public init(
        id: Int, _ notice: SecurityNotice, device: String? = nil, location: DevicePlace? = nil, isSeen: Bool,
        isSuspicious: Bool = false
    ) {
        self.id = id
        self.notice = notice
        self.device = device
        self.location = location
        self.isSeen = isSeen
        self.isSuspicious = isSuspicious
    }
}
