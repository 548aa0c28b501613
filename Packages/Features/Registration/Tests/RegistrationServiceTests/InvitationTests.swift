import AccountsServiceAPI
import AccountsServiceTesting
import CoreModels
import CryptographyTesting
import FoundationEssentials
import HTTPServingAPI
import HTTPTypes
import KernelTesting
import MailAPI
import MailTesting
import RegistrationAPI
import RegistrationService
import RegistrationServiceAPI
import SQLStoreAPI
import Testing

/// Making an account by the link of an invitation.
struct InvitationTests {
    @Test(.requirement("INVITE-01", "INVITE-02"), arguments: ["ben@example.com", "ŻÓŁW@example.com", "用户@例子.公司"])
    func whoComesByTheLetterHasAnAccountWithAProvedAddress(address: String) async throws {
        let server = try await InvitationServer(), id = UserID(UUID())
        let token = try #require(try await server.invite(address, as: id))
        let letter = try #require(server.mail.messages.first)
        #expect(server.mail.messages.count == 1 && letter.template.name == "invitation")
        #expect(letter.values["url"] == "https://essential.example/base/invitation?token=\(token)")
        #expect(try await server.reading.address(invitedBy: Secret(token)) == EmailAddress(address)?.composed)

        let answer = try await server.take(token, name: "Zoë")
        let made = try answer.created
        #expect(answer.status == .created && made.next == "signed_in" && made.token != nil)
        #expect(made.user.id == id && made.user.isVerified && made.user.name == "Zoë")
        #expect(made.user.email == EmailAddress(address))
        let right = try await server.accounts.passwords.authenticate(
            email: EmailAddress(address)!, password: Secret("four green tea pots"))
        guard case .accepted = right else {
            Issue.record("the password isn't the one that was chosen")
            return
        }
        try await server.writeLetters()
        #expect(server.mail.messages.count == 1, "nothing is left to prove or to send")
    }

    @Test(.requirement("INVITE-01")) func aLinkIsGoodOnce() async throws {
        let server = try await InvitationServer()
        let token = try #require(try await server.invite("ben@example.com"))
        #expect(try await server.take(token).status == .created)
        let again = try await server.take(token, name: "Mallory", password: "another four tea pots")
        #expect(again.status == .notFound)
        #expect(try again.problem.code == "invitation_over")
    }

    @Test(.requirement("INVITE-03")) func onlyTheNewestLinkIsGood() async throws {
        let server = try await InvitationServer()
        let first = try #require(try await server.invite("ben@example.com"))
        // The letter of the second may not follow at once; the first one is over all the same.
        _ = try await server.invite("ben@example.com")
        #expect(server.mail.messages.count == 1 && server.token(for: "ben@example.com") == first)
        #expect(try await server.take(first).problem.code == "invitation_over")
        server.date.advance(by: .seconds(61))
        try await server.writeLetters()
        let second = try #require(server.token(for: "ben@example.com"))
        #expect(second != first)
        #expect(try await server.take(first).problem.code == "invitation_over")
        #expect(try await server.take(second).status == .created)
    }

    @Test(.requirement("INVITE-02")) func twoInvitationsSideBySideAreTwoPeoples() async throws {
        let server = try await InvitationServer()
        let ben = try #require(try await server.invite("ben@example.com"))
        let cleo = try #require(try await server.invite("cleo@example.com"))
        #expect(try await server.take(cleo, name: "Cleo").created.user.email == EmailAddress("cleo@example.com"))
        #expect(try await server.take(ben, name: "Ben").created.user.email == EmailAddress("ben@example.com"))
    }

