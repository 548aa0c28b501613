public import CoreModels
public import LoginAPI
public import ProofOfPossessionAPI

/// Logs in with a session that is bound to a key of this device, and remembers
/// the server at which that succeeded.
public struct SignInCoordinator: LoggingIn {
    /// What the flow needs.
    public struct Dependencies: Sendable {
        /// Logs in.
        public let login: any LoggingIn
        /// Remembers the server.
        public let memory: any ServerRemembering
        /// Keeps the key of this device.
        public let keys: any DeviceKeyKeeping

        /// Creates the dependencies.
        public init(login: any LoggingIn, memory: any ServerRemembering, keys: any DeviceKeyKeeping) {
            self.login = login
            self.memory = memory
            self.keys = keys
        }
    }

    private let dependencies: Dependencies

    /// Creates the flow.
    public init(_ dependencies: Dependencies) {
        self.dependencies = dependencies
    }

    /// Logs in.
    public func logIn(email: String, password: Secret) async throws(LoginError) -> User {
        await dependencies.keys.prepareKey()
        let user = try await dependencies.login.logIn(email: email, password: password)
        await dependencies.keys.prepareKey()
        await dependencies.memory.rememberServer()
        return user
    }
}
