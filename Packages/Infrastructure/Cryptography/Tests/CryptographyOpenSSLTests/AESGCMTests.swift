import CoreModels
import CryptographyAPI
import CryptographyOpenSSL
import CryptographyTesting
import FoundationEssentials
import Testing

struct AESGCMTests {
    struct Vector: Sendable, CustomTestStringConvertible {
        let name: String
        let key: String
        let nonce: String
        var plaintext = ""
        var associatedData = ""
        var ciphertext = ""
        let tag: String
        var testDescription: String { name }
    }

    /// The test cases for keys of 256 bits and nonces of 96 bits from
    /// "The Galois/Counter Mode of Operation", submitted to NIST.
    static let vectors = [
        Vector(
            name: "13", key: String(repeating: "00", count: 32), nonce: String(repeating: "00", count: 12),
            tag: "530f8afbc74536b9a963b4f1c4cb738b"),
        Vector(
            name: "14", key: String(repeating: "00", count: 32), nonce: String(repeating: "00", count: 12),
            plaintext: String(repeating: "00", count: 16), ciphertext: "cea7403d4d606b6e074ec5d3baf39d18",
            tag: "d0d1c8a799996bf0265b98b5d48ab919"),
        Vector(
            name: "15", key: "feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308",
            nonce: "cafebabefacedbaddecaf888",
            plaintext: """
                d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a72
                1c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b391aafd255
                """,
            ciphertext: """
                522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa
                8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f662898015ad
                """,
            tag: "b094dac5d93471bdec1a502270e3cc6c"),
        Vector(
            name: "16", key: "feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308",
            nonce: "cafebabefacedbaddecaf888",
            plaintext: """
                d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a72
                1c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39
                """,
            associatedData: "feedfacedeadbeeffeedfacedeadbeefabaddad2",
            ciphertext: """
                522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa
                8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f662
                """,
            tag: "76fc6ece0f4e1768cddf8853bb2d551b"),
    ]

    /// Gives the same bytes each time.
    private struct FixedNonce: RandomSource {
        let nonce: Data
        func bytes(_ count: Int) throws(CryptographyError) -> Data {
            Data((0..<count).map { nonce[$0 % nonce.count] })
        }
        func secret(byteCount: Int) throws(CryptographyError) -> Secret { Secret(nonce) }
    }

    @Test(arguments: vectors)
    func sealsAndOpensAsPublished(_ vector: Vector) throws {
        let cryptography = try Cryptography.openSSL(random: FixedNonce(nonce: hex(vector.nonce)))
        let key = try cryptography.key(hex(vector.key))
        let box = try cryptography.encryption.seal(
            Secret(hex(vector.plaintext)), using: key, authenticating: hex(vector.associatedData))
        #expect(box.nonce == hex(vector.nonce))
        #expect(box.ciphertext == hex(vector.ciphertext))
        #expect(box.tag == hex(vector.tag))
        let opened = try cryptography.encryption.open(
            box, using: key, authenticating: hex(vector.associatedData))
        #expect(opened.bytes == hex(vector.plaintext))
    }

    @Test func meetsTheContract() throws {
        let cryptography = try Cryptography.real()
        try AuthenticatedEncryptionConformance(cryptography.encryption, keys: cryptography.keys).run()
    }

    @Test func neverUsesANonceTwice() throws {
        let cryptography = try Cryptography.real()
        let key = try cryptography.keys.makeRandomKey()
        let secret = Secret("value")
        var nonces: Set<Data> = []
        for _ in 0..<100_000 {
            nonces.insert(try cryptography.encryption.seal(secret, using: key, authenticating: Data()).nonce)
        }
        #expect(nonces.count == 100_000)
    }

    @Test func sealsNothingWithoutRandomness() throws {
        let source = FailingRandomSource()
        let cryptography = try Cryptography.openSSL(random: source)
        let key = try cryptography.keys.makeRandomKey()
        #expect(throws: source.error) {
            try cryptography.encryption.seal(Secret("value"), using: key, authenticating: Data())
        }
    }
}
