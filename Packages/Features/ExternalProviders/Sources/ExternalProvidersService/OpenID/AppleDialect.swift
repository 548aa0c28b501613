import AtomicFiles
import CoreModels
import CryptographyAPI
import FoundationEssentials

/// What this server proves itself with at Apple: a token that it signs each time, with
/// the key that Apple gave.
struct AppleClientSecret: Sendable {
    let teamID: String
    let keyID: String
    let clientID: String
    /// The file with the key, as Apple gives it: PKCS #8 in PEM (RFC 7468, section 10).
    let keyFile: String
    let cryptography: Cryptography
    let now: @Sendable () -> Date

    /// In seconds; Apple takes half a year, and it is used at once.
    private static let lifetime = 300.0

    /// It isn't the key that Apple gives.
    struct NoKey: Error {}

    private struct Claims: Encodable {
        let iss: String
        let sub: String
        let aud = Provider.apple
        let iat: Date
        let exp: Date

        private enum CodingKeys: CodingKey { case iss, sub, aud, iat, exp }
    }

    func make() throws -> Secret {
        guard let text = try AtomicFile(path: keyFile).contents(limit: 4_096),
            let bytes = Self.privateKey(in: String(decoding: text, as: UTF8.self))
        else { throw NoKey() }
        let key = try cryptography.signatures.importPrivateKey(bytes)
        guard key.verificationKey.algorithm == .es256 else { throw NoKey() }
        let time = now()
        let claims = Claims(iss: teamID, sub: clientID, iat: time, exp: time.addingTimeInterval(Self.lifetime))
        return Secret(try cryptography.tokens.sign(claims, type: "JWT", keyID: keyID, using: key))
    }

    private static func privateKey(in text: String) -> Secret? {
        let lines = text.split(whereSeparator: \.isNewline)
        guard let first = lines.firstIndex(of: "-----BEGIN PRIVATE KEY-----"),
            let last = lines[first...].firstIndex(of: "-----END PRIVATE KEY-----")
        else { return nil }
        return Data(base64Encoded: lines[lines.index(after: first)..<last].joined()).map { Secret($0) }
    }
}

/// What Apple has a browser say of the person, the first time and never again.
///
/// Nobody signed it, so it is a name and nothing more.
struct AppleUser: Decodable {
    let name: String?

    /// No name takes more.
    static let limit = 2_048

    init?(_ text: String?) {
        guard let text, text.utf8.count <= Self.limit,
            let user = try? WireDecoder().decode(Self.self, from: Data(text.utf8))
        else { return nil }
        self = user
    }

    private struct Name: Decodable {
        let firstName: String?
        let lastName: String?
    }

    private enum CodingKeys: CodingKey { case name }

    init(from decoder: any Decoder) throws {
        let name = try decoder.container(keyedBy: CodingKeys.self).decodeIfPresent(Name.self, forKey: .name)
        let parts = [name?.firstName, name?.lastName].compactMap(\.self).filter { !$0.isEmpty }
        self.name = parts.isEmpty ? nil : parts.joined(separator: " ")
    }
}
