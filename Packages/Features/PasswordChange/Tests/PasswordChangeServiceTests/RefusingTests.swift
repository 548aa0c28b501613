import AccountsServiceAPI
import AccountsServiceTesting
import CoreModels
import FoundationEssentials
import HTTPServingAPI
import HTTPServingTesting
import HTTPTypes
import KernelTesting
import MailTesting
import SQLStoreAPI
import SessionsServiceAPI
import SessionsServiceTesting
import TelemetryAPI
import TelemetryTesting
import Testing

struct RefusingTests {
    /// Whoever has a session and the password doesn't get around the second factor.
    @Test(.requirement("PWCHG-02", "MFA-03")) func whereAFactorIsInForceItHasToBeProved() async throws {
        let server = try await RunningChange(states: [EverybodyIsProtected()])
        let user = try await server.register(), session = try await server.begin(user)
        let refused = await server.change(session.grant.accessToken, from: "not the password")
        #expect(refused.status == .unauthorized)
        #expect(refused.fields[.wwwAuthenticate]?.contains("acr_values=\"aal2\"") == true)
        #expect(try await refused.problem.code == "insufficient_user_authentication")
        #expect(try await server.isPassword(RunningChange.password))
        func prove(_ methods: Set<AuthenticationMethod>) async throws {
            let proof = Authentication(methods, at: server.accounts.date.value)
            try await server.accounts.database.write { db in
                try server.accounts.server.reauthentication.record(proof, in: session.id, db)
            }
        }
        try await prove([.password])
        #expect(await server.change(session.grant.accessToken).status == .unauthorized)
        try await prove([.password, .oneTimeCode])
        server.accounts.date.advance(by: .seconds(301))
        guard case .rotated(let grant) = try await server.refresh(session.grant.refreshToken) else {
            return #expect(Bool(false), "the session is over")
        }
        #expect(try await server.change(grant.accessToken).problem.code == "insufficient_user_authentication")
        try await prove([.password, .oneTimeCode])
        #expect(await server.change(grant.accessToken).status == .ok)
        #expect(try await server.isPassword(RunningChange.newPassword))
    }

    /// Whoever came by a provider would guess for ever.
    @Test(.requirement("PWCHG-10", "D22")) func whoHasNoPasswordIsToldSoAndGuessesNothing() async throws {
        let server = try await RunningChange(), email = try #require(EmailAddress("ana@example.com"))
        let made = try await server.accounts.database.write { db in
            try server.accounts.accounts.createAccount(as: UserID(UUID()), name: "Ana", email: email, in: db)
        }
        let session = try await server.begin(try #require(made).user)
        for _ in 0..<8 {
            let answer = await server.change(session.grant.accessToken, from: "whatever")
            #expect(answer.status == .conflict)
            #expect(try await answer.problem.code == "no_password")
        }
        #expect(await server.accepts(session.grant.accessToken))
    }

    @Test(.requirement("PWCHG-10")) func aWrongCurrentPasswordChangesNothingAndMayBeTriedAgain() async throws {
        let server = try await RunningChange()
        let session = try await server.begin(server.register())
        let answer = await server.change(session.grant.accessToken, from: "wrong", language: "es")
        #expect(answer.status == .unauthorized)
        #expect(answer.fields[.wwwAuthenticate] == nil, "the access token is good")
        let problem = try await answer.problem
        #expect(problem.code == "invalid_credentials")
        #expect(problem.title == "La contraseña actual no es correcta.")
        #expect(
            server.log.records.contains { $0.message == "password change refused" && "\($0)".contains("127.0.0.1") })
        #expect(try await server.isPassword(RunningChange.password))
        #expect(await server.accepts(session.grant.accessToken))
        #expect(await server.change(session.grant.accessToken).status == .ok)
    }

