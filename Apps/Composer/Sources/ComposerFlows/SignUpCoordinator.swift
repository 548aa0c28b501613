public import LoginAPI
public import ProofOfPossessionAPI
public import RegistrationAPI

/// Makes an account with a session that is bound to a key of this device, and
/// remembers the server at which that succeeded.
public struct SignUpCoordinator: Registering {
    /// What the flow needs.
    public struct Dependencies: Sendable {
        /// Makes accounts.
        public let registration: any Registering
        /// Remembers the server.
        public let memory: any ServerRemembering
        /// Keeps the key of this device.
        public let keys: any DeviceKeyKeeping

        /// Creates the dependencies.
        public init(registration: any Registering, memory: any ServerRemembering, keys: any DeviceKeyKeeping) {
            self.registration = registration
            self.memory = memory
            self.keys = keys
        }
    }

    private let dependencies: Dependencies

    /// Creates the flow.
    public init(_ dependencies: Dependencies) {
        self.dependencies = dependencies
    }

    /// Asks the server.
    public func isClosed() async -> Bool { await dependencies.registration.isClosed() }

    /// Makes an account.
    public func register(
        _ form: RegistrationForm, since start: SessionBeginning.Start?
    ) async throws(RegistrationError) -> RegistrationOutcome {
        await dependencies.keys.prepareKey()
        let outcome = try await dependencies.registration.register(form, since: start)
        await dependencies.keys.prepareKey()
        await dependencies.memory.rememberServer()
        return outcome
    }
}
