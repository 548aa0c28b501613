import CoreModels
import CryptographyAPI
import CryptographyTesting
import FoundationEssentials
public import KernelTesting

/// What fuzzers try of the package.
public enum CryptographyFuzzing {
    /// Tokens, keys, and the alphabet of both.
    public static let readers: [FuzzedReader] = [base64URL, webToken, webKey, foreignWebKey, encryptedFile, fileKey]

    private static let base64URL = FuzzedReader("base64url") { bytes in
        precondition(Base64URL.decode(Base64URL.encode(bytes)) == Data(bytes), "bytes don't come back")
        let text = String(decoding: bytes, as: UTF8.self)
        guard let decoded = Base64URL.decode(text) else { return }
        precondition(Base64URL.encode(decoded) == text, "two texts for the same bytes")
    }

    /// Header and claims in the clear, separated by a line feed: what a fuzzer
    /// can't do is sign.
    private static let webToken = FuzzedReader("web-token") { bytes in
        let parts = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let cryptography = try? Cryptography.real() else { return }
        let now = Date(timeIntervalSince1970: 1_700_000_000)
        let token = "\(Base64URL.encode(parts[0])).\(Base64URL.encode(parts[1])).AAAA"
        let expected = [
            JSONWebTokenExpectations(type: "at+jwt", issuer: "https://example.com", audience: "example"),
            .idToken(from: "https://example.com", for: "example"),
        ]
        for expectations in expected {
            let claims = try? cryptography.tokens.verify(
                token, as: Claims.self, expecting: expectations, keys: ["k": CredulousKey()], now: now)
            guard let claims else { continue }
            precondition(claims.exp > now.timeIntervalSince1970 - 61, "a token that is over")
        }
    }

    private struct Claims: Decodable {
        let exp: Double
    }

    private static let webKey = FuzzedReader("web-key") { bytes in
        guard let key = try? WireDecoder().decode(JSONWebKey.self, from: Data(bytes)),
            let made = try? Cryptography.real().signatures.makeVerificationKey(key)
        else { return }
        precondition(made.jsonWebKey.x == key.x, "another key than the one that was given")
    }

    private static let foreignWebKey = FuzzedReader("foreign-web-key") { bytes in
        guard let key = try? WireDecoder().decode(JSONWebKey.self, from: Data(bytes)),
            let made = try? Cryptography.real().signatures.makeForeignVerificationKey(key)
        else { return }
        precondition(
            made.jsonWebKey.x == key.x && made.jsonWebKey.modulus == key.modulus
                && made.jsonWebKey.exponent == key.exponent, "another key than the one that was given")
        precondition((try? made.isValid(Data(bytes), for: Data(bytes))) == false, "a signature out of nothing")
    }
}

extension CryptographyFuzzing {
    /// A file that somebody encrypted, or says so.
    private static let encryptedFile = FuzzedReader("encrypted-file") { bytes in
        guard let cryptography = try? Cryptography.real(),
            let key = try? FileIdentity(Secret(publishedKey), keys: cryptography.keys)
        else { return }
        let whole = read([Data(bytes)], cryptography, key)
        let halves = [Data(bytes.prefix(bytes.count / 2)), Data(bytes.dropFirst(bytes.count / 2))]
        precondition(whole == read(halves, cryptography, key), "it says something else when it comes in pieces")
    }

    /// That of the published vectors, to which the corpus is encrypted.
    private static let publishedKey = "AGE-SECRET-KEY-1EGTZVFFV20835NWYV6270LXYVK2VKNX2MMDKWYKLMGR48UAWX40Q2P2LM0"

    private static func read(_ pieces: [Data], _ cryptography: Cryptography, _ key: FileIdentity) -> Data? {
        let cipher = cryptography.files.makeDecryption(with: [key])
        var content = Data()
        do {
            for piece in pieces { content += try cipher.update(piece) }
            return content + (try cipher.finish())
        } catch {
            return nil
        }
    }

    /// A public key that somebody copied by hand.
    private static let fileKey = FuzzedReader("file-key") { bytes in
        let text = String(decoding: bytes, as: UTF8.self)
        guard let recipient = FileRecipient(text) else { return }
        precondition(recipient.text == text.lowercased(), "two texts for the same key")
    }
}

/// A key that takes every signature for its own.
private struct CredulousKey: VerificationKey {
    let algorithm = SignatureAlgorithm.es256
    let thumbprint = "k"
    let jsonWebKey = JSONWebKey(keyType: "EC", curve: "P-256", x: "", y: "")

    func isValid(_ signature: Data, for data: Data) throws(CryptographyError) -> Bool { true }
}
