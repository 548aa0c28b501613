public import CryptographyAPI
public import FoundationEssentials
public import HTTPServingAPI
import HTTPTypes
package import Localization
public import PluginKit
public import SQLStoreAPI
public import ScreensAPI
import ScreensHTML
public import ScreensHostingAPI

/// Shows the screens of all plugins to whoever comes with a browser.
///
/// Asking changes nothing, but for passages. There are no cookies before somebody
/// signs in, or goes elsewhere to do so.
public enum ScreensHostingPlugin: Plugin {
    /// What showing screens takes.
    public struct Dependencies: Sendable {
        /// The screens.
        public let screens: @Sendable () -> [Screen]
        /// The passages.
        public let passages: @Sendable () -> [ScreenPassage]
        /// The files.
        public let files: @Sendable () -> [ScreenFile]
        /// The ways that every screen offers.
        public let navigation: @Sendable () -> [NavigationItem]
        /// What tells how much is new behind them; none where asking takes long.
        public let news: @Sendable () -> [NavigationNews]
        /// What tells how many there are behind them.
        public let counts: @Sendable () -> [NavigationCount]
        /// Where steps can be taken.
        public let steps: @Sendable () -> [ScreenStep]
        /// What tells of topics.
        public let live: @Sendable () -> [LiveSource]
        /// Knows browsers again; nil where nobody can sign in.
        public let browsers: (any BrowserKeeping)?
        /// Where files that come with forms are meanwhile; nil where none come.
        public let uploads: Uploads?
        /// What screens are made of that are settled; nil to make each anew.
        public let database: (any SQLDatabase)?
        /// Names the style sheet, and the states of screens.
        public let hashing: any Hashing
        /// The path of the first screen, with a slash at its end.
        public let root: String
        /// Makes the keys of forms, which nobody can guess.
        public let makeKey: @Sendable () -> String
        /// The present time.
        public let now: @Sendable () -> Date
        /// By what browsers are known again.
        package var cookies = BrowserCookie.Manner.kept
        /// Whether what belongs to the person is locked.
        package var isLocked: @Sendable () async -> Bool = { false }
        /// What ends for all windows; nil where each is told what concerns it.
        package var ends: WindowEnds?
        /// What pages know, never send, and want to hear with each event: a secret where
        /// others may take the server's place; empty where its name proves who it is.
        package var proof = ""

        /// Creates the dependencies.
        public init(
            screens: @escaping @Sendable () -> [Screen], passages: @escaping @Sendable () -> [ScreenPassage] = { [] },
            files: @escaping @Sendable () -> [ScreenFile] = { [] },
            navigation: @escaping @Sendable () -> [NavigationItem],
            news: @escaping @Sendable () -> [NavigationNews] = { [] },
            counts: @escaping @Sendable () -> [NavigationCount] = { [] },
            steps: @escaping @Sendable () -> [ScreenStep],
            live: @escaping @Sendable () -> [LiveSource] = { [] }, browsers: (any BrowserKeeping)?,
            uploads: Uploads? = nil, database: (any SQLDatabase)? = nil, hashing: any Hashing, root: String,
            makeKey: @escaping @Sendable () -> String,
            now: @escaping @Sendable () -> Date
        ) {
            self.screens = screens
            self.passages = passages
            self.files = files
            self.navigation = navigation
            self.news = news
            self.counts = counts
            self.steps = steps
            self.live = live
            self.browsers = browsers
            self.uploads = uploads
            self.database = database
            self.makeKey = makeKey
            self.hashing = hashing
            self.root = root
            self.now = now
        }
    }

    /// What a server that shows screens has beside its API.
    public struct Exports: Sendable {
        /// Makes the routes of all screens, once all plugins have contributed; they
        /// are no part of the API.
        ///
        /// It throws if the scripts of screens can't be named.
        public let routes: @Sendable () throws -> [Route]
        /// Have pages that refuse a form give back what was typed, and no page of a window
        /// be the answer to a form; they go before all other middlewares.
        public let middlewares: [any HTTPMiddleware]
        /// Writes a problem as a screen.
        public let problem: @Sendable (HTTPProblem, ServerRequest) -> ServerResponse
        /// Writes something that is no screen, with a way to the first one.
        package let page: @Sendable (LocalizedText, ScreenNotice, ServerRequest) -> ServerResponse
        /// Forgets what was answered to forms, which may be sent anew.
        package let forget: @Sendable () -> Void
    }

    /// The name `screens`.
    public static let manifest = PluginManifest(
        id: "screens", summary: LocalizedText(en: "Screens for browsers", es: "Pantallas para navegadores"))

    /// Makes the style sheet's name, and what shows screens.
    public static func assemble(_ dependencies: Dependencies) throws -> Assembly<Exports> {
        let assets = try ScreenAssets(dependencies.hashing)
        let host = ScreenHost(dependencies: dependencies, assets: assets)
        return Assembly(
            exports: Exports(
                routes: {
                    [screens = dependencies.screens, files = dependencies.files, passages = dependencies.passages] in
                    let own: [ScreenScript] = [
                        .app, .lock, .scrolling, .upload, .undo, .forget, .work, .mask, .permission, .passkey,
                        .presence,
                    ]
                    let shown = screens(), scripts = own + shown.flatMap(\.scripts)
                    let all = shown.contains { $0.route.pattern == "/" } ? shown : shown + [.home]
                    return [host.liveRoute] + host.draftRoutes + all.map(host.route(of:))
                        + all.filter { !$0.actions.isEmpty }.map(host.actionRoute)
                        + passages().map(host.route(of:)) + passages().compactMap(host.formRoute)
                        + files().map(host.route(of:))
                        + (try assets.routes(of: scripts))
                },
                middlewares: [KeptAnswers.Middleware(host: host), TypedTexts.Middleware(), HiddenScreens(host: host)],
                problem: { problem, request in host.response(to: request, about: problem) },
                page: { title, notice, request in host.response(to: request, about: title, notice) },
                forget: { host.forgetAnswers() }))
    }
}

extension Screen {
    /// The first screen where no plugin has one.
    fileprivate static let home = Screen(ScreenRoute("/")) { _ in
        let title = LocalizedText(en: "There is nothing to see here yet", es: "Aquí aún no hay nada que ver")
        return ScreenContents(.words(title), .column([]))
    }
}
