public import CoreModels
import CryptographyAPI
import FoundationEssentials

/// What a client can read in an access token that is a JSON Web Token.
///
/// The signature is not checked: only the server can rely on what it says.
public struct AccessTokenClaims: Hashable, Sendable {
    /// The session that the token belongs to.
    public let sessionID: SessionID?

    /// Reads a token, or answers nil if it isn't a JSON Web Token.
    ///
    /// RFC 9068 leaves the contents to the server, so every claim is optional;
    /// one of the wrong form counts as absent.
    public init?(of token: Secret) {
        let payload = unsafe token.withUnsafeBytes { bytes -> Data? in
            let parts = unsafe bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
            guard unsafe parts.count == 3, unsafe !parts[2].isEmpty else { return nil }
            return unsafe Base64URL.decode(String(decoding: parts[1], as: UTF8.self))
        }
        guard let payload, let claims = try? WireDecoder().decode(Claims.self, from: payload) else { return nil }
        sessionID = claims.sid
    }

    private struct Claims: Decodable {
        let sid: SessionID?

        private enum CodingKeys: CodingKey {
            case sid
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            sid = try? container.decode(SessionID.self, forKey: .sid)
        }
    }
}
