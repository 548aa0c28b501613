package import CoreModels
package import FoundationEssentials

/// The answer to `GET /auth/notices`.
package struct SecurityNoticesMessage: Codable, Hashable, Sendable {
    /// What is kept, the latest first.
    package let items: [SecurityNoticeMessage]

    package init(items: [SecurityNoticeMessage]) {
        self.items = items
    }
}

/// Something that happened to the account; what doesn't go with its event is left
/// out.
package struct SecurityNoticeMessage: Codable, Hashable, Sendable {
    /// Its number, by which it is marked as seen; later ones have larger numbers.
    package let id: Int
    /// What happened, a ``SecurityEventName``.
    package let event: String
    package let at: Date
    /// Whether the person has seen it.
    package let seen: Bool
    /// Whether its session is still there and waits for the person to say whose it
    /// is.
    package let suspicious: Bool
    package let sessionID: SessionID?
    package let current: Bool?
    package let reason: String?
    package let reasons: [String]?
    package let device: String?
    package let location: String?
    package let place: PlaceMessage?
    package let wayIn: WayInMessage?

    private enum CodingKeys: String, CodingKey {
        case id, event, at, seen, suspicious, current, reason, reasons, device, location, place
        case sessionID = "session_id"
        case wayIn = "way_in"
    }

    package init(
        id: Int, event: String, at: Date, seen: Bool, suspicious: Bool, sessionID: SessionID? = nil,
        current: Bool? = nil, reason: String? = nil, reasons: [String]? = nil, device: String? = nil,
        location: String? = nil, place: PlaceMessage? = nil, wayIn: WayInMessage? = nil
    ) {
        self.id = id
        self.event = event
        self.at = at
        self.seen = seen
        self.suspicious = suspicious
        self.sessionID = sessionID
        self.current = current
        self.reason = reason
        self.reasons = reasons
        self.device = device
        self.location = location
        self.place = place
        self.wayIn = wayIn
    }
}

/// The body of `POST /auth/notices/seen`.
package struct SeenNoticesMessage: Codable, Hashable, Sendable {
    /// The last one that was seen, and all before it.
    package let id: Int

    package init(id: Int) {
        self.id = id
    }
}
