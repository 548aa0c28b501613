import Locking
public import LoginAPI
public import RegistrationAPI

/// Answers registrations with results and remembers the forms.
public final class RegisteringSpy: Registering {
    private let results: [Result<RegistrationOutcome, RegistrationError>]
    private let recorded = Locked<[RegistrationForm]>([])
    private let began = Locked<[SessionBeginning.Start?]>([])

    /// Creates a spy that answers each registration with one result.
    public convenience init(_ result: Result<RegistrationOutcome, RegistrationError>) {
        self.init([result])
    }

    /// Creates a spy.
    ///
    /// - Parameter results: The answers in order; the last one goes on. There is
    ///   at least one.
    public init(_ results: [Result<RegistrationOutcome, RegistrationError>]) {
        precondition(!results.isEmpty)
        self.results = results
    }

    /// The forms so far, in order.
    public var forms: [RegistrationForm] { recorded.current }

    /// Since when each asked, in order.
    public var starts: [SessionBeginning.Start?] { began.current }

    /// Whether the first answer says so.
    public func isClosed() async -> Bool { if case .failure(.closed) = results[0] { true } else { false } }

    /// Answers with the next result.
    public func register(
        _ form: RegistrationForm, since start: SessionBeginning.Start?
    ) async throws(RegistrationError) -> RegistrationOutcome {
        began.withLock { $0.append(start) }
        let count = recorded.withLock { forms in
            forms.append(form)
            return forms.count
        }
        return try results[min(count, results.count) - 1].get()
    }
}
