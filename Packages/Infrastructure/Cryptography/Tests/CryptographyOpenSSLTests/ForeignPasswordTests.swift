import CoreModels
import CryptographyAPI
import CryptographyOpenSSL
import CryptographyTesting
import FoundationEssentials
import KernelTesting
import Testing

/// Hashes of other programs, by published vectors.
struct ForeignPasswordTests {
    private let hashing: any PasswordHashing

    init() throws {
        let cryptography = try Cryptography.real()
        hashing = try cryptography.passwords.makePasswordHashing(
            cost: ScryptCost(logN: 4, blockSize: 8, parallelization: 1),
            pepper: Pepper(id: "p1", key: try cryptography.key(Data(repeating: 7, count: 32))), retiredPeppers: [])
    }

    private func expect(_ hash: ForeignPasswordHash, of password: String) async throws {
        let adopted = try hashing.adopt(hash)
        #expect(try await hashing.verify(Secret(password), against: adopted))
        for wrong in [password + "x", password.uppercased() + "!", password + "\u{0}", "x" + password] {
            #expect(try await !hashing.verify(Secret(wrong), against: adopted), "\(wrong)")
        }
        #expect(hashing.needsRehash(adopted))
        #expect(hashing.foreignDerivation(of: adopted) == hash.derivation)
        #expect(!adopted.encoded.contains(Base64URL.encode(hash.digest)))
        #expect(!adopted.encoded.contains(String(decoding: hash.digest, as: UTF8.self)))
    }

    /// Those of crypt_blowfish 1.3, `wrapper.c`, that no library treats in its own way.
    @Test(
        .requirement("IMPORT-01", "IMPORT-10"),
        arguments: [
            ("U*U", "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW"),
            ("U*U*", "$2b$05$CCCCCCCCCCCCCCCCCCCCC.VGOzA784oUp/Z0DY336zx7pLYAy0lwK"),
            ("U*U*U", "$2y$05$XXXXXXXXXXXXXXXXXXXXXOAcXxm9kjPGEMsLznoKqmqw7tc8WCx4a"),
            ("", "$2a$05$CCCCCCCCCCCCCCCCCCCCC.7uG0VCzI2bS7j6ymqJi9CdcdxiRTWNy"),
        ]) func bcryptIsVerified(password: String, text: String) async throws
    {
        try await expect(ForeignPasswordHash(bcrypt: text), of: password)
    }

    /// As `bcrypt` of Python makes it, an implementation of its own: beyond ASCII.
    @Test(.requirement("IMPORT-01")) func bcryptIsThatOfOtherPrograms() async throws {
        try await expect(
            ForeignPasswordHash(bcrypt: "$2b$04$abcdefghijklmnopqrstuu20HlRQR2zc3QIYcTEikTqVDfVl6GJs6"),
            of: "contraseña 密码")
    }

    /// RFC 7914, section 11, and the same input for SHA-512 as OpenSSL, Go and Python have it.
    @Test(.requirement("IMPORT-01", "IMPORT-10")) func pbkdf2IsVerified() async throws {
        let sha256 = hex(
            "55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc"
                + "49ca9cccf179b645991664b39d77ef317c71b845b1e30bd509112041d3a19783")
        try await expect(
            ForeignPasswordHash(
                .pbkdf2(.sha256, iterations: 1, byteCount: 64), salt: Data("salt".utf8), digest: sha256), of: "passwd")
        let sha512 = hex(
            "867f70cf1ade02cff3752599a3a53dc4af34c7a669815ae5d513554e1c8cf252"
                + "c02d470a285a0501bad999bfe943c08f050235d7d68b1da55e63f73b60a57fce")
        try await expect(
            ForeignPasswordHash(
                .pbkdf2(.sha512, iterations: 1, byteCount: 64), salt: Data("salt".utf8), digest: sha512),
            of: "password")
    }

    /// Of the reference implementation, `src/test.c` of phc-winner-argon2.
    @Test(.requirement("IMPORT-01", "IMPORT-10")) func argon2idIsVerified() async throws {
        try await expect(
            ForeignPasswordHash(
                text: "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc"),
            of: "password")
    }

    @Test(
        .requirement("IMPORT-06"),
        arguments: [
            ("$2a$31$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW", ForeignPasswordHash.Problem.beyondLimits),
            ("$2a$14$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW", .beyondLimits),
            ("$2a$03$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW", .beyondLimits),
            ("$2x$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW", .unknownAlgorithm),
            ("$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOe", .malformed),
            ("$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyO$W", .malformed),
            ("$2a$+5$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW", .malformed),
            ("$argon2id$v=19$m=4194304,t=1,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc", .beyondLimits),
            (
                "$argon2id$v=19$m=65536,t=99999999999999999999,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc",
                .beyondLimits
            ),
            ("$argon2id$v=19$m=-1,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc", .malformed),
            ("$argon2id$v=16$m=64,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc", .unknownAlgorithm),
            ("$argon2i$v=19$m=64,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc", .unknownAlgorithm),
            ("$argon2id$", .malformed), ("", .unknownAlgorithm), ("$fbscrypt$v=1", .unknownAlgorithm),
            ("{\"alg\":\"aes-gcm-hkdf\"}", .unknownAlgorithm),
        ]) func whatCostsTooMuchOrIsUnknownIsRefused(text: String, problem: ForeignPasswordHash.Problem)
    {
        #expect(throws: problem) { try ForeignPasswordHash(text: text) }
    }

    @Test(.requirement("IMPORT-06")) func countlessIterationsAreRefused() {
        for iterations in [0, -1, 1_000_000_000, Int.max] {
            #expect(throws: ForeignPasswordHash.Problem.beyondLimits) {
                try ForeignPasswordHash(
                    .pbkdf2(.sha256, iterations: iterations, byteCount: 64), salt: Data(count: 16),
                    digest: Data(count: 64))
            }
        }
        #expect(!ForeignDerivation.argon2id(memory: 131_072, passes: 16, lanes: 1, byteCount: 32).isWithinLimits)
        #expect(!ForeignDerivation.argon2id(memory: Int.max, passes: Int.max, lanes: 1, byteCount: 32).isWithinLimits)
    }

    @Test(
        arguments: [
            "bcrypt,c=10", "pbkdf2-sha256,i=27500,l=64", "pbkdf2-sha512,i=210000,l=64", "argon2id,m=7168,t=5,p=1,l=32",
        ]) func aKindHasOneText(text: String)
    {
        #expect(ForeignDerivation(text)?.description == text)
        for other in [text + " ", text + ",", text.replacing("=", with: "=0"), text.uppercased(), "x" + text, ""] {
            #expect(ForeignDerivation(other) == nil, "\(other)")
        }
    }

    @Test(.requirement("IMPORT-05")) func theWorkIsDoneForNobodyAsWell() async throws {
        for text in ["bcrypt,c=4", "pbkdf2-sha512,i=1,l=64", "argon2id,m=8,t=1,p=1,l=32"] {
            let derivation = try #require(ForeignDerivation(text))
            try hashing.requireLibrary(for: derivation)
            try await hashing.verifyDecoy(Secret("password"), like: derivation)
        }
    }

    @Test func aHashShowsNothing() throws {
        let hash = try ForeignPasswordHash(bcrypt: "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW")
        var dumped = ""
        dump(hash, to: &dumped)
        #expect("\(hash)\(String(reflecting: hash))" == "<redacted><redacted>" && !dumped.contains("E5YPO9"))
    }
}
