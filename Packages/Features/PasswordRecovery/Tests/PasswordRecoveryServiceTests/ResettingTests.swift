import AccountsServiceAPI
import AccountsServiceTesting
import CoreModels
import FoundationEssentials
import HTTPServingAPI
import HTTPServingTesting
import HTTPTypes
import KernelTesting
import MailAPI
import MailTesting
import MailedProofsAPI
import MailedProofsServiceAPI
import MailedProofsServiceTesting
import PasswordRecoveryAPI
import SQLStoreAPI
import SessionsServiceAPI
import SessionsServiceTesting
import TelemetryAPI
import TelemetryTesting
import Testing

struct ResettingTests {
    private static let new = "seven blue coffee cups"
    private let server: RunningRecovery
    private let user: User

    init() async throws {
        server = try await RunningRecovery()
        user = try await server.register()
        await server.request()
    }

    @Test(.requirement("RECOV-06", "RECOV-07")) func aLinkChangesThePasswordAndEndsAllSessions() async throws {
        let bearer = try await server.logIn(user)
        let request = ServerRequest.sample(fields: [.authorization: bearer.withText { "Bearer \($0 ?? "")" }])
        _ = try await server.accounts.server.authentication.requireSession(request)
        #expect(await server.reset(token: server.token()).status == .noContent)
        #expect(try await server.accepts(Self.new))
        #expect(try await !server.accepts(RunningRecovery.password))
        await #expect(throws: HTTPProblem.self) {
            try await server.accounts.server.authentication.requireSession(request)
        }
        let message = try #require(server.mail.messages.last)
        #expect(message.recipient == user.email && message.subject.contains("your account has a new password"))
        #expect(message.text.contains("tiene una contraseña nueva"))
        #expect(server.lockout.cleared == [user.email])
        #expect(server.log.messages.contains("password reset"))
    }

    @Test(.requirement("RECOV-19")) func anotherPasswordVoidsWhatWasSent() async throws {
        let token = server.token(), code = server.code()
        let prepared = try await server.accounts.passwords.prepare(Secret("nine yellow milk jugs"))
        let replacement = try #require(
            try await server.accounts.database.write { db in
                try server.accounts.passwords.replacePassword(
                    of: user.id, at: user.email, with: prepared, keeping: nil, in: db)
            })
        await server.accounts.passwords.announce(replacement)
        let answers = [await server.reset(token: token), await server.reset(code: code)]
        #expect(answers.map(\.status) == [.unprocessableContent, .unprocessableContent])
        #expect(try await server.refusal(of: token) == .unknownLink)
        #expect(try await server.accepts("nine yellow milk jugs"))
        server.date.advance(by: .seconds(60))
        await server.request()
        #expect(await server.reset(token: server.token()).status == .noContent, "a newer one counts")
    }

    @Test(.requirement("RECOV-06", "VERIFY-02")) func aLinkProvesTheAddressAsWell() async throws {
        #expect(await server.reset(token: server.token()).status == .noContent)
        let proved = try #require(try await server.accounts.accounts.account(user.id))
        #expect(proved.isVerified)
        // Whatever asks for more than a password may be somebody else's, who made the account.
        #expect(server.events.recorded.last == .verified(proved, by: .reader))
    }

    @Test(.requirement("RECOV-06", "RECOV-11")) func aCodeDoesAndThenTheLinkIsUsed() async throws {
        let token = server.token()
        #expect(await server.reset(code: server.code()).status == .noContent)
        #expect(try await server.accepts(Self.new))
        let again = await server.reset(token: token, to: "nine yellow milk jugs")
        #expect(again.status == .gone)
        #expect(try await again.problem.code == "link_used")
        #expect(try await !server.accepts("nine yellow milk jugs"))
    }

    @Test(.requirement("RECOV-11")) func ofSixtyFourAtOnceOneChangesThePassword() async throws {
        let server = server, token = server.token()
        let statuses = await withTaskGroup(of: Int.self) { group in
            for number in 0..<64 {
                group.addTask {
                    await server.reset(token: token, to: "seven blue coffee cups \(number)").status.rawValue
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses.count { $0 == 204 } == 1 && statuses.count { $0 == 410 } == 63)
        #expect(server.mail.messages.count == 2)
    }

    @Test(.requirement("RECOV-08", "RECOV-09")) func theSixthGuessIsRefusedEvenIfItIsRight() async throws {
        let code = try #require(server.code())
        for _ in 0..<5 {
            let wrong = await server.reset(code: other(code))
            #expect(wrong.status == .unprocessableContent)
            #expect(try await wrong.problem.code == "invalid_code")
        }
        #expect(try await server.reset(code: code).problem.code == "invalid_code")
        #expect(try await server.accepts(RunningRecovery.password))
        #expect(server.log.messages.count { $0 == "password reset refused" } == 6)
        #expect(server.metrics.value(of: "essentiald_password_resets_total", ["result": "unknown"]) == 6)
        #expect(await server.reset(token: server.token()).status == .noContent, "links aren't guessed")
    }

    @Test(.requirement("RECOV-11")) func codesAndLinksExpireAtTheExactSecond() async throws {
        server.date.advance(by: .seconds(600))
        #expect(try await server.reset(code: server.code()).problem.code == "link_expired")
        server.date.advance(by: .milliseconds(1_199_999))
        #expect(try await server.refusal(of: server.token()) == nil)
        server.date.advance(by: .milliseconds(1))
        #expect(try await server.refusal(of: server.token()) == .expired)
        let late = await server.reset(token: server.token())
        #expect(late.status == .gone)
        #expect(try await late.problem.code == "link_expired")
        #expect(try await server.accepts(RunningRecovery.password))
    }

    @Test(.requirement("RECOV-08")) func unknownAndForeignLinksHaveTheirOwnAnswers() async throws {
        for token in ["nonsense", String(repeating: "A", count: 43)] {
            let unknown = await server.reset(token: token)
            #expect(unknown.status == .unprocessableContent)
            #expect(try await unknown.problem.code == "link_unknown")
        }
        let token = try await server.accounts.database.write { db in
            var token = ""
            try server.proofs.send(RunningProofs.otherKind, to: user.email, of: user.id, in: db) { proof in
                token = proof.token.text
                return MailMessage(recipient: user.email, subject: "Other", text: "other")
            }
            return token
        }
        let foreign = await server.reset(token: token)
        #expect(foreign.status == .forbidden)
        #expect(try await foreign.problem.code == "link_foreign")
        #expect(try await server.refusal(of: token) == .foreignLink)
        #expect(try await server.accepts(RunningRecovery.password))
    }

    @Test(.requirement("RECOV-14"), arguments: ["short", "password", "lovelace-lovelace", "ana@example.com"])
    func aWeakPasswordIsRefusedAndTheProofCountsStill(_ weak: String) async throws {
        for _ in 0..<6 {
            for answer in [
                await server.reset(token: server.token(), to: weak), await server.reset(code: server.code(), to: weak),
            ] {
                #expect(answer.status == .unprocessableContent)
                let error = try #require(try await answer.problem.errors?.first)
                #expect(error.pointer == "/new_password" && !error.reason.isEmpty)
            }
        }
        #expect(try await server.accepts(RunningRecovery.password))
        #expect(await server.reset(code: server.code()).status == .noContent)
    }

    @Test(.requirement("RECOV-20")) func thePasswordSoFarIsNoNewOneAndTheProofCountsStill() async throws {
        for _ in 0..<6 {
            for answer in [
                await server.reset(token: server.token(), to: RunningRecovery.password),
                await server.reset(code: server.code(), to: RunningRecovery.password),
            ] {
                #expect(answer.status == .unprocessableContent)
                let error = try #require(try await answer.problem.errors?.first)
                #expect(error.pointer == "/new_password" && error.code == "same_password")
            }
        }
        #expect(server.mail.messages.count == 1, "nothing was changed that a letter would tell of")
        #expect(await server.reset(code: server.code()).status == .noContent)
    }

    @Test(.requirement("RECOV-20", "RECOV-08")) func whoHasProvedNothingLearnsNothingOfThePassword() async throws {
        let code = try #require(server.code())
        for password in [RunningRecovery.password, Self.new] {
            #expect(try await server.reset(code: other(code), to: password).problem.code == "invalid_code")
            #expect(try await server.reset(token: "nonsense", to: password).problem.code == "link_unknown")
        }
    }

    @Test(.requirement("D2")) func aCodeForAnAddressWithoutAnAccountIsAnsweredLikeAWrongOne() async throws {
        let code = try #require(server.code())
        let wrong = await server.reset(code: other(code)), unknown = await server.reset(code: code, "bob@example.com")
        #expect(wrong.status == unknown.status)
        #expect(try await wrong.html == unknown.html)
    }

    @Test(.requirement("RECOV-18", "RECOV-08", "D2")) func withoutAPasswordItIsOnlyToldWhetherAProofCounts()
        async throws
    {
        let code = try #require(server.code()), token = try #require(server.token())
        func check(_ proof: String) async throws -> ProblemDetails {
            try await server.post("/auth/password/reset", "{\(proof)}").problem
        }
        let address = #","email":"ana@example.com""#
        for proof in [#""code":"\#(code)"\#(address)"#, #""token":"\#(token)""#] {
            let missing = try #require(try await check(proof).errors)
            #expect(missing.map(\.pointer) == ["/new_password"] && missing.map(\.code) == ["required"])
        }
        let unknown = try await check(#""code":"\#(code)","email":"bob@example.com""#)
        for _ in 0..<5 {
            let wrong = try await check(#""code":"\#(other(code))"\#(address)"#)
            #expect(wrong.code == "invalid_code" && wrong.title == unknown.title && wrong.code == unknown.code)
        }
        #expect(try await check(#""code":"\#(code)"\#(address)"#).code == "invalid_code", "each was a try")
        #expect(try await check(#""token":"nonsense""#).code == "link_unknown")
        #expect(try await server.accepts(RunningRecovery.password))
        #expect(await server.reset(token: token).status == .noContent, "nothing was used up")
    }

    @Test func aProofForAnAddressThatTheAccountNoLongerHasIsWorthNothing() async throws {
        try await server.accounts.database.write { db in
            try db.run(
                "UPDATE accounts SET email = \("new@example.com"), canonical_email = \("new@example.com")")
        }
        #expect(try await server.reset(token: server.token()).problem.code == "link_unknown")
        #expect(try await server.accepts(RunningRecovery.password, "new@example.com"))
    }

    @Test(.requirement("DATA-02", "RECOV-19")) func anotherAddressEndsThemAlsoWhenTheOneOfBeforeComesBack() async throws
    {
        let token = server.token(), addresses = server.accounts.addresses
        let email = try #require(EmailAddress("ana@example.com")), other = try #require(EmailAddress("b@example.com"))
        let id = try #require(try await server.accounts.accounts.account(email: email)).id
        for email in [other, email] {
            let replacement = try await server.accounts.database.write { db in
                try addresses.replaceAddress(of: id, with: AccountAddress(email), in: db)
            }
            #expect(replacement?.user.email == email)
        }
        #expect(try await server.reset(token: token).problem.code == "link_unknown")
        #expect(try await server.accepts(RunningRecovery.password))
    }

    @Test(.requirement("RECOV-08")) func anotherMessageEndsTheProofsBefore() async throws {
        let code = server.code(), token = server.token()
        server.date.advance(by: .seconds(60))
        await server.request()
        #expect(try await server.reset(token: token).problem.code == "link_unknown")
        #expect(try await server.reset(code: code).problem.code == "invalid_code")
        #expect(await server.reset(token: server.token()).status == .noContent)
    }

    @Test(arguments: ["{}", #"{"new_password":"seven blue coffee cups"}"#, #"{"token":"x"}"#, "[]"])
    func aBodyThatIsNoResetIsRefused(_ body: String) async throws {
        #expect(await server.post("/auth/password/reset", body).status == .unprocessableContent)
    }

    @Test func thePasswordIsInNoLogAndNoMessage() async throws {
        _ = await server.reset(token: server.token())
        #expect(!server.log.text.contains(Self.new))
        #expect(server.mail.messages.allSatisfy { !$0.text.contains(Self.new) })
    }
}
