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

    private enum CodingKeys: String, CodingKey {
        case at, reason, reasons, device, location
        case sessionID = "session_id"
        case isCurrent = "current"
    }

    package init(
        at: Date, sessionID: SessionID? = nil, isCurrent: Bool? = nil, reason: String? = nil,
        reasons: [String]? = nil, device: String? = nil, location: String? = nil
    ) {
        self.at = at
        self.sessionID = sessionID
        self.isCurrent = isCurrent
        self.reason = reason
        self.reasons = reasons
        self.device = device
        self.location = location
    }
}
