public import CoreModels
import Localization
public import LoginAPI
public import TelemetryAPI

/// Remembers the server at which somebody logged in, and writes down the
/// attempts that fail.
///
/// A login that waited for a connection succeeds or fails where nobody sees it,
/// so both follow the login and not the command.
public struct FollowLogins: LoginObserving {
    private let memory: any ServerRemembering
    private let logger: Logger

    /// Creates the flow.
    ///
    /// - Parameters:
    ///   - memory: Remembers the server.
    ///   - logger: Hears of attempts that fail.
    public init(memory: any ServerRemembering, logger: Logger) {
        self.memory = memory
        self.logger = logger
    }

    /// Remembers the server.
    public func didLogIn(_ user: User) async { await memory.rememberServer() }

    /// Writes down why.
    public func didFailToLogIn(_ error: LoginError) async {
        logger.notice("a login failed", ["event": "LoginFailed", "reason": error.text.english])
    }
}
