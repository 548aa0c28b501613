public import Localization

/// Ends the session of this device.
public protocol LoggingOut: Sendable {
    /// Logs out: the session and what was kept with it are removed from this
    /// device whatever the server does, and the server is asked to end it
    /// whatever is left on this device.
    ///
    /// It is fine to call it when nobody is logged in, and at the same time as
    /// others.
    ///
    /// - Throws: ``LogoutError`` when something is left on this device.
    func logOut() async throws(LogoutError) -> LogoutOutcome
}

/// What became of the session.
public enum LogoutOutcome: Hashable, Sendable {
    /// It is ended here and at the server.
    case ended
    /// It is ended here; the server could not be told yet, and is as soon as it
    /// can be reached.
    case serverToBeTold
    /// It is ended here; the server could not be told, and its session ends by
    /// itself when its time is over.
    case endedHereOnly
    /// Nobody was logged in.
    case wasNotLoggedIn
}

/// Why something of the session is left on this device.
public struct LogoutError: Error, Hashable, Sendable {
    /// What is left and what to do about it, one for each part.
    public let leftovers: [LocalizedText]

    /// Creates an error.
    public init(leftovers: [LocalizedText]) {
        self.leftovers = leftovers
    }
}
