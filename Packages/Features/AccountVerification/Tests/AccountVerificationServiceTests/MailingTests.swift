import AccountVerificationServiceTesting
import AccountsServiceAPI
import AccountsServiceTesting
import CoreModels
import FoundationEssentials
import HTTPServingAPI
import HTTPServingTesting
import HTTPTypes
import KernelTesting
import Localization
import MailAPI
import MailTesting
import RegistrationServiceAPI
import SQLStoreAPI
import SQLStoreTesting
import SessionsServiceAPI
import SessionsServiceTesting
import TelemetryTesting
import Testing

struct MailingTests {
    /// Moves the time and logs in anew, since tokens end.
    private func wait(_ time: Duration, _ user: User, _ server: RunningVerification) async throws -> Secret {
        server.date.advance(by: time)
        return try await server.accounts.server.issuing.issueSession(for: user, on: SessionClient()).grant.accessToken
    }

    @Test(.requirement("VERIFY-01", "REG-14")) func whoRegistersGetsACode() async throws {
        let server = try await RunningVerification()
        let (user, _) = try await server.register()
        let message = try #require(server.mail.messages.first)
        #expect(server.mail.messages.count == 1)
        #expect(message.recipient == user.email)
        let code = try #require(server.lastCode())
        let groups = "\(code.prefix(4)) \(code.suffix(4))"
        #expect(message.subject == "Your code for Essential: \(groups) · Tu código para Essential: \(groups)")
        #expect(message.name == nil, "a stranger may have chosen it")
        #expect(message.text.contains("\n    \(code)\n") && !message.text.contains("essential verify"))
        #expect(message.text.contains("Confirm your address") && message.text.contains("Confirma tu dirección"))
        let token = try #require(server.lastToken())
        #expect(token.count == 43)
        #expect(message.text.contains("\n    https://essential.example/base/verify?token=\(token)\n"))
        let lines = message.text.split(separator: "\n").filter { !$0.contains("https://") }
        #expect(lines.allSatisfy { $0.count <= 78 })
    }

    @Test(.requirement("L10N-01")) func aMessageSpeaksTheLanguageOfWhoAskedForIt() async throws {
        let server = try await RunningVerification(), client = try VerificationClient(server)
        let ana = try #require(EmailAddress("ana@example.com"))
        _ = try await server.accounts.accounts.createAccount(
            as: nil, name: "Ana", email: ana, password: Secret("correct horse"), in: "es")
        #expect(server.mail.messages.map(\.language) == [.spanish])
        server.date.advance(by: .seconds(60))
        _ = await client.resend(to: "ana@example.com")
        #expect(server.mail.messages.map(\.language) == [.spanish, .english])
        let (_, _) = try await server.register()
        #expect(server.mail.messages.last?.language == nil, "where it isn't known, it speaks both")
    }

    @Test(.requirement("D24", "VERIFY-06")) func anotherMessageGoesToTheAddressThatTheAccountHas() async throws {
        let server = try await RunningVerification(), client = try VerificationClient(server)
        let (user, _) = try await server.register("Ada@example.com")
        server.date.advance(by: .seconds(60))
        #expect(await client.resend(to: "aDA@EXAMPLE.com").status == .accepted)
        #expect(server.mail.messages.count == 2)
        #expect(server.mail.messages.allSatisfy { $0.recipient.description == user.email.description })
        #expect(await client.resend(to: "ad\u{FF41}@example.com").status == .unauthorized, "no address, no session")
        #expect(server.mail.messages.count == 2)
    }

    @Test(.requirement("VERIFY-06")) func whoHasConfirmedIsToldSoAndNobodyElseIs() async throws {
        let server = try await RunningVerification(), client = try VerificationClient(server)
        let (ada, token) = try await server.register()
        let (_, bob) = try await server.register("bob@example.com", name: "Bob")
        #expect(try await client.confirm(server.lastCode(), token).status == .ok)
        server.date.advance(by: .seconds(60))
        let own = await client.resend(token)
        #expect(own.status == .accepted)
        let text = String(decoding: try await own.collectBody(), as: UTF8.self)
        #expect(text.contains("already_confirmed") && text.contains("\(ada.id)"))
        for answer in [await client.resend(to: "ada@example.com"), await client.resend(to: "ada@example.com", bob)] {
            #expect(answer.status == .accepted)
            #expect(String(decoding: try await answer.collectBody(), as: UTF8.self) == #"{"status":"check_mail"}"#)
        }
        #expect(server.mail.messages.count == 2)
    }

    @Test(.requirement("VERIFY-02")) func whoNamesAnAddressMeansItWhoeverIsLoggedIn() async throws {
        let server = try await RunningVerification(), client = try VerificationClient(server)
        let (ada, _) = try await server.register()
        let (bob, token) = try await server.register("bob@example.com", name: "Bob")
        let code = try #require(server.lastCode())
        let answer = try await client.confirm(code, of: "ada@example.com", token)
        #expect(answer.status == .ok)
        #expect(try await server.accounts.accounts.account(ada.id)?.isVerified == true)
        #expect(try await server.accounts.accounts.account(bob.id)?.isVerified == false)
    }

