public import CoreModels
public import FoundationEssentials
public import LoginAPI
public import OfflineQueueAPI
public import ProofOfPossessionAPI

/// Logs in with a session that is bound to a key of this device, and does what
/// the end of the session before interrupted.
public struct SignInCoordinator: LoggingIn {
    /// What the flow needs.
    public struct Dependencies: Sendable {
        /// Logs in.
        public let login: any LoggingIn
        /// Keeps the key of this device.
        public let keys: any DeviceKeyKeeping
        /// Sends what waits for a login.
        public let queue: any QueueRetrying
        /// Measures for how long that may take.
        public let clock: any Clock<Duration>

        /// Creates the dependencies.
        public init(
            login: any LoggingIn, keys: any DeviceKeyKeeping, queue: any QueueRetrying,
            clock: any Clock<Duration> = ContinuousClock()
        ) {
            self.login = login
            self.keys = keys
            self.queue = queue
            self.clock = clock
        }
    }

    /// For how long somebody who is logged in waits for what the end of the
    /// session before interrupted.
    private static let patience = Duration.seconds(10)

    private let dependencies: Dependencies

    /// Creates the flow.
    public init(_ dependencies: Dependencies) {
        self.dependencies = dependencies
    }

    /// Logs in.
    public func logIn(
        email: String, password: Secret, captcha: Secret?, since start: SessionBeginning.Start?
    ) async throws(LoginError) -> LoggedIn {
        try await logIn { () async throws(LoginError) in
            try await dependencies.login.logIn(email: email, password: password, captcha: captcha, since: start)
        }
    }

    /// Does the second step.
    public func logIn(
        with code: Secret, completing ticket: LoginTicket, since start: SessionBeginning.Start?
    ) async throws(LoginError) -> LoggedIn {
        try await logIn { () async throws(LoginError) in
            try await dependencies.login.logIn(with: code, completing: ticket, since: start)
        }
    }

    /// When the second factor would end.
    public func foreseeLostFactor(completing ticket: LoginTicket) async throws(LoginError) -> Date? {
        try await dependencies.login.foreseeLostFactor(completing: ticket)
    }

    /// Says that the second factor is lost.
    public func reportLostFactor(completing ticket: LoginTicket) async throws(LoginError) -> Date {
        try await dependencies.login.reportLostFactor(completing: ticket)
    }

    private func logIn(_ step: () async throws(LoginError) -> LoggedIn) async throws(LoginError) -> LoggedIn {
        await dependencies.keys.prepareKey()
        let login = try await step()
        await dependencies.keys.prepareKey()
        await dependencies.queue.retryDue(within: Self.patience, by: dependencies.clock)
        return login
    }
}
