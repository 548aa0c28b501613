import CoreModels
import CryptographyAPI
import CryptographyTesting
import FoundationEssentials
public import KernelTesting

/// What fuzzers try of the package.
public enum CryptographyFuzzing {
    /// Tokens, keys, and the alphabet of both.
    public static let readers: [FuzzedReader] = [base64URL, webToken, webKey, foreignWebKey]

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

/// A key that takes every signature for its own.
private struct CredulousKey: VerificationKey {
    let algorithm = SignatureAlgorithm.es256
    let thumbprint = "k"
    let jsonWebKey = JSONWebKey(keyType: "EC", curve: "P-256", x: "", y: "")

    func isValid(_ signature: Data, for data: Data) throws(CryptographyError) -> Bool { true }
}