    @Test(.requirement("PWCHG-10")) func ofManyChangesAtOnceOneSucceedsAndLogsIn() async throws {
        let server = try await RunningChange()
        let user = try await server.register()
        let session = try await server.begin(user), other = try await server.begin(user)
        let outcomes = await withTaskGroup(of: (String, Int).self) { group in
            for number in 0..<8 {
                let new = "seven blue coffee cups \(number)"
                let access = number % 2 == 0 ? session.grant.accessToken : other.grant.accessToken
                group.addTask { (new, await server.change(access, to: new).status.rawValue) }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        let succeeded = outcomes.filter { $0.1 == 200 }
        #expect(succeeded.count == 1)
        #expect(outcomes.filter { $0.1 != 200 }.allSatisfy { $0.1 == 401 }, "\(outcomes)")
        for (password, status) in outcomes { #expect(try await server.isPassword(password) == (status == 200)) }
        #expect(server.mail.messages.count == 1)
    }

    /// Each voids the letters of recovery that are open: whoever knows the password keeps nobody out by that.
    @Test(.requirement("PWCHG-10", "RATE-03", "RECOV-19")) func aFourthChangeInAnHourIsRefused() async throws {
        let server = try await RunningChange()
        let ana = try await server.register(), session = try await server.begin(ana)
        var access = session.grant.accessToken, current = RunningChange.password
        for round in 0..<5 {
            if round == 4 {
                server.accounts.date.advance(by: .seconds(3_600))
                access = try await server.begin(ana).grant.accessToken
            }
            let next = "seven blue coffee cups \(round)"
            let answer = await server.change(access, from: current, to: next)
            guard round != 3 else {
                #expect(answer.status == .tooManyRequests && answer.fields[.retryAfter] != nil)
                #expect(try await server.isPassword(current), "nothing was changed")
                continue
            }
            try #require(answer.status == .ok, "\(round)")
            access = try await answer.grant.accessToken
            current = next
        }
    }

    @Test(.requirement("PWCHG-10", "RATE-03")) func fiveWrongOnesLockAsLoggingInDoes() async throws {
        let server = try await RunningChange()
        let session = try await server.begin(server.register())
        for _ in 0..<5 {
            #expect(await server.change(session.grant.accessToken, from: "wrong").status == .unauthorized)
        }
        let locked = await server.change(session.grant.accessToken)
        #expect(locked.status == .tooManyRequests)
        #expect(try await locked.problem.code == "account_locked")
        #expect(locked.fields[.retryAfter] == "900")
        #expect(try await server.isPassword(RunningChange.password))
        server.accounts.date.advance(by: .seconds(901))
        // The access token is too old by now, and the session isn't.
        guard case .rotated(let grant) = try await server.refresh(session.grant.refreshToken) else {
            return #expect(Bool(false), "the session is over")
        }
        #expect(await server.change(grant.accessToken).status == .ok)
    }

    @Test(.requirement("PWCHG-10", "D6")) func strangersDoNotKeepTheOwnerFromChanging() async throws {
        let server = try await RunningChange()
        let session = try await server.begin(server.register())
        for _ in 0..<5 { _ = await server.logIn("wrong") }
        #expect(await server.logIn(RunningChange.password) == .tooManyRequests)
        #expect(await server.change(session.grant.accessToken).status == .ok)
    }

    @Test(
        .requirement("PWCHG-01", "PWCHG-03", "PWCHG-04"),
        arguments: [
            ("", "short", ["invalid_password", "weak_password"]),
            (RunningChange.password, "password", ["common_password"]),
            (RunningChange.password, "ana lovelace", ["personal_password"]),
            (RunningChange.password, RunningChange.password, ["same_password"]),
            ("short", "short", ["weak_password", "same_password"]),
            (RunningChange.password, "lovelace ana@example.com", ["personal_password", "personal_password"]),
        ])
    func everythingThatCannotBeAcceptedIsSaidAtOnce(current: String, new: String, codes: [String]) async throws {
        let server = try await RunningChange()
        let session = try await server.begin(server.register())
        for _ in 0..<6 {
            let answer = await server.change(session.grant.accessToken, from: current, to: new)
            #expect(answer.status == .unprocessableContent)
            #expect(try await answer.problem.errors?.map(\.code) == codes)
        }
        #expect(await server.change(session.grant.accessToken).status == .ok, "none of them was an attempt")
    }

    @Test(.requirement("PWCHG-04")) func aPasswordIsTheSameInWhateverFormItIsTyped() async throws {
        let server = try await RunningChange()
        let session = try await server.begin(server.register())
        let answer = await server.change(
            session.grant.accessToken, from: "cuatro t\u{e9} caf\u{e9} pl\u{e1}tano",
            to: "cuatro te\u{301} cafe\u{301} pla\u{301}tano")
        #expect(try await answer.problem.errors?.map(\.code) == ["same_password"])
    }

    @Test(.requirement("PWCHG-13")) func withoutASessionNothingIsLookedAt() async throws {
        let server = try await RunningChange()
        let user = try await server.register()
        let session = try await server.begin(user)
        let answer = await server.change(nil)
        #expect(answer.status == .unauthorized)
        #expect(try await answer.problem.code == "authentication_required")
        try await server.accounts.server.ending.endSession(session.id, of: user.id, because: .logout)
        #expect(await server.change(session.grant.accessToken).status == .unauthorized)
        #expect(try await server.isPassword(RunningChange.password))
    }

    @Test(arguments: ["", "{", "[]", #"{"current_password":1,"new_password":"x"}"#, #"{"new_password":"x"}"#])
    func whatIsNoRequestIsRefused(body: String) async throws {
        let server = try await RunningChange()
        let session = try await server.begin(server.register())
        let answer = await server.send(
            .json(
                .post, "/auth/password/change", body,
                fields: [.authorization: "Bearer \(text(session.grant.accessToken))"]))
        #expect([400, 422].contains(answer.status.rawValue))
    }
}

private struct EverybodyIsProtected: AccountStateKnowing {
    func states(of user: User, in transaction: any SQLReading) throws -> Set<AccountState> { [.protected] }
}
