import AccountsService
import AccountsServiceAPI
import AccountsServiceTesting
import CoreModels
import FoundationEssentials
import KernelTesting
import SQLStoreAPI
import SQLStoreTesting
import SessionsServiceTesting
import TelemetryAPI
import TelemetryTesting
import Testing

/// How addresses find accounts, today's and those of before D24.
struct SpellingTests {
    private let password = Secret("a password of some length")

    @Test(.requirement("D24", "REG-16")) func twoWaysToPutAccentsTogetherAreOneAccount() async throws {
        let server = try await RunningAccounts()
        let composed = EmailAddress("josé@example.com")!, decomposed = EmailAddress("jose\u{301}@example.com")!
        let user = try await server.accounts.createAccount(name: "José", email: decomposed, password: password)
        #expect(Array(user.email.description.utf8) == Array("josé@example.com".utf8), "it travels composed")
        #expect(try await server.accounts.account(email: composed) == user)
        #expect(try await server.accounts.account(email: decomposed) == user)
        await #expect(throws: AccountsError.emailTaken) {
            try await server.accounts.createAccount(name: "José", email: composed, password: password)
        }
        #expect(try await server.verification.markVerified(user.id, email: composed).isVerified)
    }

    @Test(.requirement("D24")) func anotherAlphabetsCaseIsAnotherAddress() async throws {
        let server = try await RunningAccounts()
        let small = try await server.accounts.createAccount(
            name: "É", email: EmailAddress("é@example.com")!, password: password)
        let large = try await server.accounts.createAccount(
            name: "É", email: EmailAddress("É@example.com")!, password: password)
        #expect(small.id != large.id)
    }

    // MARK: Before D24

    /// The accounts of a database as the first release left it, opened by today's
    /// server.
    private func accounts(of addresses: String..., log: LogSpy = LogSpy()) async throws -> RunningAccounts {
        let tables = RunningSessions.migrations + AccountsMigrations.all
        let store = try await TemporaryDatabase(tables.filter { $0.id != "accounts-0003" })
        let hashes = try await RunningAccounts().passwords
        for (number, address) in addresses.enumerated() {
            let encoded = try JSONEncoder().encode(try await hashes.prepare(Self.password(number)))
            let hash = try JSONDecoder().decode([String: String].self, from: encoded).values.first
            try await store.database.write { db in
                try db.run(
                    """
                    INSERT INTO accounts (id, name, email, canonical_email, password_hash, created_at)
                    VALUES (\(UserID(UUID())), \("\(number)"), \(address), \(address.lowercased()), \(hash),
                        \(Date(timeIntervalSince1970: Double(number))))
                    """)
            }
        }
        try await store.reopen(with: tables)
        try await FormerAddresses(database: store.database, logger: log.logger).start()
        return try await RunningAccounts(store: store)
    }

    private static func password(_ number: Int) -> Secret { Secret("the password of \(number)") }

    /// Which account an address and its password open.
    private func opens(_ server: RunningAccounts, _ number: Int, _ typed: String) async throws -> Bool {
        let email = try #require(EmailAddress(kept: typed))
        guard
            case .accepted(let user, _) = try await server.passwords.authenticate(
                email: email, password: Self.password(number))
        else { return false }
        return user.name == "\(number)"
    }

    @Test(
        .requirement("D24", "LOGIN-04"),
        arguments: [
            ("JOSÉ@example.com", ["JOSÉ@example.com", "josé@example.com", "José@example.com"]),
            ("jose\u{301}@example.com", ["jose\u{301}@example.com", "josé@example.com"]),
            ("Ana@Example.com", ["ana@example.com"]), ("mi\u{212A}e@example.com", ["mike@example.com"]),
            ("\u{FF41}na@example.com", ["\u{FF41}na@example.com", "\u{FF21}na@example.com"]),
            ("ИВАН@пример.рф", ["иван@пример.рф", "ИВАН@пример.рф"]), ("İ@example.com", ["İ@example.com"]),
        ])
    func whoLoggedInBeforeDoesSoNow(address: String, typed: [String]) async throws {
        let server = try await accounts(of: address)
        for text in typed { #expect(try await opens(server, 0, text), "\(text)") }
        let user = try #require(try await server.accounts.account(email: EmailAddress(kept: typed[0])!))
        #expect(Array(user.email.description.utf8) == Array(address.utf8), "letters go where they went")
        for text in typed {
            guard let email = EmailAddress(text) else { continue }
            await #expect(throws: AccountsError.emailTaken) {
                try await server.accounts.createAccount(name: "Eve", email: email, password: password)
            }
            let prepared = try await server.passwords.prepare(Self.password(0))
            let replaced = try await server.database.write { db in
                try server.passwords.replacePassword(of: user.id, at: email, with: prepared, keeping: nil, in: db)
            }
            #expect(replaced?.user == user)
        }
    }

    @Test(.requirement("D24")) func twoAccountsWithOneAddressBothGoOnAndTheOperatorIsTold() async throws {
        let log = LogSpy()
        let decomposed = "jose\u{301}@example.com", composed = "josé@example.com"
        let server = try await accounts(
            of: decomposed, composed, "JOSE\u{301}@example.org", "josé@example.org", log: log)
        #expect(try await opens(server, 0, decomposed))
        #expect(try await opens(server, 1, composed))
        #expect(try await !opens(server, 0, composed))
        #expect(try await opens(server, 2, "JOSE\u{301}@example.org"))
        #expect(try await opens(server, 3, "josé@example.org"))
        let told = log.records.filter { $0.message.hasPrefix("two accounts have one address") }
        #expect(told.count == 1 && told.first?.level == .warning)
        let first = try #require(try await server.accounts.account(email: EmailAddress(decomposed)!))
        #expect(try await server.verification.markVerified(first.id, email: first.email).name == "0")
    }
}
