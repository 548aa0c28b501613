import CoreModels
import CryptographyAPI
import CryptographyOpenSSL
import CryptographyTesting
import FoundationEssentials
import Testing

struct PasswordHashingTests {
    private static let fast = ScryptCost(logN: 4, blockSize: 8, parallelization: 1)

    private let cryptography: Cryptography
    private let pepper: Pepper

    init() throws {
        cryptography = try Cryptography.real()
        pepper = Pepper(id: "p1", key: try cryptography.key(Data(repeating: 7, count: 32)))
    }

    private func makeSUT(
        cost: ScryptCost = fast, pepper: Pepper? = nil, retired: [Pepper] = []
    ) throws -> any PasswordHashing {
        try cryptography.passwords.makePasswordHashing(
            cost: cost, pepper: pepper ?? self.pepper, retiredPeppers: retired)
    }

    @Test func meetsTheContract() async throws {
        try await PasswordHashingConformance(makeSUT()).run()
    }

    @Test func hashesAtTheStandardCost() async throws {
        let hashing = try makeSUT(cost: .standard)
        let hash = try await hashing.hash(Secret("correct horse"))
        #expect(hash.encoded.hasPrefix("$scrypt$ln=15,r=8,p=3,k=p1$"))
        #expect(try await hashing.verify(Secret("correct horse"), against: hash))
    }

    @Test func isScryptThenHMAC() async throws {
        // RFC 7914 section 12 and RFC 2104, put together by hand.
        let hash = try await makeSUT().hash(Secret("password"))
        let parts = hash.encoded.split(separator: "$")
        let salt = try #require(Base64URL.decode(parts[2]))
        let derived = try await cryptography.derivation.deriveKey(
            fromPassphrase: Secret("password"), salt: salt, cost: Self.fast, byteCount: 32)
        let code = try cryptography.authentication.authenticationCode(for: derived.bytes, using: pepper.key)
        #expect(salt.count == 16)
        #expect(Base64URL.encode(code) == parts[3])
    }

    @Test func saltsEachHashAnew() async throws {
        let hashing = try makeSUT()
        var hashes: Set<PasswordHash> = []
        for _ in 0..<50 { hashes.insert(try await hashing.hash(Secret("password"))) }
        #expect(hashes.count == 50)
    }

    @Test func needsThePepper() async throws {
        let hash = try await makeSUT().hash(Secret("password"))
        let wrong = Pepper(id: "p1", key: try cryptography.key(Data(repeating: 8, count: 32)))
        #expect(try await makeSUT(pepper: wrong).verify(Secret("password"), against: hash) == false)
    }

