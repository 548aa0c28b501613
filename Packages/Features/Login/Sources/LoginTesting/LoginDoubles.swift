public import CoreModels
public import FoundationEssentials
import Locking
public import LoginAPI

/// Answers logins with its results and remembers the credentials.
public final class LoggingInSpy: LoggingIn {
    /// What came with an attempt.
    public typealias Attempt = (email: String, password: Secret, captcha: Secret?)

    private let results: [Result<User, LoginError>]
    private let recorded = Locked<[Attempt]>([])
    private let codes = Locked<[Secret]>([])
    private let lost = Locked<[LoginTicket]>([])
    private let began = Locked<[SessionBeginning.Start?]>([])
    private let keepsAccounts: Bool

    /// Creates a spy.
    ///
    /// - Parameters:
    ///   - results: One after another; the last one from then on.
    ///   - keepsAccounts: Whether each login takes the deletion of an account back.
    public init(_ results: Result<User, LoginError>..., keepingAccounts keepsAccounts: Bool = false) {
        self.results = results
        self.keepsAccounts = keepsAccounts
    }

    /// The credentials that came, in order.
    public var attempts: [Attempt] { recorded.withLock { $0 } }

    /// The codes of second steps that came, in order.
    public var secondSteps: [Secret] { codes.withLock { $0 } }

    /// Since when each step, of either kind, was waited for, in order.
    public var starts: [SessionBeginning.Start?] { began.current }

    /// The tickets of those who lost their factor, in order.
    public var losses: [LoginTicket] { lost.withLock { $0 } }

    /// Answers with the next result.
    public func logIn(
        email: String, password: Secret, captcha: Secret?, since start: SessionBeginning.Start?
    ) async throws(LoginError) -> LoggedIn {
        began.withLock { $0.append(start) }
        recorded.withLock { $0.append((email, password, captcha)) }
        return try nextResult()
    }

    /// Answers with the next result.
    public func logIn(
        with code: Secret, completing ticket: LoginTicket, since start: SessionBeginning.Start?
    ) async throws(LoginError) -> LoggedIn {
        began.withLock { $0.append(start) }
        codes.withLock { $0.append(code) }
        return try nextResult()
    }

    /// When the factor ends of whoever says that it is lost.
    public static let factorEnd = Date(timeIntervalSince1970: 1_700_000_000)

    /// Answers always with ``factorEnd``, and remembers nothing.
    public func foreseeLostFactor(completing ticket: LoginTicket) async throws(LoginError) -> Date? { Self.factorEnd }

    /// Answers always with ``factorEnd``.
    public func reportLostFactor(completing ticket: LoginTicket) async throws(LoginError) -> Date {
        lost.withLock { $0.append(ticket) }
        return Self.factorEnd
    }

    private func nextResult() throws(LoginError) -> LoggedIn {
        let number = recorded.withLock { $0.count } + codes.withLock { $0.count }
        guard !results.isEmpty else { throw .server }
        return LoggedIn(try results[min(number, results.count) - 1].get(), keepsAccount: keepsAccounts)
    }
}

/// Answers each logout with one result.
public struct LoggingOutStub: LoggingOut {
    private let result: Result<LogoutOutcome, LogoutError>
    private let loss: LogoutLoss?
    private let calls = Locked<[UserID?]>([])

    /// Creates a stub.
    public init(_ result: Result<LogoutOutcome, LogoutError>, losing loss: LogoutLoss? = nil) {
        self.result = result
        self.loss = loss
    }

    /// Who logged out, each time.
    public var people: [UserID?] { calls.current }

    /// Answers with the result.
    public func logOut(_ person: UserID?) async throws(LogoutError) -> LogoutOutcome {
        calls.withLock { $0.append(person) }
        return try result.get()
    }

    /// What the test says.
    public func whatWouldBeLost() async -> LogoutLoss? { loss }
}

/// Remembers how attempts to log in ended.
public final class LoginObserverSpy: LoginObserving {
    /// How an attempt ended.
    public enum Event: Hashable, Sendable {
        /// Somebody is logged in.
        case succeeded(User)
        /// It failed.
        case failed(LoginError)
    }

    private let recorded = Locked<[Event]>([])

    /// Creates a spy.
    public init() {}

    /// The events so far, in order.
    public var events: [Event] { recorded.current }

    /// Remembers the person.
    public func didLogIn(_ user: User) async { recorded.withLock { $0.append(.succeeded(user)) } }
    /// Remembers the error.
    public func didFailToLogIn(_ error: LoginError) async { recorded.withLock { $0.append(.failed(error)) } }
}