    @Test func codesDiffer() async throws {
        let server = try await RunningVerification()
        for number in 0..<20 { _ = try await server.register("person\(number)@example.com") }
        #expect(Set(server.mail.messages.map(\.subject)).count == 20)
    }

    @Test func aStrangerCannotWriteToSomebodyThroughAName() async throws {
        let server = try await RunningVerification()
        _ = try await server.register("victim@example.com", name: "You won! https://evil.example")
        #expect(server.mail.messages.count == 1)
        #expect(server.mail.messages.allSatisfy { !($0.subject + $0.text).contains("evil") })
    }

    @Test(.requirement("VERIFY-06")) func anotherMessageKillsTheCodeBefore() async throws {
        let server = try await RunningVerification()
        let (user, _) = try await server.register()
        let client = try VerificationClient(server), old = server.lastCode()
        let token = try await wait(.seconds(60), user, server)
        let response = await client.resend(token)
        #expect(response.status == .accepted)
        #expect(String(decoding: try await response.collectBody(), as: UTF8.self) == #"{"status":"check_mail"}"#)
        #expect(server.mail.messages.count == 2)
        let new = server.lastCode()
        #expect(new != old)
        #expect(try await client.confirm(old, token).status == .unprocessableContent)
        #expect(try await client.confirm(new, token).status == .ok)
    }

    @Test(.requirement("VERIFY-06", "VERIFY-07")) func anotherMessageBringsFiveNewTries() async throws {
        let server = try await RunningVerification()
        let (user, first) = try await server.register()
        let client = try VerificationClient(server), code = try #require(server.lastCode())
        for _ in 0..<6 { _ = try await client.confirm(other(code), first) }
        let token = try await wait(.seconds(60), user, server)
        _ = await client.resend(token)
        #expect(try await client.confirm(server.lastCode(), token).status == .ok)
    }

    @Test(.requirement("VERIFY-06")) func withinAMinuteNothingIsSentAndWhoseItIsIsToldSo() async throws {
        let server = try await RunningVerification()
        let (user, _) = try await server.register()
        let client = try VerificationClient(server), code = server.lastCode()
        let early = await client.resend(try await wait(.milliseconds(59_999), user, server))
        #expect(server.mail.messages.count == 1)
        let late = await client.resend(try await wait(.milliseconds(1), user, server))
        #expect(server.mail.messages.count == 2)
        #expect(early.status == .accepted && late.status == .accepted)
        #expect(String(decoding: try await early.collectBody(), as: UTF8.self) == #"{"status":"too_soon"}"#)
        #expect(String(decoding: try await late.collectBody(), as: UTF8.self) == #"{"status":"check_mail"}"#)
        let stranger = await client.resend(to: user.email.description)
        #expect(String(decoding: try await stranger.collectBody(), as: UTF8.self) == #"{"status":"check_mail"}"#)
        #expect(server.mail.messages.count == 2)
        #expect(server.lastCode() != code)
    }

    @Test func theCodeBeforeStandsWhenNothingIsSent() async throws {
        let server = try await RunningVerification()
        let (_, token) = try await server.register()
        let client = try VerificationClient(server)
        _ = await client.resend(token)
        #expect(server.mail.messages.count == 1)
        #expect(try await client.confirm(server.lastCode(), token).status == .ok)
    }

    @Test func anAddressGetsFiveMessagesAnHour() async throws {
        let server = try await RunningVerification()
        let (user, _) = try await server.register()
        let client = try VerificationClient(server)
        for _ in 0..<8 { _ = await client.resend(try await wait(.seconds(60), user, server)) }
        #expect(server.mail.messages.count == 5)
        _ = await client.resend(try await wait(.seconds(3_600 - 8 * 60), user, server))
        #expect(server.mail.messages.count == 6)
    }

    @Test func aClockThatWasSetBackDoesNotSilenceTheServer() async throws {
        let server = try await RunningVerification()
        let (user, _) = try await server.register()
        _ = try await VerificationClient(server).resend(try await wait(.seconds(-86_400), user, server))
        #expect(server.mail.messages.count == 2)
    }