    @Test(.requirement("INVITE-01")) func anInvitationEnds() async throws {
        let server = try await InvitationServer()
        let token = try #require(try await server.invite("ben@example.com"))
        server.date.advance(by: .seconds(7 * 86_400))
        #expect(try await server.take(token).problem.code == "invitation_over")
        await #expect(throws: RegistrationError.invitationOver) {
            try await server.reading.address(invitedBy: Secret(token))
        }
        try await server.writeLetters()
        let left = try await server.accounts.database.read { db in
            try db.value("SELECT count(*) FROM invitations", as: Int.self)
        }
        #expect(left == 0)
    }

    /// The letter names an end; what is set where the server runs changes nothing of it.
    @Test(.requirement("INVITE-01")) func anInvitationIsGoodUntilTheEndThatItHadWhenItWasMade() async throws {
        let server = try await InvitationServer(), now = server.date.now()
        _ = try await server.accounts.database.write { db in
            try InvitationTable.invite(
                EmailAddress("ben@example.com")!, as: UserID(UUID()), at: now, for: .seconds(30 * 86_400),
                unlessOwned: { _, _ in nil }, in: db)
        }
        try await server.writeLetters()
        let token = try #require(server.token(for: "ben@example.com"))
        server.date.advance(by: .seconds(29 * 86_400))
        #expect(try await server.take(token).status == .created)
    }

    @Test(.requirement("INVITE-03", "DATA-04")) func noAddressStaysOfAnInvitationThatIsOver() async throws {
        let server = try await InvitationServer(), ben = EmailAddress("ben@example.com")!
        func addresses() async throws -> [String] {
            try await server.writeLetters()
            return try await server.accounts.database.read { db in
                try db.values("SELECT email FROM mailed_proofs WHERE kind = 'invitation'", as: String.self)
            }
        }
        try await server.invite("\(ben)")
        server.date.advance(by: .seconds(61))
        try await server.invite("\(ben)")
        #expect(try await addresses() == ["\(ben)"], "that of before is gone")
        _ = try await server.accounts.database.write { db in try InvitationTable.remove(ben, in: db) }
        #expect(try await addresses() == [])
        try await server.invite("cleo@example.com")
        server.date.advance(by: .seconds(7 * 86_400))
        #expect(try await addresses() == [])
        let left = try await server.accounts.database.read { db in
            try db.value("SELECT count(*) FROM ended_invitations", as: Int.self)
        }
        #expect(left == 0)
    }

    @Test(.requirement("INVITE-04"), arguments: ["", "x", String(repeating: "A", count: 43)])
    func whoHasNoLinkLearnsNothingAndCostsNothing(token: String) async throws {
        let server = try await InvitationServer()
        _ = try await server.invite("ben@example.com")
        let before = server.hashing.calls.count
        let answer = try await server.take(token, name: "", password: "short")
        #expect(try answer.status == .notFound && answer.problem.code == "invitation_over")
        #expect(server.hashing.calls.count == before)
    }

    @Test(.requirement("INVITE-01")) func aWrongFormLeavesTheLinkGood() async throws {
        let server = try await InvitationServer()
        let token = try #require(try await server.invite("ben@example.com"))
        let refused = try await server.take(token, name: " ", password: "ben@example.com")
        #expect(try refused.refusals.map(\.first) == ["/name", "/password"])
        #expect(try await server.take(token).status == .created)
    }

    @Test(.requirement("INVITE-04")) func anAddressThatGotAnAccountMeanwhileIsToldSo() async throws {
        let server = try await InvitationServer()
        let token = try #require(try await server.invite("ben@example.com"))
        let user = try await server.accounts.accounts.createAccount(
            name: "Ben", email: EmailAddress("Ben@Example.com")!, password: Secret("correct horse"))
        #expect(try await server.isInvited("ben@example.com"), "it may be a stranger's")
        try await server.prove(user)
        #expect(try await !server.isInvited("ben@example.com"))
        #expect(try await server.take(token).problem.code == "invitation_over", "the account ended the invitation")
        let outcome = try await server.accounts.database.write { db in
            try server.inviting.invite(EmailAddress("ben@example.com")!, as: UserID(UUID()), in: db)
        }
        guard case .hasAccount = outcome else {
            Issue.record("\(outcome)")
            return
        }
    }

    /// Whoever is invited reads the mail of the address: recovery makes the account theirs.
    @Test(.requirement("INVITE-04")) func aStrangersAccountIsToldToWhoIsInvited() async throws {
        let server = try await InvitationServer()
        let token = try #require(try await server.invite("ben@example.com"))
        _ = try await server.accounts.accounts.createAccount(
            name: "Not Ben", email: EmailAddress("ben@example.com")!, password: Secret("correct horse"))
        #expect(try await server.take(token).problem.code == "email_already_in_use")
    }

    /// The link of before names an account that is gone, and nothing else.
    @Test(.requirement("INVITE-01")) func whoDeletedTheAccountIsInvitedAnew() async throws {
        let server = try await InvitationServer()
        let first = try #require(try await server.invite("ben@example.com"))
        let user = try await server.take(first).created.user
        try await server.accounts.database.write { db in
            try db.run("DELETE FROM accounts WHERE id = \(user.id)")
        }
        #expect(try await server.take(first).problem.code == "invitation_over")
        server.date.advance(by: .seconds(3_601))
        let second = try #require(try await server.invite("ben@example.com"))
        #expect(try await server.take(second).created.user.id != user.id)
    }

    /// Letters that go over what an address gets wait, and are not forgotten.
    @Test(.requirement("INVITE-05")) func aFloodOfInvitationsIsFewLetters() async throws {
        let server = try await InvitationServer()
        for _ in 0..<20 {
            _ = try await server.invite("ben@example.com")
            server.date.advance(by: .seconds(61))
        }
        #expect(server.mail.messages.count == 5, "five an hour")
        server.date.advance(by: .seconds(3_600))
        try await server.writeLetters()
        #expect(server.mail.messages.count == 6)
        let token = try #require(server.token(for: "ben@example.com"))
        #expect(try await server.take(token).status == .created)
    }
}
