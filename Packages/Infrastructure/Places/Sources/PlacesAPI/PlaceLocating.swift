public import HTTPServingAPI
public import PluginKit

/// Finds the place of a network address.
///
/// Any number of calls may run at once, and people wait for them: it answers from a
/// table of its own and asks nobody.
public protocol PlaceLocating: Sendable {
    /// The place of an address; nil when it isn't known, and for addresses that are in no
    /// one place, such as those of private networks.
    func place(of address: IPAddress) -> Place?
}

/// Collects those who know the places of addresses.
///
/// The first one that knows is believed; without any, every place is unknown.
public enum PlaceLocators: ExtensionPoint {
    /// A locator.
    public typealias Value = any PlaceLocating
}
