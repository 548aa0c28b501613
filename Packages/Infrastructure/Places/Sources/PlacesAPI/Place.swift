public import Localization

/// Where in the world a network is, as well as it is known.
public struct Place: Hashable, Sendable {
    /// The city; nil when unknown.
    public let city: LocalizedText?
    /// The country; nil when unknown.
    public let country: Country?
    /// The point on the earth; nil when unknown.
    public let point: GeographicPoint?

    /// Creates a place.
    public init(city: LocalizedText? = nil, country: Country? = nil, point: GeographicPoint? = nil) {
        self.city = city
        self.country = country
        self.point = point
    }

    /// What people call it, such as `Madrid, Spain`; nil where only the point is known.
    public var name: LocalizedText? {
        let parts = [city, country?.name].compactMap(\.self)
        guard !parts.isEmpty else { return nil }
        return LocalizedText(
            en: parts.map(\.english).joined(separator: ", "), es: parts.map(\.spanish).joined(separator: ", "))
    }
}

/// A country.
public struct Country: Hashable, Sendable {
    /// Its two capital letters (ISO 3166-1), such as `ES`.
    public let code: String
    /// What people call it; the code where no name is known.
    public let name: LocalizedText

    /// Creates a country.
    public init(code: String, name: LocalizedText? = nil) {
        self.code = code
        self.name = name ?? LocalizedText(verbatim: code)
    }
}

/// A point on the earth, and how far from it the truth may be.
public struct GeographicPoint: Hashable, Sendable {
    /// Degrees north of the equator, -90 to 90.
    public let latitude: Double
    /// Degrees east of Greenwich, -180 to 180.
    public let longitude: Double
    /// Within how many km of it the network is, as far as is known.
    public let accuracy: Double

    /// Creates a point.
    public init(latitude: Double, longitude: Double, accuracy: Double) {
        self.latitude = latitude
        self.longitude = longitude
        self.accuracy = accuracy
    }
}
