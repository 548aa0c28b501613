import Locking
public import RegistrationAPI

/// Answers each registration with one result and remembers the forms.
public final class RegisteringSpy: Registering {
    private let result: Result<RegistrationOutcome, RegistrationError>
    private let recorded = Locked<[RegistrationForm]>([])

    /// Creates a spy.
    public init(_ result: Result<RegistrationOutcome, RegistrationError>) {
        self.result = result
    }

    /// The forms so far, in order.
    public var forms: [RegistrationForm] { recorded.current }

    /// Answers with the result.
    public func register(_ form: RegistrationForm) async throws(RegistrationError) -> RegistrationOutcome {
        recorded.withLock { $0.append(form) }
        return try result.get()
    }
}
