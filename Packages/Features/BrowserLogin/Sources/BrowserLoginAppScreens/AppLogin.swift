import BrowserLoginAPI
import CoreModels
import FoundationEssentials
import Localization
import Locking
import LoginAPI
import Presenting
import SessionsAPI

/// Logs in while the browser in front of the person is at the server's pages: one login at
/// a time, of which a second one ends the first.
final class AppLogin: Sendable {
    private let login: any BrowserLoggingIn
    /// Returns when what belongs to the person is locked.
    private let untilLocked: @Sendable () async -> Void
    private let clock: any Clock<Duration>
    private let state = Locked(State())
    /// The number of the attempt that the task belongs to; nil for all others.
    @TaskLocal private static var number: Int?

    /// For how long somebody at a page waits for the server to say that it has this way in,
    /// and for what they decided.
    private static let patience = Duration.seconds(6), rest = Duration.seconds(5)

    private struct State {
        var attempt: Attempt?
        var count = 0
        /// Why nobody was logged in the last time.
        var failure: BrowserLoginError?
    }

    private typealias Waiting = FirstResult<Result<User, BrowserLoginError>?>

    private struct Attempt {
        let number: Int
        let task: Task<Void, Never>
        /// Where the person goes on in the end.
        let then: String?
        /// Who is logged in and logs in once more; nil for nobody.
        let person: UserID?
        var way: BrowserLoginWay?
        var end: Result<User, BrowserLoginError>?
        /// Those who wait for the end.
        var waiting: [Waiting] = []
    }

    init(
        _ login: any BrowserLoggingIn, untilLocked: @escaping @Sendable () async -> Void, by clock: any Clock<Duration>
    ) {
        self.login = login
        self.untilLocked = untilLocked
        self.clock = clock
    }

    /// Where the browser has to go; nil while nobody is waited for.
    var way: BrowserLoginWay? {
        state.withLock { $0.attempt.flatMap { $0.end == nil ? $0.way : nil } }
    }

    /// Where the person goes on in the end.
    var then: String? { state.withLock { $0.attempt?.then } }

    /// Whether the last one that was waited for was begun by somebody who was logged in.
    func isBegun(by person: User?) -> Bool {
        guard let person else { return false }
        return state.withLock { $0.attempt?.person } == person.id
    }

    /// Why nobody was logged in the last time, if it is called so.
    func failure(called code: String?) -> BrowserLoginError? {
        state.withLock { $0.failure }.flatMap { $0.code == code ? $0 : nil }
    }

    /// Why the last one that was waited for ended, if it is that somebody else has logged in.
    var refusal: BrowserLoginError? {
        guard case .failure(let error) = state.withLock({ $0.attempt?.end }), error.isOfSomebodyElse else { return nil }
        return error
    }

    /// Begins to wait for a browser that comes back to a page.
    ///
    /// - Parameter person: Who is logged in and logs in once more; nil for nobody.
    /// - Throws: Why nobody is waited for.
    func begin(comingBackTo page: URL, then: String?, by person: User?) async throws(BrowserLoginError) {
        let isUnderWay = FirstResult<Bool>()
        var begun: Int?
        // Another window may begin one while the former ends.
        repeat {
            await stop()
            begun = start(comingBackTo: page, then: then, by: person?.id) { isUnderWay.give(true) }
        } while begun == nil
        let number = begun
        let timer = timer(of: Self.patience) { isUnderWay.give(false) }
        let hasAnswer = await isUnderWay.wait()
        timer.cancel()
        let end = state.withLock { $0.attempt.flatMap { $0.number == number ? $0.end : .failure(.cancelled) } }
        if hasAnswer, end == nil { return }
        if case .failure(let error) = end { throw error }
        await stop()
        throw .connectivity(AppLoginTexts.silent)
    }

    /// Begins one.
    ///
    /// - Parameter onNews: Is told when it is known where the browser has to go, or that it
    ///   has ended.
    /// - Returns: Its number; nil where there is one already.
    private func start(
        comingBackTo page: URL, then: String?, by person: UserID?, onNews: @escaping @Sendable () -> Void
    ) -> Int? {
        state.withLock { state in
            guard state.attempt == nil else { return nil }
            state.count += 1
            let number = state.count
            // It goes on when the page that began it is there, and has its own time.
            let task = Task.detached { [self] in
                let end = await Self.$number.withValue(number) {
                    await run(.present(comingBackTo: page)) { [self] way in
                        note(way, of: number)
                        onNews()
                    }
                }
                note(end, of: number)
                onNews()
            }
            state.attempt = Attempt(number: number, task: task, then: then, person: person)
            return number
        }
    }

