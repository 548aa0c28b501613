public import CoreModels
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
    /// - Parameter person: Who asked for it; nil for whoever is logged in. If somebody else has
    ///   logged in on this device meanwhile, they stay so.
    /// - Throws: ``LogoutError`` when something is left on this device.
    func logOut(_ person: UserID?) async throws(LogoutError) -> LogoutOutcome

    /// What waits for a connection and would go with the session; nil for
    /// nothing.
    func whatWouldBeLost() async -> LogoutLoss?
}

extension LoggingOut {
    /// Logs out whoever is logged in.
    public func logOut() async throws(LogoutError) -> LogoutOutcome { try await logOut(nil) }

    /// Nothing.
    public func whatWouldBeLost() async -> LogoutLoss? { nil }
}

/// What a person loses by logging out.
public struct LogoutLoss: Hashable, Sendable {
    /// How much it is.
    public let count: Int
    /// What it is, such as `comments: 2`.
    public let text: LocalizedText

    /// Creates a description.
    public init(count: Int, text: LocalizedText) {
        self.count = count
        self.text = text
    }
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
    /// Somebody else has logged in meanwhile, and stays so; nothing was done.
    case somebodyElse(name: String)
}

/// Why something of the session is left on this device.
public struct LogoutError: Error, Hashable, Sendable {
    /// What is left and what to do about it, each once: several parts may be
    /// left for one reason.
    public let leftovers: [LocalizedText]
    /// Whether the session itself is gone from this device.
    public let hasEnded: Bool

    /// Creates an error.
    public init(leftovers: [LocalizedText], hasEnded: Bool) {
        self.leftovers = leftovers.indices.filter { !leftovers[..<$0].contains(leftovers[$0]) }.map { leftovers[$0] }
        self.hasEnded = hasEnded
    }
}
