public import CoreModels
import Locking
public import LoginAPI

/// Answers each login with one result and remembers the addresses.
public final class LoggingInSpy: LoggingIn {
    private let result: Result<User, LoginError>
    private let recorded = Locked<[(email: String, password: Secret)]>([])

    /// Creates a spy.
    public init(_ result: Result<User, LoginError>) {
        self.result = result
    }

    /// The credentials that came, in order.
    public var attempts: [(email: String, password: Secret)] { recorded.withLock { $0 } }

    /// Answers with the result.
    public func logIn(email: String, password: Secret) async throws(LoginError) -> User {
        recorded.withLock { $0.append((email, password)) }
        return try result.get()
    }
}

/// Answers each logout with one result.
public struct LoggingOutStub: LoggingOut {
    private let result: Result<LogoutOutcome, LogoutError>

    /// Creates a stub.
    public init(_ result: Result<LogoutOutcome, LogoutError>) {
        self.result = result
    }

    /// Answers with the result.
    public func logOut() async throws(LogoutError) -> LogoutOutcome {
        try result.get()
    }
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
