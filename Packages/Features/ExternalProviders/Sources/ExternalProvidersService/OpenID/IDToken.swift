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
        let person: PersonClaims

        private enum CodingKeys: CodingKey { case nonce, azp, aud, at_hash, sid }

        init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: CodingKeys.self)
            nonce = try members.decodeIfPresent(String.self, forKey: .nonce)
            azp = try members.decodeIfPresent(String.self, forKey: .azp)
            aud = try members.decode(Audience.self, forKey: .aud)
            at_hash = try members.decodeIfPresent(String.self, forKey: .at_hash)
            sid = try? members.decodeIfPresent(String.self, forKey: .sid)
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

    /// What the token says of the person, and of the session there.
    ///
    /// - Parameters:
    ///   - nonce: What was sent along for this answer alone.
    ///   - accessToken: What came with it.
    /// - Throws: `JSONWebTokenError`, or ``ProviderFailure`` for what only a client of
    ///   a provider looks at.
    package func read(
        _ token: String, keys: ProviderKeys, nonce: String, accessToken: String?, now: Date
    ) throws -> (person: PersonClaims, session: String?) {
        let claims = try tokens.verify(
            token, as: Claims.self, expecting: .idToken(from: issuer, for: clientID), keys: keys.byName, now: now)
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
        return (claims.person, claims.sid.flatMap { ProviderNotice.isSession($0) ? $0 : nil })
    }
}
