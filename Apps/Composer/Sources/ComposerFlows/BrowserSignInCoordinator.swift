public import BrowserLoginAPI
public import CoreModels
public import OfflineQueueAPI
public import ProofOfPossessionAPI

/// Logs in through the browser with a session that is bound to a key of this device, and
/// does what the end of the session before interrupted.
public struct BrowserSignInCoordinator: BrowserLoggingIn {
    private let login: any BrowserLoggingIn
    private let keys: any DeviceKeyKeeping
    private let queue: any RequestQueueing & QueueRetrying
    private let patience: Duration
    private let clock: any Clock<Duration>

    /// Creates the flow.
    ///
    /// - Parameters:
    ///   - login: Logs in.
    ///   - keys: Keeps the key of this device.
    ///   - queue: Sends what waits for a login.
    ///   - patience: For how long somebody who is logged in waits for that.
    ///   - clock: Measures for how long that may take.
    public init(
        login: any BrowserLoggingIn, keys: any DeviceKeyKeeping, queue: any RequestQueueing & QueueRetrying,
        patience: Duration = .seconds(10), clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.login = login
        self.keys = keys
        self.queue = queue
        self.patience = patience
        self.clock = clock
    }

    /// Logs in.
    public func logIn(
        by browser: LoginBrowser, telling tell: @escaping @Sendable (BrowserLoginWay) -> Void
    ) async throws(BrowserLoginError) -> User {
        await keys.prepareKey()
        let user = try await login.logIn(by: browser, telling: tell)
        await keys.prepareKey()
        // A login that waits would log somebody in again.
        try? await queue.discard(.login)
        await queue.retryDue(within: patience, by: clock)
        return user
    }
}
