import CoreModels
import CryptographyAPI
import CryptographyOpenSSL
import CryptographyTesting
import FoundationEssentials
import Testing

struct SignatureTests {
    private let cryptography: Cryptography

    init() throws {
        cryptography = try Cryptography.real()
    }

    private func importEd25519(_ seed: String) throws -> any SigningKey {
        // RFC 8410 section 7: the fixed frame of PKCS #8 around 32 bytes.
        let pkcs8: Data = hex("302e020100300506032b657004220420" + seed)
        return try cryptography.signatures.importPrivateKey(Secret(pkcs8))
    }

    @Test(arguments: SignatureAlgorithm.own)
    func verifiesWhatItSigned(algorithm: SignatureAlgorithm) throws {
        let key = try cryptography.signatures.makeSigningKey(algorithm)
        #expect(key.verificationKey.algorithm == algorithm)
        for count in [0, 1, 100, 100_000] {
            let data = Data(repeating: 0x5A, count: count)
            let signature = try key.signature(for: data)
            #expect(signature.count == 64)
            #expect(try key.verificationKey.isValid(signature, for: data))
            #expect(try !key.verificationKey.isValid(signature, for: data + [0]))
        }
    }

    @Test(arguments: SignatureAlgorithm.own)
    func refusesEveryOtherSignature(algorithm: SignatureAlgorithm) throws {
        let key = try cryptography.signatures.makeSigningKey(algorithm)
        let other = try cryptography.signatures.makeSigningKey(algorithm)
        let data = Data("data".utf8)
        let signature = try key.signature(for: data)
        for index in signature.indices {
            for change: UInt8 in [1, 0x80] {
                var changed = signature
                changed[index] ^= change
                #expect(try !key.verificationKey.isValid(changed, for: data))
            }
        }
        let zeros = Data(repeating: 0, count: 32)
        let r: Data = signature.prefix(32)
        let s: Data = signature.suffix(32)
        let wrong: [Data] = [
            Data(), signature.prefix(63), signature + [0], zeros + zeros, Data(repeating: 0xFF, count: 64), s + r,
            zeros + s, r + zeros, try other.signature(for: data),
        ]
        for wrong in wrong { #expect(try !key.verificationKey.isValid(wrong, for: data)) }
        #expect(try !other.verificationKey.isValid(signature, for: data))
        #expect(try key.verificationKey.isValid(signature, for: data))
    }

    @Test(arguments: [
        // RFC 6979 appendix A.2.5, with SHA-256.
        (
            "sample", "EFD48B2AACB6A8FD1140DD9CD45E81D69D2C877B56AAF991C34D0EA84EAF3716",
            "F7CB1C942D657C41D436C7A1B6E29F65F3E900DBB9AFF4064DC4AB2F843ACDA8"
        ),
        (
            "test", "F1ABB023518351CD71D881567B1EA663ED3EFCF6C5132B354F28D3B0B7D38367",
            "019F4113742A2B14BD25926B49C649155F267E60D3814B4C0CC84250E46F0083"
        ),
    ])
    func verifiesPublishedSignaturesOfP256(message: String, r: String, s: String) throws {
        let key = try cryptography.signatures.makeVerificationKey(
            JSONWebKey(
                keyType: "EC", curve: "P-256",
                x: Base64URL.encode(hex("60FED4BA255A9D31C961EB74C6356D68C049B8923B61FA6CE669622E60F29FB6")),
                y: Base64URL.encode(hex("7903FE1008B8BC99A41AE9E95628BC64F2F1B20C2D7E9F5177A3C294D4462299"))))
        #expect(try key.isValid(hex(r + s), for: Data(message.utf8)))
        #expect(try !key.isValid(hex(s + r), for: Data(message.utf8)))
        #expect(try !key.isValid(hex(r + s), for: Data((message + " ").utf8)))
    }

    @Test func verifiesThePublishedJWS() throws {
        // RFC 7515 appendix A.3.
        let key = try cryptography.signatures.makeVerificationKey(
            JSONWebKey(
                keyType: "EC", curve: "P-256", x: "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU",
                y: "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"))
        let input =
            "eyJhbGciOiJFUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ"
        let signature =
            "DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q"
        #expect(try key.isValid(#require(Base64URL.decode(signature)), for: Data(input.utf8)))
    }

    @Test(arguments: [
        // RFC 8032 section 7.1, tests 1, 2 and 3.
        (
            "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
            "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", "",
            """
            e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155
            5fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b
            """
        ),
        (
            "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
            "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c", "72",
            """
            92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da
            085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00
            """
        ),
        (
            "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
            "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025", "af82",
            """
            6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac
            18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a
            """
        ),
    ])
    func signsWithEd25519AsPublished(seed: String, publicKey: String, message: String, signature: String) throws {
        let key = try importEd25519(seed)
        #expect(key.verificationKey.jsonWebKey.x == Base64URL.encode(hex(publicKey)))
        #expect(try key.signature(for: hex(message)) == hex(signature))
        let published = try cryptography.signatures.makeVerificationKey(
            JSONWebKey(keyType: "OKP", curve: "Ed25519", x: Base64URL.encode(hex(publicKey)), algorithm: "EdDSA"))
        #expect(try published.isValid(hex(signature), for: hex(message)))
    }

    @Test(arguments: SignatureAlgorithm.own)
    func keepsKeysThroughExportAndImport(algorithm: SignatureAlgorithm) throws {
        let key = try cryptography.signatures.makeSigningKey(algorithm)
        let again = try cryptography.signatures.importPrivateKey(key.exportPrivateKey())
        #expect(again.verificationKey.jsonWebKey == key.verificationKey.jsonWebKey)
        #expect(again.verificationKey.thumbprint == key.verificationKey.thumbprint)
        let data = Data("data".utf8)
        #expect(try key.verificationKey.isValid(again.signature(for: data), for: data))
        let published = try cryptography.signatures.makeVerificationKey(key.verificationKey.jsonWebKey)
        #expect(try published.isValid(key.signature(for: data), for: data))
        #expect(published.jsonWebKey == key.verificationKey.jsonWebKey)
    }

    @Test func makesADifferentKeyEachTime() throws {
        for algorithm in SignatureAlgorithm.own {
            let names = try (0..<20).map { _ in
                try cryptography.signatures.makeSigningKey(algorithm).verificationKey.thumbprint
            }
            #expect(Set(names).count == 20)
        }
    }

    @Test func refusesWhatIsNotAPrivateKey() throws {
        let pkcs8 = try cryptography.signatures.makeSigningKey(.es256).exportPrivateKey().bytes
        for count in 0..<pkcs8.count {
            expectInvalidKey("\(count) bytes") {
                try cryptography.signatures.importPrivateKey(Secret(pkcs8.prefix(count)))
            }
        }
        expectInvalidKey("a byte more") { try cryptography.signatures.importPrivateKey(Secret(pkcs8 + [0])) }
        expectInvalidKey("text") { try cryptography.signatures.importPrivateKey(Secret("-----BEGIN PRIVATE KEY-----")) }
        // X25519 and Ed448, by their object identifiers (RFC 8410).
        let x25519 = hex("302e020100300506032b656e04220420" + String(repeating: "01", count: 32))
        expectInvalidKey("X25519") { try cryptography.signatures.importPrivateKey(Secret(x25519)) }
        let ed448 = hex("3047020100300506032b6571043b0439" + String(repeating: "01", count: 57))
        expectInvalidKey("Ed448") { try cryptography.signatures.importPrivateKey(Secret(ed448)) }
    }

    @Test func refusesAKeyPairWhoseHalvesDoNotMatch() throws {
        let first = try cryptography.signatures.makeSigningKey(.es256).exportPrivateKey().bytes
        let second = try cryptography.signatures.makeSigningKey(.es256).exportPrivateKey().bytes
        // The public half ends the structure: 64 bytes after the 0x04.
        let mixed: Data = first.dropLast(64) + second.suffix(64)
        expectInvalidKey { try cryptography.signatures.importPrivateKey(Secret(mixed)) }
    }

    @Test func refusesEveryDamagedKeyOrReadsTheSameOne() throws {
        let key = try cryptography.signatures.makeSigningKey(.es256)
        let pkcs8 = try key.exportPrivateKey().bytes
        for index in pkcs8.indices {
            var damaged = pkcs8
            damaged[index] ^= 0x01
            let read = try? cryptography.signatures.importPrivateKey(Secret(damaged))
            #expect(read == nil || read?.verificationKey.thumbprint == key.verificationKey.thumbprint)
        }
    }

    @Test func refusesWhatIsNotAPublicKey() throws {
        let x = "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU"
        let y = "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"
        let zero = Base64URL.encode(Data(repeating: 0, count: 32))
        let huge = Base64URL.encode(Data(repeating: 0xFF, count: 32))
        let keys = [
            JSONWebKey(keyType: "EC", curve: "P-256", x: y, y: x),  // not on the curve
            JSONWebKey(keyType: "EC", curve: "P-256", x: zero, y: zero),
            JSONWebKey(keyType: "EC", curve: "P-256", x: huge, y: huge),
            JSONWebKey(keyType: "EC", curve: "P-256", x: x),
            JSONWebKey(keyType: "EC", curve: "P-256", x: x, y: y + "="),
            JSONWebKey(
                keyType: "EC", curve: "P-256", x: Base64URL.encode(Data([0]) + (Base64URL.decode(x) ?? Data())), y: y),
            JSONWebKey(keyType: "EC", curve: "P-384", x: x, y: y),
            JSONWebKey(keyType: "EC", curve: "secp256k1", x: x, y: y),
            JSONWebKey(keyType: "EC", curve: "Ed25519", x: x),
            JSONWebKey(keyType: "OKP", curve: "P-256", x: x, y: y),
            JSONWebKey(keyType: "OKP", curve: "Ed25519", x: x, y: y),
            JSONWebKey(keyType: "OKP", curve: "Ed25519", x: "AAAA"),
            JSONWebKey(keyType: "OKP", curve: "X25519", x: x),
            JSONWebKey(keyType: "oct", curve: "", x: x),
            JSONWebKey(keyType: "EC", curve: "P-256", x: x, y: y, use: "enc"),
            JSONWebKey(keyType: "EC", curve: "P-256", x: x, y: y, algorithm: "HS256"),
            JSONWebKey(keyType: "OKP", curve: "Ed25519", x: x, algorithm: "ES256"),
        ]
        for key in keys { expectInvalidKey("\(key)") { try cryptography.signatures.makeVerificationKey(key) } }
        let good = JSONWebKey(keyType: "EC", curve: "P-256", x: x, y: y, use: "sig", algorithm: "ES256")
        #expect(try cryptography.signatures.makeVerificationKey(good).algorithm == .es256)
    }

    @Test func namesKeysByTheirContents() throws {
        // RFC 7638 section 3.1, an RSA key.
        let members = [
            "kty": "RSA", "e": "AQAB",
            "n": """
            0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86zwu1RK7aPFFxuhDR1L6tSoc_BJECPebWKRXjBZ\
            CiFV4n3oknjhMstn64tZ_2W-5JsGY4Hc5n9yBXArwl93lqt7_RN5w6Cf0h4QyQ5v-65YGjQR0_FDW2QvzqY368QQMicAtaSqzs8KJ\
            ZgnYb9c7d0zgdAZHzu6qMQvRL5hajrn1n91CbOpbISD08qNLyrdkt-bFTWhAI4vMQFh6WeZu0fM4lFd2NcRwr3XPksINHaQ-G_xBn\
            iIqbw0Ls1jF44-csFCur-kEgU8awapJzKnqDKgw
            """,
        ]
        let thumbprint = try JSONWebKeyThumbprint.compute(requiredMembers: members, hashing: cryptography.hashing)
        #expect(thumbprint == "NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs")
        // RFC 8037 appendix A.3.
        let edwards = try cryptography.signatures.makeVerificationKey(
            JSONWebKey(keyType: "OKP", curve: "Ed25519", x: "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"))
        #expect(edwards.thumbprint == "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k")
        // RFC 9449 sections 4.1 and 6.1.
        let p256 = try cryptography.signatures.makeVerificationKey(
            JSONWebKey(
                keyType: "EC", curve: "P-256", x: "l8tFrhx-34tV3hRICRDY9zCkDlpBhF42UQUfWVAWBFs",
                y: "9VE4jf_Ok_o64zbTTlcuNJajHmt6v9TDVrU0CdvGRDA", keyID: "another name"))
        #expect(p256.thumbprint == "0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I")
        #expect(p256.jsonWebKey.keyID == p256.thumbprint)
        #expect(p256.jsonWebKey.algorithm == "ES256")
    }

    @Test func letsManyThreadsUseOneKey() async throws {
        for algorithm in SignatureAlgorithm.own {
            let key = try cryptography.signatures.makeSigningKey(algorithm)
            try await withThrowingTaskGroup(of: Bool.self) { group in
                for number in 0..<32 {
                    group.addTask {
                        let data = Data("\(number)".utf8)
                        return try key.verificationKey.isValid(key.signature(for: data), for: data)
                    }
                }
                for try await isValid in group { #expect(isValid) }
            }
        }
    }
}
