import CoreModels
package import CryptographyAPI
package import FoundationEssentials

/// Reads what providers sign about people (OpenID Connect Core 1.0, section
/// 3.1.3.7).
package struct IDTokenReader: Sendable {
    private let tokens: any JSONWebTokenCoding
    private let hashing: any Hashing
    private let issuer: String
    private let clientID: String

    package init(tokens: any JSONWebTokenCoding, hashing: any Hashing, issuer: String, clientID: String) {
        self.tokens = tokens
        self.hashing = hashing
        self.issuer = issuer
        self.clientID = clientID
    }

    private struct Claims: Decodable {
        let nonce: String?
        let azp: String?
        let aud: Audience
        let at_hash: String?
        let sid: String?
        let auth_time: AuthenticationTime?
        let person: PersonClaims

        private enum CodingKeys: CodingKey { case nonce, azp, aud, at_hash, sid, auth_time }

        init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: CodingKeys.self)
            nonce = try members.decodeIfPresent(String.self, forKey: .nonce)
            azp = try members.decodeIfPresent(String.self, forKey: .azp)
            aud = try members.decode(Audience.self, forKey: .aud)
            at_hash = try members.decodeIfPresent(String.self, forKey: .at_hash)
            sid = try? members.decodeIfPresent(String.self, forKey: .sid)
            // Whatever isn't a time would make an old login a new one.
            auth_time = try members.decodeIfPresent(AuthenticationTime.self, forKey: .auth_time)
            person = try PersonClaims(from: decoder)
        }
    }

    private struct Audience: Decodable {
        let count: Int

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            if (try? value.decode(String.self)) != nil {
                count = 1
            } else {
                count = try value.decode([String].self).count
            }
        }
    }

    /// `auth_time`: seconds, which some write as text.
    private struct AuthenticationTime: Decodable {
        let date: Date

        /// The latest one, in the year 9999; a later one is no time.
        private static let latest = 253_402_300_799.0

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            let seconds = try (try? value.decode(Double.self)) ?? Double(value.decode(String.self))
            guard let seconds, (0...Self.latest).contains(seconds) else {
                throw DecodingError.dataCorruptedError(in: value, debugDescription: "The time isn't one.")
            }
            date = Date(timeIntervalSince1970: seconds)
        }
    }

    /// What the token says of the person, of the session there, and of when the person
    /// proved there who they are; nil where it doesn't say so.
    ///
    /// - Parameters:
    ///   - nonce: What was sent along for this answer alone.
    ///   - accessToken: What came with it.
    /// - Throws: `JSONWebTokenError`, or ``ProviderFailure`` for what only a client of
    ///   a provider looks at.
    package func read(
        _ token: String, keys: ProviderKeys, nonce: String, accessToken: String?, now: Date
    ) throws -> (person: PersonClaims, session: String?, authenticatedAt: Date?) {
        let expected = JSONWebTokenExpectations.idToken(from: issuer, for: clientID)
        let claims = try tokens.verify(token, as: Claims.self, expecting: expected, keys: keys.byName, now: now)
        guard claims.nonce == nonce else { throw ProviderFailure.untrusted(reason: "wrong nonce") }
        // A token for several says for whom it was made; one that says so says it truly (3 and 4 of that section).
        guard claims.azp == clientID || (claims.azp == nil && claims.aud.count == 1) else {
            throw ProviderFailure.untrusted(reason: "wrong azp")
        }
        if let hash = claims.at_hash.flatMap({ Base64URL.decode($0) }), hash.count == 16, let accessToken {
            guard try hashing.sha256(Data(accessToken.utf8)).prefix(16) == hash else {
                throw ProviderFailure.untrusted(reason: "wrong at_hash")
            }
        }
        // Section 3.1.3.7, 13: whoever asks for a time looks at it.
        let authenticatedAt = claims.auth_time?.date
        guard authenticatedAt.map({ $0 <= now.addingTimeInterval(expected.leeway / .seconds(1)) }) != false else {
            throw ProviderFailure.untrusted(reason: "auth_time in the future")
        }
        return (claims.person, claims.sid.flatMap { ProviderNotice.isSession($0) ? $0 : nil }, authenticatedAt)
    }
}
