public import BrowserLoginAPI
public import CoreModels
public import OfflineQueueAPI
public import ProofOfPossessionAPI

/// Logs in through a browser elsewhere with a session that is bound to a key of this
/// device, and does what the end of the session before interrupted.
public struct DeviceSignInCoordinator: DeviceLoggingIn {
    /// For how long somebody who is logged in waits for that.
    private static let patience = Duration.seconds(10)

    private let login: any DeviceLoggingIn
    private let keys: any DeviceKeyKeeping
    private let queue: any RequestQueueing & QueueRetrying
    private let clock: any Clock<Duration>

    /// Creates the flow.
    ///
    /// - Parameters:
    ///   - login: Logs in.
    ///   - keys: Keeps the key of this device.
    ///   - queue: Sends what waits for a login.
    ///   - clock: Measures for how long that may take.
    public init(
        login: any DeviceLoggingIn, keys: any DeviceKeyKeeping, queue: any RequestQueueing & QueueRetrying,
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.login = login
        self.keys = keys
        self.queue = queue
        self.clock = clock
    }

    /// Logs in.
    public func logIn(
        telling tell: @escaping @Sendable (DeviceLoginEvent) -> Void
    ) async throws(DeviceLoginError) -> User {
        await keys.prepareKey()
        let user = try await login.logIn(telling: tell)
        await keys.prepareKey()
        // A login that waits would log somebody in again.
        try? await queue.discard(.login)
        await queue.retryDue(within: Self.patience, by: clock)
        return user
    }
}
