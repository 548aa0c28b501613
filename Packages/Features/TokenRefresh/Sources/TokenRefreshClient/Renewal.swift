import HTTPTransportAPI
import SessionsAPI

/// What came of renewing the session.
enum Renewal: Sendable {
    /// This is the session now, renewed by us or by somebody else.
    case renewed(StoredSession)
    /// Nobody is logged in any more.
    case ended
    /// The session stands as it was, and could not be renewed.
    case failed(RenewalFailure)
}

/// Why the session could not be renewed.
enum RenewalFailure: Sendable {
    /// There was no complete answer.
    case transport(HTTPTransportError)
    /// The server asks for patience; its answer says so.
    case later(HTTPResponse)
    /// The answer made no sense.
    case unintelligible(status: Int)
    /// The session could not be read or written.
    case store(SessionStoreError)
}
