import CoreModels
import CryptographyAPI
import CryptographyTesting
import FoundationEssentials
import Testing

struct DoubleTests {
    @Test func seededRandomnessMeetsTheContract() throws {
        try RandomSourceConformance(SeededRandomSource(seed: 7)).run()
    }

    @Test func seededRandomnessRepeatsItself() throws {
        let first = SeededRandomSource(seed: 7)
        let second = SeededRandomSource(seed: 7)
        #expect(try first.bytes(100) == second.bytes(100))
        #expect(try first.text() == second.text())
        #expect(try first.uuid() == second.uuid())
        #expect(try first.bytes(16) != SeededRandomSource(seed: 8).bytes(16))
    }

    @Test func failingRandomnessFails() {
        let source = FailingRandomSource()
        #expect(throws: source.error) { try source.bytes(1) }
        #expect(throws: source.error) { try source.secret(byteCount: 1) }
        #expect(throws: source.error) { try source.uuid() }
    }

    @Test func insecureHashingMeetsTheContract() async throws {
        try await PasswordHashingConformance(InsecurePasswordHashing()).run()
    }

    @Test func insecureHashingNotesItsCallsAndFailsWhenTold() async throws {
        let hashing = InsecurePasswordHashing()
        let hash = try await hashing.hash(Secret("password"))
        _ = try await hashing.verify(Secret("password"), against: hash)
        try await hashing.verifyDecoy(Secret("password"))
        #expect(hashing.calls == [.hash, .verify, .verifyDecoy])
        #expect(InsecurePasswordHashing(generation: 2).needsRehash(hash))

        hashing.fail(with: .overloaded)
        await #expect(throws: CryptographyError.overloaded) { try await hashing.verifyDecoy(Secret("password")) }
        hashing.fail(with: nil)
        try await hashing.verifyDecoy(Secret("password"))
    }

    @Test func cryptographyForTestsIsPredictableWhereItSays() throws {
        let first = try Cryptography.insecureForTests()
        let second = try Cryptography.insecureForTests()
        #expect(try first.random.text() == second.random.text())
        // Keys stay random even so.
        let keys = try [first.keys.makeRandomKey(), second.keys.makeRandomKey()]
        #expect(keys[0].withUnsafeBytes { Data($0) } != keys[1].withUnsafeBytes { Data($0) })
    }
}
