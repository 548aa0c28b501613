import AccountsServiceAPI
import AccountsServiceTesting
import CoreModels
import CryptographyAPI
import CryptographyTesting
import FoundationEssentials
import KernelTesting
import SQLStoreAPI
import SQLStoreTesting
import ServerKeysTesting
import SessionsServiceTesting
import Testing

struct AuthenticatingTests {
    private let ada = EmailAddress("ada@example.com")!
    private let nobody = EmailAddress("nobody@example.com")!
    private let password = Secret("correct horse")

    private func quick(_ hashing: InsecurePasswordHashing) throws -> Cryptography {
        try .insecureForTests(passwords: InsecurePasswordHashingMaking(hashing: hashing))
    }

    @Test(.requirement("LOGIN-04", "LOGIN-08")) func acceptsOnlyThePassword() async throws {
        let server = try await RunningAccounts()
        let user = try await server.accounts.createAccount(name: "Ada", email: ada, password: password)
        #expect(
            try await server.passwords.authenticate(email: ada, password: password) == .accepted(user, replacements: 0))
        let shouted = try #require(EmailAddress("ADA@EXAMPLE.COM"))
        #expect(
            try await server.passwords.authenticate(email: shouted, password: password)
                == .accepted(user, replacements: 0))
        for wrong in ["Correct horse", "correct horse ", "correct hors", "", "correct horse\u{0}"] {
            #expect(try await server.passwords.authenticate(email: ada, password: Secret(wrong)) == .rejected)
        }
    }

    @Test func noAccountIsFoundByReadingAll() async throws {
        let server = try await RunningAccounts()
        let user = try await server.accounts.createAccount(name: "Ada", email: ada, password: password)
        #expect(
            try await server.passwords.authenticate(email: ada, password: password) == .accepted(user, replacements: 0))
        #expect(try await server.passwords.authenticate(email: nobody, password: password) == .rejected)
        #expect(try await server.server.store.wholeTableReads() == [])
    }

    @Test(.requirement("REG-18")) func anUnknownAddressCostsTheSameWorkAndGetsTheSameAnswer() async throws {
        let hashing = InsecurePasswordHashing()
        let server = try await RunningAccounts(cryptography: quick(hashing))
        _ = try await server.accounts.createAccount(name: "Ada", email: ada, password: password)
        let before = hashing.calls.count
        #expect(try await server.passwords.authenticate(email: ada, password: Secret("wrong")) == .rejected)
        #expect(try await server.passwords.authenticate(email: nobody, password: Secret("wrong")) == .rejected)
        #expect(Array(hashing.calls.dropFirst(before)) == [.verify, .verifyDecoy])
    }

    @Test func aTakenAddressCostsTheSameWorkAsAFreeOne() async throws {
        let hashing = InsecurePasswordHashing()
        let server = try await RunningAccounts(cryptography: quick(hashing))
        _ = try await server.accounts.createAccount(name: "Ada", email: ada, password: password)
        _ = try? await server.accounts.createAccount(name: "Eve", email: ada, password: password)
        #expect(hashing.calls == [.hash, .hash])
    }

    @Test(
        .requirement("REG-05"),
        arguments: [
            ("caf\u{E9} \u{AC00}", "cafe\u{301} \u{1100}\u{1161}"), ("\u{1E69}", "s\u{307}\u{323}"),
        ]) func aPasswordIsTheSameHoweverItsAccentsAreTyped(composed: String, decomposed: String) async throws
    {
        let server = try await RunningAccounts()
        let user = try await server.accounts.createAccount(name: "Ada", email: ada, password: Secret(decomposed))
        #expect(
            try await server.passwords.authenticate(email: ada, password: Secret(composed))
                == .accepted(user, replacements: 0))
        #expect(
            try await server.passwords.authenticate(email: ada, password: Secret(decomposed))
                == .accepted(user, replacements: 0))
    }

    @Test func similarLettersAreStillOthers() async throws {
        let server = try await RunningAccounts()
        // Composition, not compatibility: NFKC would make these two equal.
        _ = try await server.accounts.createAccount(name: "Ada", email: ada, password: Secret("\u{FB01}sh and chips"))
        #expect(try await server.passwords.authenticate(email: ada, password: Secret("fish and chips")) == .rejected)
    }

    @Test func bytesThatAreNoTextAreAPasswordToo() async throws {
        let server = try await RunningAccounts()
        let bytes = Secret([0xFF, 0x00, 0xC3, 0x28, 0x41])
        let user = try await server.accounts.createAccount(name: "Ada", email: ada, password: bytes)
        #expect(
            try await server.passwords.authenticate(email: ada, password: bytes) == .accepted(user, replacements: 0))
    }

    @Test func theWholeOfALongPasswordCounts() async throws {
        let server = try await RunningAccounts(cryptography: .real())
        let long = [UInt8](repeating: 0x61, count: 1024)
        let user = try await server.accounts.createAccount(name: "Ada", email: ada, password: Secret(long))
        #expect(
            try await server.passwords.authenticate(email: ada, password: Secret(long))
                == .accepted(user, replacements: 0))
        #expect(
            try await server.passwords.authenticate(email: ada, password: Secret(long.dropLast() + [0x62])) == .rejected
        )
    }

    @Test func aHashOfAnotherCostIsRenewedAtTheNextLogin() async throws {
        let old = InsecurePasswordHashing(generation: 1)
        let server = try await RunningAccounts(cryptography: quick(old))
        let user = try await server.accounts.createAccount(name: "Ada", email: ada, password: password)
        let new = InsecurePasswordHashing(generation: 2)
        let later = try await RunningAccounts(store: server.server.store, cryptography: quick(new))
        #expect(try await later.passwords.authenticate(email: ada, password: Secret("wrong")) == .rejected)
        #expect(new.calls == [.verify], "a wrong password renews nothing")
        for _ in 0..<2 {
            #expect(
                try await later.passwords.authenticate(email: ada, password: password)
                    == .accepted(user, replacements: 0))
        }
        #expect(new.calls == [.verify, .verify, .hash, .verify])
    }

    @Test func aHashThatCannotBeRenewedIsNoReasonToRefuse() async throws {
        let server = try await RunningAccounts(cryptography: quick(InsecurePasswordHashing(generation: 1)))
        let user = try await server.accounts.createAccount(name: "Ada", email: ada, password: password)
        let later = try await RunningAccounts(
            store: server.server.store, cryptography: quick(InsecurePasswordHashing(generation: 2)))
        try await server.server.store.refuse("UPDATE", of: "accounts")
        #expect(
            try await later.passwords.authenticate(email: ada, password: password) == .accepted(user, replacements: 0))
    }

    @Test func realHashesArePepperedAndTheFileHoldsNoPassword() async throws {
        let server = try await RunningAccounts(cryptography: .real())
        let user = try await server.accounts.createAccount(name: "Ada", email: ada, password: password)
        let stored = try await server.database.read { db in
            try db.value("SELECT password_hash FROM accounts", as: String.self)
        }
        #expect(stored?.hasPrefix("$scrypt$ln=15,r=8,p=3,k=") == true)
        #expect(
            try await server.passwords.authenticate(email: ada, password: password) == .accepted(user, replacements: 0))
        await server.server.store.close()
        for suffix in ["", "-wal"] {
            guard let file = FileManager.default.contents(atPath: server.server.store.path + suffix) else { continue }
            password.withUnsafeBytes { #expect(file.firstRange(of: Data($0)) == nil) }
        }
    }

    @Test func aLostPepperIsAnErrorAndNoWrongPassword() async throws {
        let server = try await RunningAccounts(cryptography: .real())
        _ = try await server.accounts.createAccount(name: "Ada", email: ada, password: password)
        let stranger = try await RunningAccounts(
            store: server.server.store, cryptography: .real(), serverKeys: InMemoryServerKeys(seed: 2))
        await #expect {
            try await stranger.passwords.authenticate(email: ada, password: password)
        } throws: { error in
            guard case AccountsError.unavailable? = error as? AccountsError else { return false }
            return true
        }
    }

    @Test(arguments: [
        (CryptographyError.overloaded, AccountsError.overloaded), (.cancelled, .cancelled),
    ]) func saysWhyItCouldNotCheck(cause: CryptographyError, expected: AccountsError) async throws {
        let hashing = InsecurePasswordHashing()
        let server = try await RunningAccounts(cryptography: quick(hashing))
        hashing.fail(with: cause)
        await #expect(throws: expected) {
            try await server.passwords.authenticate(email: ada, password: password)
        }
    }
}
