import Localization
public import PluginKit

/// A way that every screen offers to those whom it concerns.
public struct NavigationItem: Sendable {
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
    /// Whether it is there for who is signed in at a browser, as ``Screen/isThere`` tells of where it leads; nil for
    /// a way that all have whom it concerns.
    ///
    /// Only ways below somebody's account are asked.
    public let isThere: (@Sendable (Browser) async -> Bool)?

    /// The key that leads there, where scripts run; nil for none.
    public let key: Character?

    /// Creates a way.
    public init(
        _ link: ScreenLink, for audience: Audience = .everybody, isOfAccount: Bool = false, isLast: Bool = false,
        key: Character? = nil, isThere: (@Sendable (Browser) async -> Bool)? = nil
    ) {
        self.key = key
        self.isThere = isThere
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

/// Tells how many there are behind a way, such as of what waits for a connection.
public struct NavigationCount: Sendable {
    /// Where the way leads.
    public let place: Place
    /// Counts them.
    ///
    /// It is asked for each screen that is shown, so it must not take long;
    /// what it throws isn't told, nor the number.
    public let count: @Sendable () async throws -> Int

    /// Creates what tells.
    public init(at place: Place, count: @escaping @Sendable () async throws -> Int) {
        self.place = place
        self.count = count
    }
}

extension [NavigationCount] {
    /// How many there are at each place where there are any.
    package func counts() async -> [Place: Int] {
        var counts: [Place: Int] = [:]
        for counted in self {
            if let count = try? await counted.count(), count > 0 { counts[counted.place] = count }
        }
        return counts
    }
}

extension ScreenLink {
    /// The same, with the number of what is there.
    package func counting(_ counts: [Place: Int]) -> ScreenLink {
        guard let count = counts[place] else { return self }
        let label = LocalizedText(en: "\(label.english) · \(count)", es: "\(label.spanish) · \(count)")
        return ScreenLink(label, to: place, relation)
    }
}

/// Collects what tells how many there are behind ways.
public enum ScreenCounts: ExtensionPoint {
    /// What tells it.
    public typealias Value = NavigationCount
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