    @Test func replacesPeppers() async throws {
        let hash = try await makeSUT().hash(Secret("password"))
        let new = Pepper(id: "p2", key: try cryptography.keys.makeRandomKey())
        let hashing = try makeSUT(pepper: new, retired: [pepper])
        #expect(try await hashing.verify(Secret("password"), against: hash))
        #expect(hashing.needsRehash(hash))
        #expect(!hashing.needsRehash(try await hashing.hash(Secret("password"))))
        await #expect(throws: CryptographyError.unknownPepper(id: "p1")) {
            try await makeSUT(pepper: new).verify(Secret("password"), against: hash)
        }
    }

    @Test func verifiesHashesOfAnotherCostAndWantsThemRenewed() async throws {
        let hash = try await makeSUT().hash(Secret("password"))
        for cost in [
            ScryptCost(logN: 5, blockSize: 8, parallelization: 1),
            ScryptCost(logN: 4, blockSize: 4, parallelization: 1),
            ScryptCost(logN: 4, blockSize: 8, parallelization: 2),
        ] {
            let hashing = try makeSUT(cost: cost)
            #expect(try await hashing.verify(Secret("password"), against: hash))
            #expect(hashing.needsRehash(hash))
        }
    }

    @Test func refusesHashesThatItWouldNotWrite() async throws {
        let hashing = try makeSUT()
        let salt = "AAAAAAAAAAAAAAAAAAAAAA"
        let digest = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
        #expect(
            try await !hashing.verify(
                Secret("password"), against: PasswordHash(encoded: "$scrypt$ln=4,r=8,p=1,k=p1$\(salt)$\(digest)")))
        for encoded in [
            "$scrypt$ln=04,r=8,p=1,k=p1$\(salt)$\(digest)", "$scrypt$ln=+4,r=8,p=1,k=p1$\(salt)$\(digest)",
            "$scrypt$r=8,ln=4,p=1,k=p1$\(salt)$\(digest)", "$scrypt$ln=4,r=8,p=1$\(salt)$\(digest)",
            "$scrypt$ln=4,r=8,p=1,k=p1,x=1$\(salt)$\(digest)", "$scrypt$ln=4,r=8,p=1,k=$\(salt)$\(digest)",
            "$scrypt$ln=4,r=8,p=1,k=p_1$\(salt)$\(digest)", "$scrypt$ln=4,r=8,p=1,k=p1$\(salt)=$\(digest)",
            "$scrypt$ln=4,r=8,p=1,k=p1$AAAA$\(digest)", "$scrypt$ln=4,r=8,p=1,k=p1$\(salt)$AAAA",
            "$scrypt$ln=4,r=8,p=1,k=p1$\(salt)$", "$scrypt$ln=4,r=8,p=1,k=p1$\(salt)$\(digest)$",
            "x$scrypt$ln=4,r=8,p=1,k=p1$\(salt)$\(digest)", "$scrypt$ln=4,r=8,p=1,k=p1$\(salt)$\(digest) ",
            "$yescrypt$ln=4,r=8,p=1,k=p1$\(salt)$\(digest)",
            "$scrypt$ln=99999999999999999999,r=8,p=1,k=p1$\(salt)$\(digest)",
        ] {
            await #expect(throws: CryptographyError.malformedPasswordHash, "\(encoded)") {
                try await hashing.verify(Secret("password"), against: PasswordHash(encoded: encoded))
            }
        }
        // A planted hash can't make the server take all of its memory.
        await expectInvalidInput {
            try await hashing.verify(
                Secret("password"), against: PasswordHash(encoded: "$scrypt$ln=30,r=8,p=1,k=p1$\(salt)$\(digest)"))
        }
    }

    @Test func refusesBadPeppersAndCosts() async throws {
        let key = try cryptography.keys.makeRandomKey()
        for id in ["", "a$b", "a,b", "a b", "ñ", String(repeating: "a", count: 33)] {
            await expectInvalidInput("\(id)") { try makeSUT(pepper: Pepper(id: id, key: key)) }
        }
        await expectInvalidInput { try makeSUT(retired: [pepper]) }
        await expectInvalidInput { try makeSUT(cost: ScryptCost(logN: 0, blockSize: 8, parallelization: 1)) }
        let short = try cryptography.keys.makeRandomKey(byteCount: 15)
        expectInvalidKey { try makeSUT(pepper: Pepper(id: "p1", key: short)) }
    }

    @Test func takesAsLongForAnAccountThatDoesNotExist() async throws {
        // The least of many runs is what the work itself takes, whatever else
        // the machine does meanwhile.
        let hashing = try makeSUT(cost: ScryptCost(logN: 13, blockSize: 8, parallelization: 1))
        let hash = try await hashing.hash(Secret("password"))
        let clock = ContinuousClock()
        var real = Duration.seconds(100), decoy = Duration.seconds(100)
        func isAlike() -> Bool { decoy > real * 0.5 && decoy < real * 2 }
        // A busy machine needs more of them. Work that differs does so however
        // many there are.
        for run in 0..<300 where run < 15 || !isAlike() {
            real = min(real, try await clock.measure { _ = try await hashing.verify(Secret("wrong"), against: hash) })
            decoy = min(decoy, try await clock.measure { try await hashing.verifyDecoy(Secret("wrong")) })
        }
        #expect(isAlike(), "\(decoy) for nobody, \(real) for somebody")
    }
}
