public import HTTPServingAPI
public import PlacesAPI

/// Knows the places that a test gives it.
public struct PlacesFake: PlaceLocating {
    private let places: [IPAddress: Place]

    /// Creates a locator.
    ///
    /// - Parameter places: By the text of an address.
    public init(_ places: [String: Place]) {
        self.places = Dictionary(
            places.compactMap { address, place in IPAddress(address).map { ($0, place) } }, uniquingKeysWith: { $1 })
    }

    /// The place that the test gave.
    public func place(of address: IPAddress) -> Place? { places[address] }
}
