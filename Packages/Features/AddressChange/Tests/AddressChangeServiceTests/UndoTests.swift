import AccountsServiceAPI
import AccountsServiceTesting
import AddressChangeAPI
import AddressChangeService
import CoreModels
import FoundationEssentials
import HTTPServingAPI
import HTTPTypes
import KernelTesting
import Locking
import MailAPI
import MailedProofsAPI
import Presenting
import SQLStoreAPI
import SessionsServiceAPI
import SessionsServiceTesting
import TelemetryTesting
import Testing

struct UndoTests {
    private static let week = Duration.seconds(7 * 86_400)
    private static let thief = "eve@example.net"

    @Test(.requirement("DATA-02")) func whoeverReadsTheOldAddressGetsTheAccountBack() async throws {
        let server = try await RunningAddressChange()
        let (ana, token) = try await server.join("Ana@example.com"), other = try await server.logIn(ana)
        let link = try await server.change(ana, to: Self.thief, token)
        server.date.advance(by: .seconds(60))
        _ = try await server.ask("eve@example.org", token)
        for _ in 0..<3 {
            // Programs open links before people do.
            let offer = try await server.restoring.offer(behind: try #require(link))
            #expect(offer.email.description == "Ana@example.com" && !offer.asksForCode)
        }
        try await server.restore(link)
        let back = try await server.account(ana.id)
        #expect(back.email.description == "Ana@example.com" && back.isVerified)
        #expect(try await server.accepts(RunningAddressChange.newPassword, "ana@example.com"))
        for email in ["ana@example.com", Self.thief] {
            #expect(try await !server.accepts(RunningAddressChange.password, email))
        }
        #expect(try await !server.accepts(RunningAddressChange.newPassword, Self.thief))
        for token in [token, other] { #expect(await !server.isIn(token)) }
        #expect(try await server.events() == ["address renewed", "address restored"])
        #expect(server.letters(to: "Ana@example.com") == ["address-changed", "address-restored"])
        #expect(server.letters(to: Self.thief) == ["address-code", "address-taken-back"])
        #expect(server.lockout.cleared.last == back.email)
        // Whoever guards the account otherwise hears that both are the owner's again.
        #expect(server.observer.observed.suffix(2) == [.addressReplaced(back), .passwordReplaced(back)])
        #expect(try await server.refusal(of: link) == .usedLink)
        // What the thief asked for is worth nothing, even to who logs in again.
        let fresh = try await server.logIn(back)
        #expect(try await server.confirm(server.code(for: "eve@example.org"), fresh).status == .unprocessableContent)
        #expect("\(server.log.records)".contains("change of address undone"))
    }

    /// Whoever has the account for days only may be who took it: their mailbox opens nothing.
    @Test(.requirement("DATA-02")) func anAddressOfLessThanAWeekGetsNoLink() async throws {
        let server = try await RunningAddressChange()
        let (ana, token) = try await server.join()
        let first = try await server.change(ana, to: Self.thief, token)
        server.date.advance(by: .seconds(86_400))
        let session = try await server.logIn(ana)
        let second = try await server.change(ana, to: "ana@example.org", session)
        #expect(second == nil && server.letters(to: Self.thief) == ["address-code", "address-left"])
        #expect(try await server.refusal(of: first) == nil, "the letter of before undoes both")
        try await server.restore(first)
        #expect(try await server.account(ana.id).email == ana.email)
        #expect(try await server.refusal(of: first) == .usedLink)
        // And nothing is kept back for those in between: they are free for everybody.
        for email in [Self.thief, "ana@example.org"] { _ = try await server.join(email) }
    }

    @Test(.requirement("DATA-02")) func anAddressOfMoreThanAWeekGetsALinkAgain() async throws {
        let server = try await RunningAddressChange()
        let (ana, token) = try await server.join()
        try await server.change(ana, to: "b@example.net", token)
        server.date.advance(by: Self.week)
        let link = try await server.change(ana, to: "c@example.net", try await server.logIn(ana))
        try await server.restore(link)
        #expect(try await server.account(ana.id).email.description == "b@example.net")
    }

    @Test("A mailbox that was given up opens nothing where a factor was in force", .requirement("DATA-02", "MFA-05"))
    func aFactorOfBeforeIsAskedFor() async throws {
        let factor = FactorStub(code: "123456")
        let server = try await RunningAddressChange(checkers: [factor])
        let (ana, token) = try await server.join()
        let link = try await server.change(ana, to: "ana@example.net", token)
        let change = server.date.value
        #expect(try await server.restoring.offer(behind: try #require(link)).asksForCode)
        for (code, error) in [(nil, AddressRestoringError.codeNeeded), ("654321", .wrongCode)] {
            await #expect(throws: error) { try await server.restore(link, confirmedBy: code) }
        }
        #expect(await server.isIn(token) && factor.used.current == 0)
        try await server.restore(link, confirmedBy: "123456")
        #expect(try await server.account(ana.id).email == ana.email && factor.used.current > 0)
        #expect(Set(factor.moments.current) == [change.addingTimeInterval(-7 * 86_400)])
    }

    @Test(.requirement("DATA-02")) func aFactorOfLaterIsNotAskedFor() async throws {
        let server = try await RunningAddressChange(checkers: [FactorStub(code: nil)])
        let (ana, token) = try await server.join()
        let link = try await server.change(ana, to: Self.thief, token)
        #expect(try await !server.restoring.offer(behind: try #require(link)).asksForCode)
        try await server.restore(link)
        #expect(try await server.account(ana.id).email == ana.email)
    }

    @Test("No password that the thief may know is taken", .requirement("DATA-02", "RECOV-14"))
    func passwordsOfLatelyAreRefused() async throws {
        let server = try await RunningAddressChange()
        let (ana, token) = try await server.join()
        try await server.replacePassword(of: ana, with: "one that she had lately")
        server.date.advance(by: .seconds(86_400))
        let link = try await server.change(ana, to: Self.thief, try await server.logIn(ana))
        try await server.replacePassword(of: try await server.account(ana.id), with: "the thief's own secret")
        for password in [RunningAddressChange.password, "one that she had lately", "the thief's own secret"] {
            let error = await #expect(throws: AddressRestoringError.self) {
                try await server.restore(link, choosing: password)
            }
            #expect(error?.code == "weak_password", "\(password)")
        }
        #expect(await !server.isIn(token))
        try await server.restore(link)
        try await server.sweep()
        let kept = try await server.accounts.database.read { db in
            try db.value("SELECT count(*) FROM former_passwords", as: Int.self)
        }
        #expect(kept == 3)
    }

    @Test(.requirement("DATA-02")) func aChangeBackToAKeptAddressEndsWhatCameBetween() async throws {
        let server = try await RunningAddressChange()
        let (ana, token) = try await server.join()
        let first = try await server.change(ana, to: Self.thief, token)
        let link = try await server.change(ana, to: "ana@example.com", token)
        #expect(link == nil && server.letters(to: Self.thief) == ["address-code", "address-left"])
        #expect(try await server.refusal(of: first) == .usedLink, "there is nothing to undo")
        #expect(try await server.account(ana.id).email == ana.email)
    }

    @Test(.requirement("DATA-02")) func aLinkCountsForAWeek() async throws {
        let server = try await RunningAddressChange()
        let (ana, token) = try await server.join()
        let link = try await server.change(ana, to: "ana@example.net", token)
        server.date.advance(by: Self.week - .seconds(1))
        #expect(try await server.refusal(of: link) == nil)
        server.date.advance(by: .seconds(1))
        await #expect(throws: AddressRestoringError.expiredLink) { try await server.restore(link) }
        #expect(try await server.account(ana.id).email.description == "ana@example.net")
        #expect(try await server.accepts(RunningAddressChange.password, "ana@example.net"))
        let unknown = try #require(MailedToken(String(repeating: "A", count: 43)))
        await #expect(throws: AddressRestoringError.unknownLink) { try await server.restore(unknown) }
        // From now on the address is anybody's.
        _ = try await server.join("ana@example.com")
    }

    @Test(.requirement("DATA-02")) func nobodyElseGetsTheAddressWithinTheWeek() async throws {
        let server = try await RunningAddressChange()
        let (ana, token) = try await server.join(), (eve, stranger) = try await server.join("eve@example.com")
        let link = try await server.change(ana, to: "ana@example.net", token)
        for spelling in ["ana@example.com", "ANA@example.com"] {
            let email = try #require(EmailAddress(spelling))
            await #expect(throws: AccountsError.emailTaken) {
                try await server.accounts.accounts.createAccount(
                    name: "Eve", email: email, password: Secret(RunningAddressChange.password))
            }
            let vouched = try await server.accounts.database.write { db in
                try server.accounts.accounts.createAccount(as: UserID(UUID()), name: "Eve", email: email, in: db)
            }
            #expect(vouched == nil, "nor by a provider")
        }
        // Nor by another change, even of who reads its mail.
        #expect(try await server.ask("ana@example.com", stranger).status == .accepted)
        #expect(server.letters(to: "ana@example.com") == ["address-changed", "address-wanted"])
        #expect(server.code(for: "ana@example.com") == nil)
        try await server.restore(link)
        #expect(try await server.account(ana.id).email == ana.email)
        #expect(try await server.account(eve.id) == eve)
    }

