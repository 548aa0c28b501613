public import PluginKit

/// A way that every screen offers to those whom it concerns.
public struct NavigationItem: Hashable, Sendable {
    /// Whom it concerns.
    public enum Audience: Hashable, Sendable {
        /// Everybody.
        case everybody
        /// Those who aren't signed in.
        case strangers
        /// Those who are signed in.
        case people
    }

    /// The way.
    public let link: ScreenLink
    /// Whom it concerns.
    public let audience: Audience
    /// Whether it leads to something of the person's own account, and is found
    /// below that.
    public let isOfAccount: Bool
    /// Whether it comes after all others, such as the way out.
    public let isLast: Bool

    /// The key that leads there, where scripts run; nil for none.
    public let key: Character?

    /// Creates a way.
    public init(
        _ link: ScreenLink, for audience: Audience = .everybody, isOfAccount: Bool = false, isLast: Bool = false,
        key: Character? = nil
    ) {
        self.key = key
        self.link = link
        self.audience = audience
        self.isOfAccount = isOfAccount
        self.isLast = isLast
    }
}

/// Collects the ways that screens offer, beside that to the first one.
public enum ScreenNavigation: ExtensionPoint {
    /// A way.
    public typealias Value = NavigationItem
}
