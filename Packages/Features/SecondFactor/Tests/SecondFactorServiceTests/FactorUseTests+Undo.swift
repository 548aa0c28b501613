import AccountsServiceAPI
import AccountsServiceTesting
import CoreModels
import FoundationEssentials
import HTTPTypes
import KernelTesting
import LoginServiceAPI
import MailAPI
import MailTesting
import SQLStoreAPI
import SQLStoreTesting
import SecondFactorService
import SessionsServiceAPI
import SessionsServiceTesting
import Testing

/// Recovery codes of an account that somebody else had for a while.
extension FactorUseTests {
    private static let day: TimeInterval = 86_400

    private func pass(days: Double) { accounts.date.advance(by: .seconds(days * Self.day)) }

    /// Makes other codes in a session of now.
    private func renew(_ secret: Secret) async throws -> [String] {
        struct Codes: Decodable { let recovery_codes: [String] }
        let token = try await accounts.server.issuing.issueSession(for: user, on: SessionClient()).grant.accessToken
            .withText { $0 ?? "" }
        accounts.date.advance(by: .seconds(60))
        let typed = try code(secret).withText { $0 ?? "" }
        let proof = #"{"password":"four green pots","code":"\#(typed)"}"#
        try #require(try await send(.post, "/auth/reauthentication", proof, by: token).status == .noContent)
        let answer = try await send(.post, "/auth/factors/recovery-codes", by: token)
        return try JSONDecoder().decode(Codes.self, from: answer.body).recovery_codes
    }

    private func isGood(_ code: String, asOf moment: Date) async throws -> Bool {
        try await checker.use(of: Secret(code), by: user, asOf: moment) != nil
    }

    /// Does with a code what an undo does: gives the account back first.
    private func undo(with code: String, asOf moment: Date) async throws -> Bool {
        guard let use = try await checker.use(of: Secret(code), by: user, asOf: moment) else { return false }
        return try await accounts.database.write { [accounts, accountObservers, user] db in
            let address = AccountAddress(try #require(EmailAddress("ada@example.org")))
            let change = try #require(try accounts.addresses.replaceAddress(of: user.id, with: address, in: db))
            for observer in accountObservers { try observer.record(.returned(change.user, since: moment), in: db) }
            return try use.use(db)
        }
    }

    /// Whether a code passes the second step, which uses it up.
    private func passes(_ code: String) async throws -> Bool {
        let check = try await checker.check(Secret(code), of: user, after: .password) { [accounts] use -> Void? in
            try await accounts.database.write { db in try use.use(db) } ? () : nil
        }
        if case .done = check { return true }
        return false
    }

    private func kept() async throws -> Int? {
        try await accounts.database.read { db in try db.value("SELECT count(*) FROM recovery_codes", as: Int.self) }
    }

    @Test(
        "Codes on paper undo what others did, and count again; those that others made don't",
        .requirement("DATA-02", "MFA-02", "MFA-05"))
    func codesOfBeforeCountForAnUndo() async throws {
        let (secret, paper) = try await turnOn()
        pass(days: 15)
        let contested = accounts.date.value.addingTimeInterval(-7 * Self.day)
        let theirs = try await renew(secret), theirOthers = try await renew(secret)
        #expect(try await !passes(paper[0]), "nobody logs in with it meanwhile")
        for code in theirs + theirOthers { #expect(try await !isGood(code, asOf: contested)) }
        accounts.date.advance(by: .seconds(60))
        let typed = try code(secret).withText { $0 ?? "" }
        #expect(try await isGood(typed, asOf: contested))
        #expect(try await !isGood(typed, asOf: contested.addingTimeInterval(-9 * Self.day)), "it came later")
        #expect(try await undo(with: paper[0], asOf: contested))
        // The letter goes where the account is then.
        let letter = try #require(mail.messages.last { $0.template.name == "recovery-code-used" })
        #expect(letter.recipient.description == "ada@example.org" && letter.values["left"] == "9")
        for code in theirs + theirOthers + [paper[0]] { #expect(try await !passes(code)) }
        #expect(try await passes(paper[1]))
        #expect(try await kept() == 10)
    }

    /// The owner said that they are worth nothing, maybe since somebody saw them.
    @Test(.requirement("DATA-02", "MFA-02")) func codesThatTheOwnerReplacedBeforeStayVoid() async throws {
        let (secret, old) = try await turnOn()
        pass(days: 2)
        let present = try await renew(secret)
        pass(days: 8)
        let contested = accounts.date.value.addingTimeInterval(-7 * Self.day)
        _ = try await renew(secret)
        #expect(try await !isGood(old[0], asOf: contested))
        #expect(try await undo(with: present[0], asOf: contested))
        #expect(try await !passes(old[1]))
        #expect(try await passes(present[1]))
    }

    /// However often somebody makes others, what is kept is bounded.
    @Test(.requirement("DATA-02", "MFA-02")) func formerCodesAreFewAndGoInTime() async throws {
        let (secret, paper) = try await turnOn()
        pass(days: 2)
        #expect(try await passes(paper[0]))
        for _ in 0..<6 { _ = try await renew(secret) }
        #expect(try await kept() == 19, "what was used, and what was good for less than a day, is gone")
        let contested = accounts.date.value.addingTimeInterval(-Self.day)
        pass(days: 14)
        for sweep in sweeps { try await accounts.database.write(.soon, sweep.body) }
        #expect(try await isGood(paper[1], asOf: contested))
        #expect(try await !isGood(paper[0], asOf: contested), "it was used")
        pass(days: 1)
        for sweep in sweeps { try await accounts.database.write(.soon, sweep.body) }
        #expect(try await kept() == 10)
        #expect(try await !isGood(paper[1], asOf: contested))
    }

    /// Nobody's codes are worth less after the upgrade.
    @Test(.requirement("MFA-02")) func codesOfEarlierVersionsAreAsOldAsTheirAuthenticator() async throws {
        let store = try await TemporaryDatabase(Array(SecondFactorMigrations.all.prefix(2)))
        try await store.database.write { db in
            try db.run(
                """
                INSERT INTO authenticators (user_id, sealed_secret, made_at, confirmed_at, latest_step)
                VALUES ('ada', \(Data([0])), 1000, 2000, 1)
                """)
            for (digest, user) in [(Data([1]), "ada"), (Data([2]), "ben")] {
                try db.run("INSERT INTO recovery_codes (digest, user_id) VALUES (\(digest), \(user))")
            }
        }
        try await store.reopen(with: SecondFactorMigrations.all)
        let made = try await store.database.read { db in
            try db.values("SELECT made_at FROM recovery_codes ORDER BY digest", as: Int.self)
        }
        #expect(made == [2_000, 0])
    }
}
