package import CoreModels
package import HTTPTransportAPI
import HTTPTypes
import TokenRefreshContract

/// What a server's answer to a refresh means.
///
/// Only one of all answers ends the session (D17).
package enum RefreshAnswer: Sendable {
    /// New tokens.
    case granted(TokenGrant)
    /// The server says that the refresh token is worth nothing any more.
    case invalidGrant
    /// The server can't answer now; later it may.
    case later
    /// The server doesn't believe that this is the device of the session; its
    /// answer says why.
    case unproven
    /// What answered isn't a server of this contract: a proxy, a portal, a bug.
    case unintelligible

    package init(_ answer: ServerAnswer) {
        switch answer.status {
        case .ok:
            self = answer.decode(TokenRefreshContract.Response.self).map { .granted($0.token) } ?? .unintelligible
        case .unauthorized:
            switch answer.problem.code {
            case TokenRefreshContract.Code.invalidGrant.rawValue: self = .invalidGrant
            // The request arrived twice; it is made anew with each try.
            case "replay_detected": self = .later
            default:
                // What is said about the key says nothing about the token.
                let isAboutKey = answer.fields.values(of: .wwwAuthenticate).contains { $0.hasPrefix("DPoP ") }
                self = isAboutKey ? .unproven : .unintelligible
            }
        case .tooManyRequests, .requestTimeout: self = .later
        case let status: self = status.isServerError ? .later : .unintelligible
        }
    }
}
