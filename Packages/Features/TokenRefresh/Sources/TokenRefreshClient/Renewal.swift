import CoreModels
package import HTTPTransportAPI
import HTTPTypes
package import SessionsAPI

/// What came of renewing the session.
package enum Renewal: Sendable {
    /// This is the session now, renewed by us or by somebody else.
    case renewed(StoredSession)
    /// Nobody is logged in any more.
    case ended
    /// The session stands as it was, and could not be renewed.
    case failed(RenewalFailure)
}

/// Why the session could not be renewed.
package enum RenewalFailure: Sendable {
    /// There was no complete answer.
    case transport(HTTPTransportError)
    /// The server asks for patience, or for another key, or something on the way
    /// to it answered; the answer says so.
    case later(HTTPResponse)
    /// The answer made no sense.
    case unintelligible(status: Int)
    /// The session could not be read or written.
    case store(SessionStoreError)

    /// What the log says of it: no header and no body of an answer.
    var reason: String {
        switch self {
        case .transport(let error): "\(error)"
        case .later(let answer): "the server answered \(answer.status.rawValue)"
        case .unintelligible(let status): "the server answered \(status) with no sense"
        case .store(let error): error.code
        }
    }
}

extension StoredSession {
    /// Whether both hold the same access token.
    func hasSameAccess(as other: StoredSession) -> Bool {
        grant.accessToken.isEqual(to: other.grant.accessToken)
    }
}
