import Localization
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

/// Tells how much is new behind a way, such as that of somebody's account.
public struct NavigationNews: Sendable {
    /// Where the way leads.
    public let place: Place
    /// Counts what a person has not seen yet who is signed in at a browser.
    public let count: @Sendable (Browser) async throws -> Int

    /// Creates what tells.
    public init(at place: Place, count: @escaping @Sendable (Browser) async throws -> Int) {
        self.place = place
        self.count = count
    }
}

extension [NavigationNews] {
    /// How much is new at each place; what can't be told isn't.
    public func counts(at browser: Browser) async -> [Place: Int] {
        var counts: [Place: Int] = [:]
        for news in self {
            if let count = try? await news.count(browser), count > 0 { counts[news.place, default: 0] += count }
        }
        return counts
    }
}

extension ScreenLink {
    /// The same, with the number of what is new there or below.
    public func telling(_ counts: [Place: Int]) -> ScreenLink {
        let count = counts.filter { $0.key.isAt(place) }.values.reduce(0, +)
        guard count > 0 else { return self }
        let label = LocalizedText(
            en: "\(label.english) · \(count) new", es: "\(label.spanish) · \(count) sin ver")
        return ScreenLink(label, to: place, relation)
    }
}

/// Collects what tells how much is new.
public enum ScreenNews: ExtensionPoint {
    /// What tells it.
    public typealias Value = NavigationNews
}

/// Collects the ways that screens offer, beside that to the first one.
public enum ScreenNavigation: ExtensionPoint {
    /// A way.
    public typealias Value = NavigationItem
}
