public import CoreModels
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
    /// Who may see it.
    public enum Access: Hashable, Sendable {
        /// Everybody.
        case everybody
        /// Whoever is signed in; others sign in first, and come back.
        case people
    }

    /// Where it is.
    public let route: ScreenRoute
    /// Who may see it, and send its forms.
    public let access: Access
    /// What it does with forms.
    public let actions: [ScreenAction]
    /// Makes what it shows; it changes nothing and must not block its thread.
    ///
    /// A thrown ``ScreenFailure`` is shown, and so is a `PresentableError`; any
    /// other error is for whoever hosts the screen.
    public let show: @Sendable (ScreenRequest) async throws -> ScreenContents

    /// Creates a screen.
    public init(
        _ route: ScreenRoute, for access: Access = .everybody, actions: [ScreenAction] = [],
        show: @escaping @Sendable (ScreenRequest) async throws -> ScreenContents
    ) {
        self.route = route
        self.access = access
        self.actions = actions
        self.show = show
    }
}

/// Collects the screens of all plugins.
public enum Screens: ExtensionPoint {
    /// A screen.
    public typealias Value = Screen
}

/// What somebody wants to see.
public struct ScreenRequest: Hashable, Sendable {
    /// Where they are, with all parameters.
    public let place: Place
    /// The values of the route's `{name}` segments.
    public let values: [String: String]
    /// The parameters.
    public let query: [String: String]
    /// Whose browser it is.
    public let browser: Browser
    /// Who is signed in there; nil for nobody.
    public let person: User?
    /// The present time.
    public let now: Date

    /// Creates a request.
    public init(
        _ place: Place, values: [String: String] = [:], query: [String: String] = [:], browser: Browser = .unknown,
        person: User? = nil, now: Date
    ) {
        self.place = place
        self.values = values
        self.query = query
        self.browser = browser
        self.person = person
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
    /// What has to be known of all of it; nil for nothing.
    public let notice: ScreenNotice?
    /// What is on it.
    public let body: Body

    /// Creates contents.
    public init(_ title: ScreenText, noting notice: ScreenNotice? = nil, _ body: Body) {
        self.title = title
        self.notice = notice
        self.body = body
    }
}

extension ScreenContents {
    /// All forms on it.
    package var forms: [ScreenForm] {
        switch body {
        case .gallery(_, let blocks), .picture(_, let blocks), .column(let blocks): blocks.flatMap(\.forms)
        }
    }
}

extension ScreenBlock {
    fileprivate var forms: [ScreenForm] {
        switch self {
        case .form(let form): [form]
        case .section(let section): section.blocks.flatMap(\.forms)
        case .entries(let entries): entries.flatMap { $0.blocks.flatMap(\.forms) }
        case .text, .lines, .conversation, .links, .notice: []
        }
    }
}

/// Why a screen can't be shown.
public enum ScreenFailure: Error, Hashable, Sendable {
    /// There is nothing at the place; the text says so, and what to do.
    case notFound(LocalizedText)
}
