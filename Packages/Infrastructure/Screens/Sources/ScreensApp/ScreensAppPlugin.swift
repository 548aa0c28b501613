import ConsoleAPI
public import CoreModels
public import CryptographyAPI
public import FoundationEssentials
public import HTTPServingAPI
import Localization
public import PluginKit
public import ScreensAPI
public import ScreensHosting

/// Shows the screens of all plugins to the person at this machine, in their own
/// browser: the command `app`.
///
/// Nothing is opened, and nothing listens, before the command is called.
public enum ScreensAppPlugin: Plugin {
    /// What showing screens here takes.
    public struct Dependencies: Sendable {
        /// Where the program keeps what is its own; nobody else may enter it.
        public let folder: String
        /// What opens pages; nil where there is no desktop.
        public let desktop: Desktop?
        /// The screens.
        public let screens: @Sendable () -> [Screen]
        /// The passages.
        public let passages: @Sendable () -> [ScreenPassage]
        /// The files.
        public let files: @Sendable () -> [ScreenFile]
        /// The ways that every screen offers.
        public let navigation: @Sendable () -> [NavigationItem]
        /// What tells how many there are behind them.
        public let counts: @Sendable () -> [NavigationCount]
        /// Where steps can be taken.
        public let steps: @Sendable () -> [ScreenStep]
        /// What tells of topics.
        public let live: @Sendable () -> [LiveSource]
        /// Who is signed in on this machine.
        public let person: @Sendable () async -> User?
        /// Waits until the one who is named isn't signed in any more, nor whoever came
        /// after them; ends as well when its task is cancelled.
        public let untilLeft: @Sendable (UserID?) async -> Void
        /// Locks what belongs to them.
        public let lock: AppLock
        /// Where files that come with forms are meanwhile.
        public let uploads: Uploads
        /// What goes on while the program runs, until it is cancelled.
        public let beside: @Sendable () async -> Void
        /// Names what is secret, and what isn't.
        public let random: any RandomSource, hashing: any Hashing
        /// Listens at a port of this machine alone, at both its addresses, while
        /// `body` runs.
        ///
        /// It throws an ``HTTPServingError`` if it can't.
        public let serve:
            @Sendable (AppService, _ body: @escaping @Sendable () async throws -> Void) async throws -> Void
        /// The present time.
        public let now: @Sendable () -> Date
        /// Measures time.
        public let clock: any Clock<Duration>

        /// Creates the dependencies.
        public init(
            folder: String, desktop: Desktop?, screens: @escaping @Sendable () -> [Screen],
            passages: @escaping @Sendable () -> [ScreenPassage] = { [] },
            files: @escaping @Sendable () -> [ScreenFile],
            navigation: @escaping @Sendable () -> [NavigationItem],
            counts: @escaping @Sendable () -> [NavigationCount] = { [] },
            steps: @escaping @Sendable () -> [ScreenStep],
            live: @escaping @Sendable () -> [LiveSource],
            person: @escaping @Sendable () async -> User?,
            untilLeft: @escaping @Sendable (UserID?) async -> Void, lock: AppLock, uploads: Uploads,
            beside: @escaping @Sendable () async -> Void,
            random: any RandomSource, hashing: any Hashing, now: @escaping @Sendable () -> Date = { Date() },
            clock: any Clock<Duration> = ContinuousClock(),
            serve:
                @escaping @Sendable (
                    AppService, _ body: @escaping @Sendable () async throws -> Void
                ) async throws -> Void
        ) {
            self.folder = folder
            self.desktop = desktop
            self.screens = screens
            self.passages = passages
            self.files = files
            self.navigation = navigation
            self.counts = counts
            self.steps = steps
            self.live = live
            self.person = person
            self.untilLeft = untilLeft
            self.lock = lock
            self.uploads = uploads
            self.beside = beside
            self.random = random
            self.hashing = hashing
            self.serve = serve
            self.now = now
            self.clock = clock
        }
    }

    /// The name `app`.
    public static let manifest = PluginManifest(
        id: "app",
        summary: LocalizedText(en: "The screens on one's own machine", es: "Las pantallas en el propio equipo"))

    /// Makes the command.
    public static func assemble(_ dependencies: Dependencies) -> Assembly<Void> {
        Assembly(contributions: Contributions(AppCommand(dependencies: dependencies).command, to: Commands.self))
    }
}

/// What a program on a person's own machine serves.
public struct AppService: Sendable {
    /// The port, at 127.0.0.1 and at [::1].
    public let port: Int
    /// The routes of all screens.
    public let routes: [Route]
    /// What sees all requests for them, and their answers.
    public let middlewares: [any HTTPMiddleware]
    /// Writes a problem as a screen.
    public let problem: @Sendable (HTTPProblem, ServerRequest) -> ServerResponse
    /// Puts the door before what answers by the routes.
    public let guarded: @Sendable (any HTTPResponding) -> any HTTPResponding
}

/// What locks that which belongs to the person at this machine.
public struct AppLock: Sendable {
    /// Whether it is locked; `NextStep.unlock` opens it.
    public let isLocked: @Sendable () async -> Bool
    /// Locks it, if there is something with which it can be opened again.
    public let lock: @Sendable () async -> Void
    /// Waits until it is locked, by whomever; ends as well when its task is
    /// cancelled.
    public let untilLocked: @Sendable () async -> Void
    /// Whether the person opens it in the browser, and isn't asked before.
    public let isOpenedInBrowser: @Sendable () async -> Bool

    /// Creates a lock.
    public init(
        isLocked: @escaping @Sendable () async -> Bool, lock: @escaping @Sendable () async -> Void,
        untilLocked: @escaping @Sendable () async -> Void,
        isOpenedInBrowser: @escaping @Sendable () async -> Bool = { false }
    ) {
        self.isOpenedInBrowser = isOpenedInBrowser
        self.isLocked = isLocked
        self.lock = lock
        self.untilLocked = untilLocked
    }
}
