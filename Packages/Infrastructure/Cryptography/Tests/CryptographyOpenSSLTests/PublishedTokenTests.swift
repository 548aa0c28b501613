import CoreModels
import CryptographyAPI
import CryptographyTesting
import FoundationEssentials
import Testing

/// Signatures that others published: those of Project Wycheproof
/// (`json_web_signature_test.json`, Apache License 2.0) for the algorithms that
/// are verified here; the examples of RFC 7515 and RFC 7520 are among them.
struct PublishedTokenTests {
    private struct Group: Decodable {
        let key: JSONWebKey
        let tests: [Vector]
    }

    private struct Vector: Decodable {
        let id: Int
        let what: String
        let jws: String
        let valid: Bool
    }

    private struct Header: Decodable {
        let alg: String
    }

    @Test func agreesWithEveryPublishedSignature() throws {
        let folder = String(#filePath.dropLast("PublishedTokenTests.swift".count))
        let data = try Data(contentsOf: URL(filePath: folder + "Vectors/json-web-signatures.json"))
        let signatures = try Cryptography.real().signatures
        var counts = (valid: 0, invalid: 0)
        for group in try WireDecoder().decode([Group].self, from: data) {
            for vector in group.tests {
                let isValid = Self.isValid(vector.jws, try? signatures.makeForeignVerificationKey(group.key))
                // In the one of RFC 7520 the key is for PS256 and the signature of PS384.
                let isForOther = vector.what == "Figure20"
                #expect(isValid == (vector.valid && !isForOther), "\(vector.id): \(vector.what)")
                if isValid { counts.valid += 1 } else { counts.invalid += 1 }
            }
        }
        #expect(counts.valid >= 12 && counts.invalid >= 60)
    }

    /// As a token is verified, but that its payload may be anything.
    private static func isValid(_ jws: String, _ key: (any VerificationKey)?) -> Bool {
        let parts = jws.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).map { Substring($0) }
        guard let key, parts.count == 3, let signature = Base64URL.decode(parts[2]),
            Base64URL.decode(parts[1]) != nil, let data = Base64URL.decode(parts[0]),
            let header = try? WireDecoder().decode(Header.self, from: data), header.alg == key.algorithm.rawValue
        else { return false }
        return (try? key.isValid(signature, for: Data("\(parts[0]).\(parts[1])".utf8))) == true
    }

    private static let modulus = Data([0x80] + [UInt8](repeating: 0, count: 254) + [1])

    @Test func takesKeysOfRSAForOneAlgorithmOnly() throws {
        let signatures = try Cryptography.real().signatures
        func key(_ algorithm: String?, use: String? = nil) -> JSONWebKey {
            JSONWebKey(
                keyType: "RSA", modulus: Base64URL.encode(Self.modulus), exponent: "AQAB", use: use,
                algorithm: algorithm)
        }
        #expect(try signatures.makeForeignVerificationKey(key(nil)).algorithm == .rs256)
        #expect(try signatures.makeForeignVerificationKey(key("RS256")).algorithm == .rs256)
        #expect(try signatures.makeForeignVerificationKey(key("PS256")).algorithm == .ps256)
        for other in ["RS512", "HS256", "none", "ES256", "RSA-OAEP", ""] {
            expectInvalidKey("\(other)") { try signatures.makeForeignVerificationKey(key(other)) }
        }
        expectInvalidKey("enc") { try signatures.makeForeignVerificationKey(key(nil, use: "enc")) }
        // What clients prove and this server signs stays as it is.
        expectInvalidKey("own") { try signatures.makeVerificationKey(key(nil)) }
        #expect(throws: CryptographyError.self) { try signatures.makeSigningKey(.rs256) }
    }

    @Test func refusesKeysOfRSAThatNobodyUses() throws {
        let signatures = try Cryptography.real().signatures
        func key(_ modulus: Data, exponent: String = "AQAB") -> JSONWebKey {
            JSONWebKey(keyType: "RSA", modulus: Base64URL.encode(modulus), exponent: exponent)
        }
        let short: Data = [0x80] + Self.modulus.suffix(127), long: Data = [0x80] + Data(count: 511) + [1]
        let even: Data = Self.modulus.dropLast() + [2]
        for modulus in [Data(), Data([1]), short, long, even, [0] + Self.modulus, Data(count: 256)] {
            expectInvalidKey("\(modulus.count)") { try signatures.makeForeignVerificationKey(key(modulus)) }
        }
        for exponent in ["", "AA", "AQ", "Ag", "AAEAAQ", "AQAB=", Base64URL.encode(Self.modulus)] {
            expectInvalidKey(Comment(rawValue: exponent)) {
                try signatures.makeForeignVerificationKey(key(Self.modulus, exponent: exponent))
            }
        }
        expectInvalidKey("no exponent") {
            try signatures.makeForeignVerificationKey(
                JSONWebKey(keyType: "RSA", modulus: Base64URL.encode(Self.modulus)))
        }
    }
}