    /// Ends what is waited for, and returns when it has ended.
    func stop() async {
        let task = state.withLock { state in
            defer { state.attempt = nil }
            return state.attempt?.task
        }
        task?.cancel()
        await task?.value
    }

    /// What became of it; nil where nobody is waited for, or nobody has decided.
    ///
    /// Who comes back comes when the session has begun, and not when all is done that
    /// follows from that.
    func end() async -> Result<User, BrowserLoginError>? {
        let coming = FirstResult<Result<User, BrowserLoginError>?>()
        let isUnderWay = state.withLock { state in
            if state.attempt == nil || state.attempt?.end != nil { coming.give(state.attempt?.end) }
            state.attempt?.waiting.append(coming)
            return state.attempt?.end == nil
        }
        let timer = isUnderWay ? timer(of: Self.rest) { coming.give(nil) } : nil
        defer { timer?.cancel() }
        return await coming.wait()
    }

    private func timer(of time: Duration, _ ring: @escaping @Sendable () -> Void) -> Task<Void, Never> {
        Task { [clock] in
            try? await clock.sleep(for: time)
            ring()
        }
    }

    /// Logs in, until that is locked in which the session would be kept.
    private func run(
        _ browser: LoginBrowser, telling tell: @escaping @Sendable (BrowserLoginWay) -> Void
    ) async -> Result<User, BrowserLoginError> {
        await withTaskGroup(of: Result<User, BrowserLoginError>?.self) { [login, untilLocked] group in
            group.addTask {
                do throws(BrowserLoginError) {
                    return .success(try await login.logIn(by: browser, telling: tell))
                } catch {
                    return .failure(error)
                }
            }
            group.addTask {
                await untilLocked()
                return nil
            }
            for await end in group {
                group.cancelAll()
                if let end { return end }
            }
            return .failure(.cancelled)
        }
    }

    private func note(_ way: BrowserLoginWay, of number: Int) {
        state.withLock { state in
            if state.attempt?.number == number { state.attempt?.way = way }
        }
    }

    private func note(_ end: Result<User, BrowserLoginError>, of number: Int) {
        let waiting = state.withLock { state in
            guard state.attempt?.number == number, state.attempt?.end == nil else {
                return [] as [Waiting]
            }
            if case .failure(let error) = end { state.failure = error }
            state.attempt?.end = end
            return state.attempt?.waiting ?? []
        }
        for one in waiting { one.give(end) }
    }
}

// MARK: Other ways

extension AppLogin {
    /// Hears of logins by other ways, and doesn't keep the login: what the queue calls must not
    /// hold what holds the queue, or both would stay, with the key of this device.
    struct Watch: LoginObserving {
        weak let login: AppLogin?

        func didLogIn(_ user: User) async { await login?.didLogIn(user) }
        func didFailToLogIn(_ error: LoginError) async {}
    }

    /// Ends what is waited for, since somebody has logged in by another way: nobody takes
    /// their place unasked.
    private func didLogIn(_ user: User) async {
        let error = SessionStoreError.somebodyElse(name: user.name).refusal.map { BrowserLoginError.impossible($0) }
        let (task, waiting) = state.withLock { state -> (Task<Void, Never>?, [Waiting]) in
            guard let attempt = state.attempt, attempt.number != Self.number else { return (nil, []) }
            // Whoever has logged in once more by another way is where they wanted to be.
            guard attempt.end == nil, attempt.person != user.id, let error else {
                state.attempt = nil
                return (attempt.task, [])
            }
            state.failure = error
            state.attempt?.end = .failure(error)
            return (attempt.task, attempt.waiting)
        }
        task?.cancel()
        for one in waiting { one.give(error.map { .failure($0) }) }
    }
}

extension BrowserLoginError {
    /// Whether somebody else has logged in meanwhile.
    var isOfSomebodyElse: Bool { code == SessionStoreError.somebodyElse(name: "").code }
}