    @Test func twentyResendsAtOnceAreOneMessage() async throws {
        let server = try await RunningVerification()
        let (user, _) = try await server.register()
        let client = try VerificationClient(server)
        let token = try await wait(.seconds(61), user, server)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<20 { group.addTask { _ = await client.resend(token) } }
        }
        #expect(server.mail.messages.count == 2)
    }

    @Test(.requirement("VERIFY-06")) func whoIsVerifiedGetsNoMessageAndTheSameAnswer() async throws {
        let server = try await RunningVerification()
        let (user, token) = try await server.register()
        let client = try VerificationClient(server)
        #expect(try await client.confirm(server.lastCode(), token).status == .ok)
        let response = await client.resend(try await wait(.seconds(61), user, server))
        #expect(response.status == .accepted)
        #expect(server.mail.messages.count == 1)
    }

    @Test func resendingNeedsASession() async throws {
        let server = try await RunningVerification()
        _ = try await server.register()
        server.date.advance(by: .seconds(61))
        let client = try VerificationClient(server)
        for token in [nil, Secret("forged")] { #expect(await client.resend(token).status == .unauthorized) }
        #expect(server.mail.messages.count == 1)
    }

    @Test(.requirement("VERIFY-01")) func thereIsNoAccountWithoutItsMessage() async throws {
        let server = try await RunningVerification(mail: MailSpy(failure: .unavailable(reason: "disk full")))
        await #expect(throws: AccountsError.self) { try await server.register() }
        let email = try #require(EmailAddress("ada@example.com"))
        #expect(try await server.accounts.accounts.account(email: email) == nil)
    }

    @Test func aWishThatCannotBeKeptIsNotPromised() async throws {
        var failing: FailingDatabase?
        let server = try await RunningVerification { database in
            let wrapped = FailingDatabase(database)
            failing = wrapped
            return wrapped
        }
        let (user, _) = try await server.register()
        failing?.failWrites(with: SQLError(.diskFull, "no room"))
        let token = try await wait(.seconds(61), user, server), client = try VerificationClient(server)
        #expect(await client.resend(token).status == .serviceUnavailable)
        #expect(await client.resend(to: "nobody@example.com").status == .serviceUnavailable, "whoever asks (D2)")
        #expect(server.mail.messages.count == 1, "a code that isn't kept is of no use")
        #expect(server.log.messages.contains("no verification mail"))
        failing?.failWrites(with: nil)
        _ = await client.resend(token)
        #expect(server.mail.messages.count == 2)
    }

    @Test(.requirement("D2", "VERIFY-06")) func unknownAndConfirmedAddressesCostTheSameWork() async throws {
        let server = try await RunningVerification()
        let (_, token) = try await server.register()
        let client = try VerificationClient(server)
        #expect(try await client.confirm(server.lastCode(), token).status == .ok)
        server.date.advance(by: .seconds(61))
        for (number, email) in ["ada@example.com", "nobody@example.com", "nobody@example.com"].enumerated() {
            #expect(await client.resend(to: email).status == .accepted)
            #expect(server.mail.messages.count == 1)
            #expect(server.mail.rehearsals.count == number + 1, "\(email)")
        }
        let flows = try await server.accounts.database.read { db in
            try db.value("SELECT COUNT(*) FROM mailed_proofs WHERE link_digest IS NOT NULL", as: Int.self)
        }
        #expect(flows == 1, "nothing is kept of a rehearsal but that there was one")
    }

    @Test func whoAsksForAStrangersAddressDoesNotKeepTheirFirstCodeBack() async throws {
        let server = try await RunningVerification()
        let client = try VerificationClient(server)
        for _ in 0..<6 { _ = await client.resend(to: "ada@example.com") }
        _ = try await server.register()
        #expect(server.lastCode() != nil)
    }

    @Test func nothingIsSentWhereNothingCanArrive() async throws {
        let server = try await RunningVerification()
        _ = try await server.register("demo@demo.invalid")
        #expect(server.mail.messages == [])
    }

    @Test(.requirement("D2", "DATA-02")) func whoReadsAKeptAddressIsToldButNotFlooded() async throws {
        let server = try await RunningVerification()
        let email = try #require(EmailAddress("ada@example.com"))
        for _ in 0..<10 {
            for observer in server.registrationObservers { await observer.didTryToRegister(kept: email) }
        }
        #expect(server.mail.messages.map(\.recipient) == [email])
        let message = try #require(server.mail.messages.last)
        #expect(message.name == nil && message.text.contains("kept for that account"))
        #expect(message.text.contains("Se guarda para esa cuenta"))
    }

    @Test(.requirement("D2")) func theOwnerIsToldOfAnAttemptButNotFlooded() async throws {
        let server = try await RunningVerification()
        let (user, _) = try await server.register(name: "Ada Lovelace")
        for _ in 0..<10 {
            for observer in server.registrationObservers { await observer.didTryToRegister(addressOf: user) }
        }
        #expect(server.mail.messages.count == 2)
        let message = try #require(server.mail.messages.last)
        #expect(message.recipient == user.email)
        #expect(message.text.contains("Somebody tried") && message.text.contains("Alguien intentó"))
        _ = try await VerificationClient(server).resend(try await wait(.seconds(61), user, server))
        #expect(server.mail.messages.count == 3, "who causes warnings doesn't keep codes from their owner")
    }
}
