public import FoundationEssentials
public import Localization
public import PluginKit

/// What a program shows at one of its addresses, to whoever looks: as values
/// that know neither HTML nor HTTP.
///
/// ```swift
/// Screen(ScreenRoute("/p/{id}")) { request in
///     guard let picture = try await feed.image(id) else { throw ScreenFailure.notFound(.unknownPicture) }
///     return ScreenContents(title, .picture(picture, beside: [.lines(facts)]))
/// }
/// ```
public struct Screen: Sendable {
    /// Where it is.
    public let route: ScreenRoute
    /// Makes what it shows; it changes nothing and must not block its thread.
    ///
    /// A thrown ``ScreenFailure`` is shown; any other error is for whoever hosts
    /// the screen.
    public let show: @Sendable (ScreenRequest) async throws -> ScreenContents

    /// Creates a screen.
    public init(
        _ route: ScreenRoute, show: @escaping @Sendable (ScreenRequest) async throws -> ScreenContents
    ) {
        self.route = route
        self.show = show
    }
}

/// Collects the screens of all plugins.
public enum Screens: ExtensionPoint {
    /// A screen.
    public typealias Value = Screen
}

/// Collects the ways that every screen offers, beside that to the first one.
public enum ScreenNavigation: ExtensionPoint {
    /// A way.
    public typealias Value = ScreenLink
}

/// What somebody wants to see.
public struct ScreenRequest: Hashable, Sendable {
    /// Where they are, with all parameters.
    public let place: Place
    /// The values of the route's `{name}` segments.
    public let values: [String: String]
    /// The parameters.
    public let query: [String: String]
    /// The present time.
    public let now: Date

    /// Creates a request.
    public init(_ place: Place, values: [String: String] = [:], query: [String: String] = [:], now: Date) {
        self.place = place
        self.values = values
        self.query = query
        self.now = now
    }
}

/// What a screen shows.
public struct ScreenContents: Hashable, Sendable {
    /// How it is laid out.
    public enum Body: Hashable, Sendable {
        /// Pictures in rows, and what comes after them.
        case gallery([PictureGroup], after: [ScreenBlock])
        /// One picture, and what there is to say of it.
        case picture(ScreenPicture, beside: [ScreenBlock])
        /// Something to read.
        case column([ScreenBlock])
    }

    /// What it is about: the heading and the name of the window.
    public let title: ScreenText
    /// What is on it.
    public let body: Body

    /// Creates contents.
    public init(_ title: ScreenText, _ body: Body) {
        self.title = title
        self.body = body
    }
}

/// Why a screen can't be shown.
public enum ScreenFailure: Error, Hashable, Sendable {
    /// There is nothing at the place; the text says so, and what to do.
    case notFound(LocalizedText)
}
