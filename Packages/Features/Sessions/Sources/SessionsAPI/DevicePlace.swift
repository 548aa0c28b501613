public import Localization

/// Where the network of a device is, as well as the server knows.
public struct DevicePlace: Hashable, Sendable {
    /// What people call it, such as `Madrid, Spain`.
    public let name: LocalizedText
    /// The country's two letters (ISO 3166-1); nil when nobody knows.
    public let country: String?

    /// Creates a place.
    public init(_ name: LocalizedText, country: String? = nil) {
        self.name = name
        self.country = country
    }
}
