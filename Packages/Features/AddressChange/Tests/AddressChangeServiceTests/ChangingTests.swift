import AccountsServiceAPI
import AccountsServiceTesting
import AddressChangeService
import CoreModels
import FoundationEssentials
import HTTPServingAPI
import HTTPTypes
import KernelTesting
import Locking
import MailAPI
import MailTesting
import SQLStoreAPI
import SessionsServiceAPI
import SessionsServiceTesting
import TelemetryTesting
import Testing

struct ChangingTests {
    @Test(.requirement("DATA-02")) func theNewAddressCountsOnceItsCodeWasTyped() async throws {
        let server = try await RunningAddressChange()
        let (ana, token) = try await server.join(), other = try await server.logIn(ana)
        let heard = try await server.ask("Ana@example.net", token)
        #expect(heard.status == .accepted && heard.fields[.cacheControl] == "no-store")
        #expect(try await heard.body == #"{"status":"check_mail"}"#)
        #expect(try await server.account(ana.id) == ana, "nothing is changed before it is proved")
        #expect(try await !server.accepts(RunningAddressChange.password, "ana@example.net"))

        let answer = try await server.confirm(server.code(for: "Ana@example.net"), token)
        let body = try await answer.body
        #expect(answer.status == .ok && body.contains(#""email":"Ana@example.net""#), "as it was written: \(body)")
        #expect(body.contains(#""device_token":"device of Ana@example.net""#))
        let end = server.date.value.addingTimeInterval(7 * 86_400).formatted(.iso8601)
        #expect(body.contains(#""undo_until":"\#(end)""#), "\(body)")
        #expect(try await server.account(ana.id).isVerified)
        #expect(try await server.accepts(RunningAddressChange.password, "ana@example.net"))
        #expect(try await !server.accepts(RunningAddressChange.password, "ana@example.com"))
        for token in [token, other] { #expect(await server.isIn(token), "sessions stay") }
        #expect(try await server.events() == ["address renewed"])
        #expect(server.lockout.cleared == [try await server.account(ana.id).email])
        #expect(server.letters(to: "ana@example.com") == ["address-changed"])
        #expect(server.letters(to: "Ana@example.net") == ["address-code"])
        let again = try await server.confirm(server.code(for: "Ana@example.net"), token)
        #expect(again.status == .unprocessableContent)
    }

    @Test(.requirement("DATA-02")) func whatIsWrittenTellsNoAddressAndTheCodeNoName() async throws {
        let server = try await RunningAddressChange()
        let (ana, token) = try await server.join()
        try await server.change(ana, to: "ana@example.net", token)
        let letters = server.mail.messages
        #expect(letters.map(\.name) == [nil, "Ana Lovelace"])
        #expect(letters.allSatisfy { !$0.text.contains("ana@example") && !$0.subject.contains("ana@example") })
        let code = try #require(letters.first?.values["code"])
        #expect(letters.first?.text.contains(code) == true && letters.last?.text.contains("/address?token=") == true)
        let log = server.log.records.map { "\($0)" }.joined(separator: "\n")
        #expect(log.contains("address changed") && log.contains("program of Ana"))
        #expect(!log.contains("example.net") && !log.contains(code))
    }

    @Test(
        .requirement("DATA-02"),
        arguments: [("", "invalid_email"), ("x", "invalid_email"), ("ANA@example.com", "same_address")])
    func whatCannotBeItIsSaidAndNobodyIsWrittenTo(email: String, code: String) async throws {
        let server = try await RunningAddressChange()
        let (_, token) = try await server.join()
        let answer = try await server.ask(email, token, language: "es")
        #expect(answer.status == .unprocessableContent)
        #expect(try await answer.problem.errors?.map(\.code) == [code])
        #expect(server.mail.messages.isEmpty)
    }

    @Test(.requirement("DATA-02", "MFA-03")) func itTakesARecentProofAndTheFactorWhereOneIsOn() async throws {
        for isProtected in [false, true] {
            let server = try await RunningAddressChange(states: isProtected ? [EverybodyIsProtected()] : [])
            let (ana, first) = try await server.join()
            let session = try await server.accounts.server.issuing.issueSession(for: ana, on: SessionClient())
            if isProtected {
                let refused = try await server.ask("ana@example.net", first)
                #expect(refused.status == .unauthorized)
                #expect(refused.fields[.wwwAuthenticate]?.contains("acr_values=\"aal2\"") == true)
                let proof = Authentication([.password, .oneTimeCode], at: server.date.value)
                try await server.accounts.database.write { db in
                    try server.accounts.server.reauthentication.record(proof, in: session.id, db)
                }
            }
            #expect(try await server.ask("ana@example.net", session.grant.accessToken).status == .accepted)
            server.date.advance(by: .seconds(299))
            #expect(try await server.ask("ana@example.net", session.grant.accessToken).status == .accepted)
            server.date.advance(by: .seconds(2))
            guard
                case .rotated(let grant) = try await server.accounts.server.refreshing.refresh(
                    session.grant.refreshToken, on: SessionClient())
            else { return #expect(Bool(false), "the session is over") }
            let late = try await server.ask("ana@example.net", grant.accessToken)
            #expect(try await late.problem.code == "insufficient_user_authentication")
            // Who was asked may take their time to look into the mail.
            #expect(try await server.confirm(server.code(for: "ana@example.net"), grant.accessToken).status == .ok)
        }
    }

    @Test(
        "Who turns a second factor on isn't robbed by a code that was asked for before",
        .requirement("DATA-02", "MFA-03"))
    func whatACodeTakesIsAskedWhenItIsTyped() async throws {
        let isProtected = Locked(false)
        let server = try await RunningAddressChange(states: [
            AccountStatesStub { _ in isProtected.current ? [.protected] : [] }
        ])
        let (ana, token) = try await server.join()
        _ = try await server.ask("eve@example.net", token)
        isProtected.withLock { $0 = true }
        let refused = try await server.confirm(server.code(for: "eve@example.net"), token)
        #expect(refused.fields[.wwwAuthenticate]?.contains("acr_values=\"aal2\"") == true)
        #expect(try await server.account(ana.id) == ana)
        isProtected.withLock { $0 = false }
        #expect(try await server.confirm(server.code(for: "eve@example.net"), token).status == .ok, "it was no try")
    }

    @Test(.requirement("DATA-02")) func withoutASessionNothingIsLookedAt() async throws {
        let server = try await RunningAddressChange()
        let (_, token) = try await server.join()
        _ = try await server.ask("ana@example.net", token)
        for answer in [
            try await server.ask("bob@example.net", nil),
            try await server.confirm(server.code(for: "ana@example.net"), nil),
        ] {
            #expect(answer.status == .unauthorized)
        }
        #expect(server.mail.messages.count == 1)
        let (_, stranger) = try await server.join("eve@example.com")
        let code = server.code(for: "ana@example.net")
        #expect(try await server.confirm(code, stranger).status == .unprocessableContent, "somebody else's code")
    }

    @Test(.requirement("DATA-02")) func aCodeCountsForFiveTriesAndTenMinutes() async throws {
        let server = try await RunningAddressChange()
        let (ana, token) = try await server.join()
        _ = try await server.ask("ana@example.net", token)
        let malformed = try await server.confirm("1234", token)
        #expect(try await malformed.problem.errors?.map(\.code) == ["invalid_code"], "which is no try")
        for _ in 0..<5 {
            let wrong = try await server.confirm(other(server.code(for: "ana@example.net")), token)
            #expect(try await wrong.problem.code == "invalid_code")
        }
        let late = try await server.confirm(server.code(for: "ana@example.net"), token)
        #expect(try await late.problem.code == "invalid_code", "right, and too late")
        server.date.advance(by: .seconds(60))
        _ = try await server.ask("ana@example.net", token)
        server.date.advance(by: .seconds(600))
        let fresh = try await server.logIn(ana)
        let old = try await server.confirm(server.code(for: "ana@example.net"), fresh, language: "es")
        #expect(old.status == .gone)
        #expect(try await old.problem.code == "code_expired")
        #expect(try await server.account(ana.id) == ana)
    }

    @Test(.requirement("DATA-02", "RATE-03")) func anAccountAsksFiveTimesAnHourAndAnAddressGetsOneAMinute() async throws
    {
        let server = try await RunningAddressChange()
        let (_, token) = try await server.join()
        for number in 0..<5 {
            #expect(
                try await server.ask(number < 2 ? "a@example.net" : "\(number)@example.net", token).status == .accepted)
        }
        #expect(server.letters(to: "a@example.net") == ["address-code"])
        let refused = try await server.ask("b@example.net", token)
        #expect(refused.status == .tooManyRequests && refused.fields[.retryAfter] != nil)
        #expect(try await refused.problem.code == "too_many_changes")
        #expect(server.letters(to: "b@example.net") == [])
    }

    @Test(.requirement("DATA-02")) func anotherPasswordEndsOpenCodes() async throws {
        let server = try await RunningAddressChange()
        let (ana, token) = try await server.join()
        _ = try await server.ask("eve@example.net", token)
        try await server.replacePassword(of: ana, with: RunningAddressChange.newPassword)
        let session = try await server.logIn(ana)
        #expect(try await server.confirm(server.code(for: "eve@example.net"), session).status == .unprocessableContent)
        #expect(try await server.account(ana.id) == ana)
    }

    @Test(.requirement("DATA-02")) func whatCannotBeToldByLetterIsNotDone() async throws {
        let server = try await RunningAddressChange()
        let (ana, token) = try await server.join()
        _ = try await server.ask("ana@example.net", token)
        let code = server.code(for: "ana@example.net")
        server.mail.isOff.withLock { $0 = true }
        #expect(try await server.confirm(code, token).status == .serviceUnavailable)
        #expect(try await server.account(ana.id) == ana)
        server.mail.isOff.withLock { $0 = false }
        #expect(try await server.confirm(code, token).status == .ok, "the code wasn't used up")
    }

    @Test(.requirement("DATA-02")) func anAddressThatWasNeverProvedGetsALetterWithoutALink() async throws {
        let server = try await RunningAddressChange()
        let (ana, token) = try await server.join("mistyped@example.com", isVerified: false)
        _ = try await server.ask("ana@example.com", token)
        let answer = try await server.confirm(server.code(for: "ana@example.com"), token)
        #expect(try await !answer.body.contains("undo_until"))
        #expect(server.letters(to: "mistyped@example.com") == ["address-left"])
        #expect(server.link(for: "mistyped@example.com") == nil)
        #expect(try await server.account(ana.id).isVerified)
        #expect(server.mail.messages.allSatisfy { $0.name == nil })
        // It is nobody's any more.
        _ = try await server.join("mistyped@example.com")
    }
}

struct EverybodyIsProtected: AccountStateKnowing {
    func states(of user: User, in transaction: any SQLReading) throws -> Set<AccountState> { [.protected] }
}
