import BrowserLoginAPI
import BrowserLoginAppScreens
import CoreModels
import FoundationEssentials
import KernelTesting
import Locking
import LoginAPI
import LoginScreensAPI
import PluginKit
import ScreensAPI
import ScreensTesting
import Testing

/// The pages of a program on a person's own machine, without a server and a browser.
struct AppLoginStage: Sendable {
    static let origin = "http://abcdefghijklmnop.essential.localhost:20001"
    static let back = origin + "/sign-in/browser/back"
    static let person = User(
        id: UserID(UUID()), name: "Ana", email: EmailAddress("ana@example.com")!, isVerified: true,
        createdAt: Date(timeIntervalSince1970: 1_700_000_000))

    let logins: ScriptedLogins
    let clock = ManualClock()
    let screen: Screen
    let passages: [ScreenPassage]
    let section: SignInSection
    let stop: @Sendable () async -> Void
    /// Hears of logins by whatever way.
    let observer: any LoginObserving
    let lock = ScriptedLock()

    init(failingAtOnce error: BrowserLoginError? = nil, isSilent: Bool = false) throws {
        let logins = ScriptedLogins(failingAtOnce: error, isSilent: isSilent)
        let lock = lock
        var host = PluginHost()
        let installed = try host.install(
            BrowserLoginAppScreensPlugin.self,
            .init(login: logins, server: "essential.test", untilLocked: { await lock.wait() }, clock: clock))
        let composition = try host.composed()
        self.logins = logins
        screen = try #require(composition.values(of: Screens.self).first)
        passages = composition.values(of: ScreenPassages.self)
        section = try #require(composition.values(of: SignInSections.self).first)
        stop = try composition[installed].stop
        observer = try #require(composition.values(of: LoginObservers.self).first)
        logins.observer.withLock { [observer] in $0 = observer }
    }

    var runner: ScreenRunner { runner(as: nil) }

    func runner(as person: User?) -> ScreenRunner { ScreenRunner([screen], as: person, reachedAt: Self.origin) }

    func request(_ address: String, then: String? = nil, as person: User? = nil) -> ScreenRequest {
        let parts = address.split(separator: "?").map(String.init)
        let pairs = parts.count > 1 ? parts[1].split(separator: "=").map(String.init) : []
        var query = pairs.count == 2 ? [pairs[0]: pairs[1]] : [:]
        query["then"] = then
        return ScreenRequest(screen.route.place(), query: query, person: person, reachedAt: Self.origin, now: Date())
    }

    @discardableResult
    func begin(_ then: String? = nil, as person: User? = nil) async throws -> ScreenOutcome {
        try await runner(as: person).send("begin", to: "/sign-in/browser" + (then.map { "?then=\($0)" } ?? ""))
    }

    /// Where a passage leads.
    func pass(_ path: String, then: String? = nil, as person: User? = nil) async throws -> String {
        let passage = try #require(passages.first { $0.route.pattern == path })
        return switch try await passage.pass(request(path, then: then, as: person)) {
        case .leave(let address, _): "leave \(address.absoluteString)"
        case .go(let place, _): "go \(place.address(at: ""))"
        case .signedIn(let place, _): "signed in \(place.address(at: ""))"
        }
    }

    func links(on contents: ScreenContents) -> [String] {
        contents.blocks.flatMap { block in
            switch block {
            case .links(let links): links.map { $0.place.address(at: "") }
            case .section(let section): links(on: ScreenContents(contents.title, .column(section.blocks)))
            default: [String]()
            }
        }
    }
}

/// Is locked when it is told to.
final class ScriptedLock: Sendable {
    private let state = Locked((isLocked: false, waiting: [AsyncStream<Void>.Continuation]()))

    func wait() async {
        let (locked, signal) = AsyncStream.makeStream(of: Void.self)
        state.withLock { state in
            if state.isLocked { signal.finish() }
            state.waiting.append(signal)
        }
        for await _ in locked {}
    }

    func lock() {
        state.withLock { state in
            state.isLocked = true
            for one in state.waiting { one.finish() }
        }
    }
}

/// Logins that end when they are told to, or are cancelled.
final class ScriptedLogins: BrowserLoggingIn {
    private struct State {
        var browsers: [LoginBrowser] = []
        var ended: [Int] = []
        var ends: [Int: AsyncStream<Result<User, BrowserLoginError>>.Continuation] = [:]
    }

    private let state = Locked(State())
    /// Is told of who is logged in, as long as that lasts.
    let observer = Locked<(any LoginObserving)?>(nil)
    private let error: BrowserLoginError?
    private let isSilent: Bool
    private let (ends, endsSeen) = AsyncStream.makeStream(of: Void.self)

    init(failingAtOnce error: BrowserLoginError?, isSilent: Bool) {
        self.error = error
        self.isSilent = isSilent
    }

    /// In which browsers they were begun.
    var browsers: [LoginBrowser] { state.current.browsers }
    /// The numbers of those that were cancelled.
    var ended: [Int] { state.current.ended }

    /// Returns when one has been cancelled that wasn't waited for.
    func waitForEnd() async { for await _ in ends { return } }

    func end(_ number: Int, _ result: Result<User, BrowserLoginError>) {
        let end = state.withLock { $0.ends[number] }
        end?.yield(result)
    }

    func logIn(
        by browser: LoginBrowser, telling tell: @escaping @Sendable (BrowserLoginWay) -> Void
    ) async throws(BrowserLoginError) -> User {
        let (results, end) = AsyncStream.makeStream(of: Result<User, BrowserLoginError>.self)
        let number = state.withLock { state in
            state.browsers.append(browser)
            state.ends[state.browsers.count] = end
            return state.browsers.count
        }
        if let error { throw error }
        if !isSilent, let address = URL(string: "https://essential.test/authorize?\(number)") {
            tell(BrowserLoginWay(address: address, word: "WORD-\(number)", isOpened: false))
        }
        if let result = await results.first(where: { _ in true }) {
            if case .success(let user) = result { await observer.current?.didLogIn(user) }
            return try result.get()
        }
        state.withLock { $0.ended.append(number) }
        endsSeen.yield()
        throw .cancelled
    }
}