    @Test(.requirement("DATA-02")) func anAddressOfBeforeD24ComesBackAsItWas() async throws {
        let server = try await RunningAddressChange()
        let (ana, token) = try await server.join("jose\u{301}@example.com")
        let former = "jose\u{301}@example.com"
        try await server.accounts.database.write { db in
            try db.run("UPDATE accounts SET former_canonical_email = \(former) WHERE id = \(ana.id)")
        }
        let link = try await server.change(ana, to: "ana@example.net", token)
        func forms() async throws -> String? {
            try await server.accounts.database.read { db in
                try db.first("SELECT former_canonical_email FROM accounts WHERE id = \(ana.id)") { row in
                    try row[0, as: String?.self]
                } ?? nil
            }
        }
        #expect(try await forms() == nil)
        try await server.restore(link)
        #expect(try await forms() == former)
        #expect(try await server.account(ana.id).email == ana.email)
    }

    @Test(
        .requirement("DATA-02", "RECOV-14"),
        arguments: ["short", "password", "lovelace-lovelace", RunningAddressChange.password])
    func aPasswordThatWillNotDoLeavesTheLink(password: String) async throws {
        let server = try await RunningAddressChange()
        let (ana, token) = try await server.join()
        let link = try await server.change(ana, to: Self.thief, token)
        let error = await #expect(throws: AddressRestoringError.self) {
            try await server.restore(link, choosing: password)
        }
        #expect(error?.fields.isEmpty == false && error?.nature == .input)
        #expect(try await server.refusal(of: link) == nil)
        #expect(try await server.account(ana.id).email.description == Self.thief)
        #expect(await server.isIn(token))
    }

    @Test(.requirement("DATA-02")) func ofManyAtOnceOneSucceeds() async throws {
        let server = try await RunningAddressChange()
        let (ana, token) = try await server.join()
        let link = try await server.change(ana, to: Self.thief, token)
        let done = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<6 {
                group.addTask {
                    (try? await server.restore(link, choosing: "seven blue coffee cups \(number)")) != nil
                }
            }
            return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(done == 1)
        #expect(try await server.account(ana.id).email == ana.email)
        #expect(server.letters(to: "ana@example.com").count == 2)
    }

    @Test(.requirement("DATA-02")) func whatCannotBeToldByLetterIsNotUndone() async throws {
        let server = try await RunningAddressChange()
        let (ana, token) = try await server.join()
        let link = try await server.change(ana, to: Self.thief, token)
        server.mail.isOff.withLock { $0 = true }
        await #expect(throws: (any Error).self) { try await server.restore(link) }
        #expect(try await server.account(ana.id).email.description == Self.thief)
        #expect(await server.isIn(token))
        server.mail.isOff.withLock { $0 = false }
        try await server.restore(link)
    }

    @Test func whatIsOldIsForgotten() async throws {
        let server = try await RunningAddressChange()
        let (ana, token) = try await server.join()
        let link = try await server.change(ana, to: "ana@example.net", token)
        server.date.advance(by: .seconds(4 * 7 * 86_400))
        #expect(try await server.refusal(of: link) == .expiredLink)
        try await server.sweep()
        #expect(try await server.refusal(of: link) == .unknownLink)
    }
}
