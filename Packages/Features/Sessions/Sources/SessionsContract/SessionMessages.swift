package import CoreModels
package import FoundationEssentials

/// The answer to `GET /auth/sessions`.
package struct SessionListMessage: Codable, Hashable, Sendable {
    /// The sessions that aren't over, the one used last first.
    package let items: [SessionMessage]
    /// Whether the server knows where networks are; nil from servers that don't say.
    package let knowsPlaces: Bool?

    private enum CodingKeys: String, CodingKey {
        case items
        case knowsPlaces = "knows_places"
    }

    package init(items: [SessionMessage], knowsPlaces: Bool? = nil) {
        self.items = items
        self.knowsPlaces = knowsPlaces
    }
}

/// Where a network is.
package struct PlaceMessage: Codable, Hashable, Sendable {
    /// What people call it in each language.
    package let english: String
    package let spanish: String
    /// The country's two letters (ISO 3166-1); nil where it isn't known.
    package let country: String?

    private enum CodingKeys: String, CodingKey {
        case english = "en"
        case spanish = "es"
        case country
    }

    package init(english: String, spanish: String, country: String?) {
        self.english = english
        self.spanish = spanish
        self.country = country
    }
}

/// A session as the wire knows it.
package struct SessionMessage: Codable, Hashable, Sendable {
    /// What stands for a device or a place that nobody knows.
    package static let unknown = "unknown"

    package let id: SessionID
    /// How the device calls itself.
    package let device: String
    /// Where its network is, in English.
    package let location: String
    /// The same in all languages; nil where nobody knows, and from servers that don't say.
    package let place: PlaceMessage?
    package let createdAt: Date
    package let lastSeenAt: Date
    /// Whether it is the one that asks.
    package let isCurrent: Bool
    /// Whether it began in a way that isn't like the person.
    package let isSuspicious: Bool
    /// What the person proved who they are with (RFC 8176) in the session, how much that
    /// proves, and when it was; nil from servers that don't say, and the latter two where
    /// nothing was proved there.
    package let methods: [String]?
    package let level: String?
    package let authenticatedAt: Date?

    private enum CodingKeys: String, CodingKey {
        case id, device, location, place
        case createdAt = "created_at"
        case lastSeenAt = "last_seen_at"
        case isCurrent = "current"
        case isSuspicious = "suspicious"
        case methods = "amr"
        case level = "acr"
        case authenticatedAt = "authenticated_at"
    }

    package init(
        id: SessionID, device: String, location: String, place: PlaceMessage? = nil, createdAt: Date, lastSeenAt: Date,
        isCurrent: Bool,
        isSuspicious: Bool, methods: [String]? = nil, level: String? = nil, authenticatedAt: Date? = nil
    ) {
        self.id = id
        self.device = device
        self.location = location
        self.place = place
        self.createdAt = createdAt
        self.lastSeenAt = lastSeenAt
        self.isCurrent = isCurrent
        self.isSuspicious = isSuspicious
        self.methods = methods
        self.level = level
        self.authenticatedAt = authenticatedAt
    }
}

/// The codes of the problems of these routes, besides those of all routes.
package enum SessionListCode: String, CaseIterable, Sendable {
    /// 409: a session is ended from another one, or by logging out.
    case currentSession = "current_session"
    /// The person has to prove once more who they are (RFC 9470).
    case insufficientAuthentication = "insufficient_user_authentication"
    /// 429: more event streams are open than one person needs.
    case tooManyStreams = "too_many_streams"
}
