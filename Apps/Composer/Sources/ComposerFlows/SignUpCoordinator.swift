public import RegistrationAPI

/// Makes an account, and remembers the server at which that succeeded.
public struct SignUpCoordinator: Registering {
    /// What the flow needs.
    public struct Dependencies: Sendable {
        /// Makes accounts.
        public let registration: any Registering
        /// Remembers the server.
        public let memory: any ServerRemembering

        /// Creates the dependencies.
        public init(registration: any Registering, memory: any ServerRemembering) {
            self.registration = registration
            self.memory = memory
        }
    }

    private let dependencies: Dependencies

    /// Creates the flow.
    public init(_ dependencies: Dependencies) {
        self.dependencies = dependencies
    }

    /// Makes an account.
    public func register(_ form: RegistrationForm) async throws(RegistrationError) -> RegistrationOutcome {
        let outcome = try await dependencies.registration.register(form)
        await dependencies.memory.rememberServer()
        return outcome
    }
}
