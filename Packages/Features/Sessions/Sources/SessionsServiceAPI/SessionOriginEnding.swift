public import CoreModels
public import FoundationEssentials
public import SQLStoreAPI

/// By which way in a session began, where there may be several of the kind.
public struct SessionOrigin: Hashable, Sendable {
    /// Names the way in, such as a link with a provider, or a passkey.
    public let way: String
    /// Names the session there, of which nobody else has one of that name; nil where
    /// none is known.
    public let session: String?
    /// When the person proved there who they are; nil for just now.
    ///
    /// A session that begins is no newer a proof than that.
    public let provedAt: Date?

    /// Creates an origin.
    public init(way: String, session: String? = nil, provedAt: Date? = nil) {
        self.way = way
        self.session = session
        self.provedAt = provedAt
    }
}

/// Which sessions end when a way in is over, or somebody else takes their word back.
public enum EndedOrigin: Hashable, Sendable {
    /// All that began in a way.
    case way(String)
    /// Those of one session there.
    case session(String)
    /// Those of one session there, and those that began in the way without one being
    /// known.
    case sessionOf(way: String, session: String)

    /// The same, of a table that keeps a ``SessionOrigin`` in the columns `origin` and
    /// `origin_session`.
    public var condition: SQL {
        switch self {
        case .way(let way): "origin = \(way)"
        case .session(let session): "origin_session = \(session)"
        case .sessionOf(let way, let session):
            "origin = \(way) AND (origin_session IS NULL OR origin_session = \(session))"
        }
    }
}

/// Ends the sessions that began in a way that lets nobody in any more, in the
/// transaction of who takes note of that.
///
/// Any number of calls may run at once.
public protocol SessionOriginEnding: Sendable {
    /// Ends them, and the ways in that have begun and wait for a second step.
    ///
    /// As soon as that is committed, their tokens are refused and their devices told.
    ///
    /// - Parameter kept: One that goes on: that of who removes the way; nil for none.
    /// - Returns: Those that were ended, by person.
    /// - Throws: What should undo the transaction.
    func endSessions(
        from origin: EndedOrigin, except kept: SessionID?, because reason: SessionEndReason,
        in transaction: any SQLWriting
    ) throws -> [UserID: [SessionID]]

    /// Counts and logs the sessions that were ended, and tells observers.
    func announceEnd(of sessions: [UserID: [SessionID]], because reason: SessionEndReason) async
}

extension SessionOriginEnding {
    /// Ends all of them.
    public func endSessions(
        from origin: EndedOrigin, because reason: SessionEndReason, in transaction: any SQLWriting
    ) throws -> [UserID: [SessionID]] {
        try endSessions(from: origin, except: nil, because: reason, in: transaction)
    }
}
