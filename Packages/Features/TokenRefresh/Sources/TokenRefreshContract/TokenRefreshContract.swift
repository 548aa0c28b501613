package import CoreModels

/// The wire of renewing a session.
package enum TokenRefreshContract {
    /// Where refresh tokens are exchanged; outside of what bearers protect.
    package static let path = "/auth/refresh"

    /// The codes of the problems that renewing answers.
    package enum Code: String, CaseIterable, Sendable {
        /// 401: the refresh token is worth nothing any more. It is the only
        /// answer that ends a session.
        case invalidGrant = "invalid_grant"
        /// 503: the server can't say now what the token is worth.
        case unavailable
    }

    /// The member of a problem that tells why a session is over, where that is
    /// told.
    package static let reason = "reason"

    /// Why a session is over.
    package enum Reason: String, CaseIterable, Sendable {
        /// An old refresh token of the account was used again, so all sessions
        /// were ended.
        case reuse = "token_reuse"
        /// The account is suspended.
        case suspended = "account_suspended"
        /// The account is deleted, or is about to be.
        case closed = "account_closed"
        /// Whoever runs the server ended it.
        case endedByOperator = "ended_by_operator"
    }

    /// What is sent.
    package struct Request: Codable, Sendable {
        /// The refresh token of the session.
        package let refreshToken: Secret

        private enum CodingKeys: String, CodingKey {
            case refreshToken = "refresh_token"
        }

        package init(refreshToken: Secret) {
            self.refreshToken = refreshToken
        }

        /// Refuses an empty token: whoever sends one has lost it by mistake,
        /// which is no reason to end the session.
        package init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            let text = try container.decode(String.self, forKey: .refreshToken)
            guard !text.isEmpty else {
                throw DecodingError.dataCorruptedError(
                    forKey: .refreshToken, in: container, debugDescription: "an empty token")
            }
            refreshToken = Secret(text)
        }

        package func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(refreshToken, forKey: .refreshToken)
        }
    }

    /// What is answered.
    package struct Response: Codable, Sendable {
        /// The new tokens.
        package let token: TokenGrant

        package init(token: TokenGrant) {
            self.token = token
        }
    }
}
