public import CoreModels
public import LoginAPI

/// Logs in, and remembers the server at which that succeeded.
public struct SignInCoordinator: LoggingIn {
    /// What the flow needs.
    public struct Dependencies: Sendable {
        /// Logs in.
        public let login: any LoggingIn
        /// Remembers the server.
        public let memory: any ServerRemembering

        /// Creates the dependencies.
        public init(login: any LoggingIn, memory: any ServerRemembering) {
            self.login = login
            self.memory = memory
        }
    }

    private let dependencies: Dependencies

    /// Creates the flow.
    public init(_ dependencies: Dependencies) {
        self.dependencies = dependencies
    }

    /// Logs in.
    public func logIn(email: String, password: Secret) async throws(LoginError) -> User {
        let user = try await dependencies.login.logIn(email: email, password: password)
        await dependencies.memory.rememberServer()
        return user
    }
}
