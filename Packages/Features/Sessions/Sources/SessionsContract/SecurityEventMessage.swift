package import CoreModels
package import FoundationEssentials

/// The names of the events of `GET /auth/events`.
package enum SecurityEventName: String, CaseIterable, Sendable {
    /// The stream follows from here; its identifier is where to resume.
    case ready
    case sessionEnded = "session_ended"
    case emailVerified = "email_verified"
    case passwordChanged = "password_changed"
    case suspiciousAccess = "suspicious_access"
    case wayInChanged = "way_in_changed"
}

/// The data of an event; what doesn't go with its name is left out.
package struct SecurityEventMessage: Codable, Hashable, Sendable {
    /// When it happened.
    package let at: Date
    /// The session that it is about.
    package let sessionID: SessionID?
    /// Whether that is the session that reads.
    package let isCurrent: Bool?
    /// Why the session is over.
    package let reason: String?
    /// Why the access isn't like the person.
    package let reasons: [String]?
    /// How the device calls itself.
    package let device: String?
    /// Where its network is.
    package let location: String?
    package let place: PlaceMessage?
    /// Which way in changed, and how.
    package let wayIn: WayInMessage?

    private enum CodingKeys: String, CodingKey {
        case at, reason, reasons, device, location, place
        case sessionID = "session_id"
        case isCurrent = "current"
        case wayIn = "way_in"
    }

    package init(
        at: Date, sessionID: SessionID? = nil, isCurrent: Bool? = nil, reason: String? = nil,
        reasons: [String]? = nil, device: String? = nil, location: String? = nil, place: PlaceMessage? = nil,
        wayIn: WayInMessage? = nil
    ) {
        self.at = at
        self.sessionID = sessionID
        self.isCurrent = isCurrent
        self.reason = reason
        self.reasons = reasons
        self.device = device
        self.location = location
        self.place = place
        self.wayIn = wayIn
    }
}

/// Which way into an account changed, and how.
package struct WayInMessage: Codable, Hashable, Sendable {
    /// `second_factor`, `recovery_codes`, `passkey` or `provider`.
    package let way: String
    /// `added`, `removed`, `lost`, `kept`, `renewed`, `used` or `copied`.
    package let change: String
    /// What people call the provider.
    package let provider: String?

    package init(way: String, change: String, provider: String? = nil) {
        self.way = way
        self.change = change
        self.provider = provider
    }
}
