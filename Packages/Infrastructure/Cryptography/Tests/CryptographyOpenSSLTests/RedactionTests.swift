import CoreModels
import CryptographyAPI
import CryptographyTesting
import FoundationEssentials
import Testing

struct RedactionTests {
    /// All ways to turn a value into text.
    private static func texts(of value: Any) -> String {
        var dumped = ""
        dump(value, to: &dumped)
        let mirrored = Mirror(reflecting: value).children.map { "\($0)" }.joined()
        return "\(value) \(String(reflecting: value)) \([value]) \(Optional(value) as Any) \(mirrored) \(dumped)"
    }

    @Test func keysAndHashesNeverShowInPrint() async throws {
        let cryptography = try Cryptography.real()
        let bytes = Data("HOT-KEY-0123456789-abcdefghijkl!".utf8)
        let key = try cryptography.key(bytes)
        let signingKey = try cryptography.signatures.makeSigningKey(.edDSA)
        let pepper = Pepper(id: "p1", key: key)
        let hashing = try cryptography.passwords.makePasswordHashing(
            cost: ScryptCost(logN: 1, blockSize: 1, parallelization: 1), pepper: pepper, retiredPeppers: [])
        let hash = try await hashing.hash(Secret("PASSWORD-0123"))
        let pkcs8 = try signingKey.exportPrivateKey()

        let needles = [bytes, pkcs8.bytes.suffix(32), Data(hash.encoded.utf8.suffix(43))]
        let values: [Any] = [key, [key], pepper, signingKey, hash, ["hash": hash], hashing, cryptography, pkcs8]
        for value in values {
            let text = Self.texts(of: value)
            for needle in needles {
                let forms = [
                    String(decoding: needle, as: UTF8.self), Base64URL.encode(needle),
                    needle.map { "\($0)" }.joined(separator: ", "),
                    needle.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined(),
                ]
                for form in forms { #expect(!text.contains(form), "\(type(of: value))") }
            }
        }
        #expect("\(key)" == "<redacted>")
        #expect(String(reflecting: signingKey) == "<redacted>")
        #expect("\(hash)" == "<redacted>")
    }

    @Test func errorsShowNoInput() throws {
        let cryptography = try Cryptography.real()
        #expect {
            try cryptography.signatures.importPrivateKey(Secret("SENSITIVE-PRIVATE-KEY"))
        } throws: { error in
            !Self.texts(of: error).contains("SENSITIVE")
        }
    }
}
