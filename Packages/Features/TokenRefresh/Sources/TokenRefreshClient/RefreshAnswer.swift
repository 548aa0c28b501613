package import CoreModels
package import HTTPTransportAPI
import HTTPTypes
package import SessionsAPI
import TokenRefreshContract

/// What a server's answer to a refresh means.
///
/// Only one of all answers ends the session (D17).
package enum RefreshAnswer: Sendable {
    /// New tokens.
    case granted(TokenGrant)
    /// The server says that the refresh token is worth nothing any more.
    ///
    /// - Parameter end: Why, as far as it says so.
    case invalidGrant(SessionEnd)
    /// The server can't answer now; later it may.
    case later
    /// The server doesn't believe that this is the device of the session; its
    /// answer says why.
    case unproven
    /// Something on the way to the server answered, such as a proxy or a
    /// portal; whoever asked is told so by its answer.
    case obstructed
    /// What answered isn't a server of this contract.
    case unintelligible

    package init(_ answer: ServerAnswer) {
        switch answer.status {
        case .ok:
            self =
                answer.decode(TokenRefreshContract.Response.self).map { .granted($0.token) }
                ?? .init(withoutSenseIn: answer)
        case .unauthorized:
            switch answer.problem.code {
            case TokenRefreshContract.Code.invalidGrant.rawValue:
                self = .invalidGrant(SessionEnd(reason: answer.decode(Explanation.self)?.reason))
            // The request arrived twice; it is made anew with each try.
            case "replay_detected": self = .later
            // What is said about the key says nothing about the token.
            case _? where answer.fields.challenges.contains(where: { $0.scheme == "dpop" }): self = .unproven
            default: self = .init(withoutSenseIn: answer)
            }
        case .tooManyRequests, .requestTimeout: self = .later
        case let status: self = status.isServerError ? .later : .init(withoutSenseIn: answer)
        }
    }

    private init(withoutSenseIn answer: ServerAnswer) {
        self = answer.obstacle == nil ? .unintelligible : .obstructed
    }
}

/// What a problem tells beyond the members that all have.
private struct Explanation: Decodable {
    let reason: String?
}
