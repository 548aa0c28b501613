public import HTTPServingAPI
public import PluginKit

/// Where in the world a network is, as well as it is known.
public struct Place: Hashable, Sendable {
    /// What people call it, such as `Madrid, Spain`.
    public let name: String
    /// Degrees north of the equator, -90 to 90; nil when unknown.
    public let latitude: Double?
    /// Degrees east of Greenwich, -180 to 180; nil when unknown.
    public let longitude: Double?

    /// Creates a place.
    public init(name: String, latitude: Double? = nil, longitude: Double? = nil) {
        self.name = name
        self.latitude = latitude
        self.longitude = longitude
    }
}

/// Finds the place of a network address.
///
/// Any number of calls may run at once, and people wait for them: it should
/// answer from a table of its own rather than ask around.
public protocol PlaceLocating: Sendable {
    /// The place of an address; nil when it isn't known.
    func place(of address: IPAddress) async -> Place?
}

/// Collects those who know the places of addresses.
///
/// The first one that knows is believed; without any, every place is unknown.
public enum PlaceLocators: ExtensionPoint {
    /// A locator.
    public typealias Value = any PlaceLocating
}
