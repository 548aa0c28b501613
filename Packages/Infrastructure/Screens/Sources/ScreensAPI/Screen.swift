public import CoreModels
public import FoundationEssentials
public import Localization
public import PluginKit
import Presenting

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
    /// What those are told who have to sign in first; nil for no more than that.
    public let invitation: LocalizedText?
    /// Whether mailed links lead to it, whose parameters are secrets: whatever
    /// opens links is shown the screen, and nobody keeps the address or lists it.
    public let isMailed: Bool
    /// Whether it is shown also while what belongs to the person is locked; in place
    /// of others the place of ``NextStep/unlock`` is shown then.
    public let isForLocked: Bool
    /// Whether strangers are shown the same for as long as nothing is committed: then
    /// it is made once, and anew each minute, since it may tell ages.
    public let isSettled: Bool
    /// Whether whoever was on it when their session ended comes back to it by signing in: not
    /// where that would be to begin again what signing in takes back.
    public let leadsBack: Bool
    /// Tells whether there is such a screen for whoever is at a browser; nil for one that is there
    /// for everybody.
    ///
    /// To others its address is one at which there is nothing, by whatever method they ask.
    public let isThere: (@Sendable (Browser) async -> Bool)?
    /// What on it is nobody's business but the person's.
    public let sensitive: [Sensitivity]
    /// How many of its forms somebody may send.
    public let limit: ScreenLimit?
    /// What helps where scripts run.
    public let scripts: [ScreenScript]
    /// What it does with forms.
    public let actions: [ScreenAction]
    /// Makes what it shows; it changes nothing and must not block its thread.
    ///
    /// A thrown ``ScreenFailure`` is shown, and so is a `PresentableError`; any
    /// other error is for whoever hosts the screen.
    public let show: @Sendable (ScreenRequest) async throws -> ScreenContents

    /// Creates a screen.
    public init(
        _ route: ScreenRoute, for access: Access = .everybody, inviting invitation: LocalizedText? = nil,
        isMailed: Bool = false, isForLocked: Bool = false, isSettled: Bool = false, leadsBack: Bool = true,
        isThere: (@Sendable (Browser) async -> Bool)? = nil, sensitive: [Sensitivity] = [], limit: ScreenLimit? = nil,
        scripts: [ScreenScript] = [], actions: [ScreenAction] = [],
        show: @escaping @Sendable (ScreenRequest) async throws -> ScreenContents
    ) {
        self.route = route
        self.access = access
        self.invitation = invitation
        self.isMailed = isMailed
        self.isForLocked = isForLocked
        self.isSettled = isSettled
        self.leadsBack = leadsBack
        self.isThere = isThere
        self.sensitive = sensitive
        self.limit = limit
        self.scripts = scripts
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
    /// How screens are wanted there.
    public let preferences: ScreenPreferences
    /// From where they ask.
    public let origin: RequestOrigin
    /// By which scheme, host and port their browser reached the program, such as
    /// `http://localhost:8080`; nil where it named none.
    public let reachedAt: String?
    /// What their browser carries since a ``ScreenPassage``; nil for nothing.
    public let carried: CarriedText?
    /// The present time.
    public let now: Date

    /// Creates a request.
    public init(
        _ place: Place, values: [String: String] = [:], query: [String: String] = [:], browser: Browser = .unknown,
        person: User? = nil, preferences: ScreenPreferences = ScreenPreferences(), from origin: RequestOrigin = .own,
        reachedAt: String? = nil,
        carrying carried: CarriedText? = nil, now: Date
    ) {
        self.place = place
        self.values = values
        self.query = query
        self.browser = browser
        self.person = person
        self.preferences = preferences
        self.origin = origin
        self.reachedAt = reachedAt
        self.carried = carried
        self.now = now
    }
}

/// What a screen shows.
public struct ScreenContents: Hashable, Sendable {
    /// How it is laid out.
    public enum Body: Hashable, Sendable {
        /// Pictures in rows, and what comes before and after them; where scripts run,
        /// ``ScreenLink/Relation/next`` and ``ScreenLink/Relation/previous`` are
        /// followed while somebody scrolls.
        case gallery([PictureGroup], before: [ScreenBlock] = [], after: [ScreenBlock])
        /// One picture, and what there is to say of it.
        case picture(ScreenPicture, beside: [ScreenBlock])
        /// Something to read.
        case column([ScreenBlock])
    }

    /// How it stands to what was asked for.
    public enum Standing: Hashable, Sendable {
        /// It is what was asked for.
        case found
        /// Nobody knows what was asked for.
        case unknown
        /// What was asked for is for something else, or for somebody else.
        case foreign
        /// What was asked for was there, and isn't any more.
        case over
    }

    /// What it is about: the heading and the name of the window.
    public let title: ScreenText
    /// What has to be known of all of it; nil for nothing.
    public let notice: ScreenNotice?
    /// What is on it.
    public let body: Body
    /// How it stands to what was asked for.
    public let standing: Standing

    /// Creates contents.
    public init(
        _ title: ScreenText, noting notice: ScreenNotice? = nil, _ body: Body, standing: Standing = .found
    ) {
        self.title = title
        self.notice = notice
        self.body = body
        self.standing = standing
    }
}

extension ScreenContents {
    /// What is on it, but for pictures.
    public var blocks: [ScreenBlock] {
        switch body {
        case .gallery(_, let before, let after): before + after
        case .picture(_, let blocks), .column(let blocks): blocks
        }
    }

    /// All forms on it.
    public var forms: [ScreenForm] { blocks.flatMap(\.forms) }
}

extension ScreenBlock {
    /// What it consists of.
    package var parts: [ScreenBlock] {
        switch self {
        case .section(let section): section.blocks
        case .entries(let entries): entries.flatMap(\.blocks)
        case .sensitive(_, let blocks): blocks
        case .text, .lines, .code, .written, .squares, .thumbnail, .bars, .program, .conversation, .links, .notice,
            .form,
            .permission:
            []
        }
    }

    fileprivate var forms: [ScreenForm] {
        if case .form(let form) = self { [form] } else { parts.flatMap(\.forms) }
    }
}

/// Why a screen can't be shown.
public enum ScreenFailure: Error, Hashable, Sendable {
    /// There is nothing at the place; the text says so, and what to do.
    case notFound(LocalizedText)
    /// There is no such screen for whoever asks, of whom ``Screen/isThere`` told something else a
    /// moment ago: they are told what anybody is at an address that no screen has.
    case absent
}
