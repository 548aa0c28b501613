import CoreModels
import CryptographyAPI
import CryptographyTesting
import FoundationEssentials
import Testing

struct KeyDerivationTests {
    struct Vector: Sendable {
        let key: String
        let salt: String
        let info: String
        let output: String
    }

    /// RFC 5869 appendices A.1 to A.3.
    static let vectors = [
        Vector(
            key: "0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b", salt: "000102030405060708090a0b0c",
            info: "f0f1f2f3f4f5f6f7f8f9",
            output: "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865"),
        Vector(
            key: (0x00...0x4f).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined(),
            salt: (0x60...0xaf).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined(),
            info: (0xb0...0xff).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined(),
            output: """
                b11e398dc80327a1c8e7f78c596a49344f012eda2d4efad8a050cc4c19afa97c
                59045a99cac7827271cb41c65e590e09da3275600c2f09b8367793a9aca3db71
                cc30c58179ec3e87c14c01d5c1f3434f1d87
                """),
        Vector(
            key: "0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b", salt: "", info: "",
            output: "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8"),
    ]

    private let cryptography: Cryptography

    init() throws {
        cryptography = try Cryptography.real()
    }

    @Test(arguments: vectors)
    func derivesKeysFromKeysAsPublished(_ vector: Vector) throws {
        let expected = hex(vector.output)
        let key = try cryptography.derivation.deriveKey(
            from: cryptography.key(hex(vector.key)), salt: hex(vector.salt), info: hex(vector.info),
            byteCount: expected.count)
        #expect(key.bytes == expected)
    }

    @Test func derivesUnrelatedKeysForOtherUses() throws {
        let key = try cryptography.keys.makeRandomKey()
        let derived = try ["a", "b", "a\0", ""].map {
            try cryptography.derivation.deriveKey(from: key, salt: Data(), info: Data($0.utf8), byteCount: 32).bytes
        }
        #expect(Set(derived).count == 4)
    }

    @Test(arguments: [-1, 0, 8161])
    func refusesLengthsThatHKDFCannotGive(count: Int) async throws {
        let key = try cryptography.keys.makeRandomKey()
        await expectInvalidInput {
            try cryptography.derivation.deriveKey(from: key, salt: Data(), info: Data(), byteCount: count)
        }
        #expect(
            try cryptography.derivation.deriveKey(from: key, salt: Data(), info: Data(), byteCount: 8160)
                .byteCount == 8160)
    }

    /// RFC 7914 section 12, all but the last, which takes 1 GiB.
    @Test(arguments: [
        (
            "", "", ScryptCost(logN: 4, blockSize: 1, parallelization: 1),
            """
            77d6576238657b203b19ca42c18a0497f16b4844e3074ae8dfdffa3fede21442
            fcd0069ded0948f8326a753a0fc81f17e8d3e0fb2e0d3628cf35e20c38d18906
            """
        ),
        (
            "password", "NaCl", ScryptCost(logN: 10, blockSize: 8, parallelization: 16),
            """
            fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b373162
            2eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdfa2cc0640
            """
        ),
        (
            "pleaseletmein", "SodiumChloride", ScryptCost(logN: 14, blockSize: 8, parallelization: 1),
            """
            7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2
            d5432955613f0fcf62d49705242a9af9e61e85dc0d651e40dfcf017b45575887
            """
        ),
    ])
    func derivesKeysFromPassPhrasesAsPublished(
        passphrase: String, salt: String, cost: ScryptCost, output: String
    ) async throws {
        let key = try await cryptography.derivation.deriveKey(
            fromPassphrase: Secret(passphrase), salt: Data(salt.utf8), cost: cost, byteCount: 64)
        #expect(key.bytes == hex(output))
    }

    @Test func allowsTheStandardCost() async throws {
        let key = try await cryptography.derivation.deriveKey(
            fromPassphrase: Secret("pass phrase"), salt: Data("0123456789abcdef".utf8), cost: .standard,
            byteCount: 32)
        #expect(key.byteCount == 32)
    }

    @Test(arguments: [
        ScryptCost(logN: 0, blockSize: 8, parallelization: 1), ScryptCost(logN: -1, blockSize: 8, parallelization: 1),
        ScryptCost(logN: 64, blockSize: 8, parallelization: 1), ScryptCost(logN: 15, blockSize: 0, parallelization: 1),
        ScryptCost(logN: 15, blockSize: -8, parallelization: 1), ScryptCost(logN: 15, blockSize: 8, parallelization: 0),
        ScryptCost(logN: 16, blockSize: 1, parallelization: 1),
        ScryptCost(logN: 20, blockSize: 8, parallelization: 1),  // A little more than 1 GiB.
        ScryptCost(logN: 15, blockSize: .max, parallelization: .max),
    ])
    func refusesCostsThatAreNotAllowed(cost: ScryptCost) async {
        await expectInvalidInput {
            try await cryptography.derivation.deriveKey(
                fromPassphrase: Secret("pass phrase"), salt: Data(), cost: cost, byteCount: 32)
        }
    }

    @Test(arguments: [0, -1])
    func refusesAKeyWithoutBytes(count: Int) async {
        await expectInvalidInput {
            try await cryptography.derivation.deriveKey(
                fromPassphrase: Secret("pass phrase"), salt: Data(),
                cost: ScryptCost(logN: 1, blockSize: 1, parallelization: 1), byteCount: count)
        }
    }
}
