import FoundationEssentials
import HTTPServingAPI
import HTTPTypes
import KernelTesting
import SQLStoreTesting
import ServerTesting
import Testing

/// A second factor on the server as it is composed: setting it up, logging in
/// with it, and losing it.
struct SecondFactorTests {
    private let folder: TemporaryFolder
    private let date = ManualDate()
    private let server: ComposedServer
    private let person: FactorPerson

    init() throws {
        folder = try TemporaryFolder()
        // Whoever guesses from many addresses isn't stopped by the limit of one.
        server = try ComposedServer(folder: folder.path, date: date, settings: ["limits.enabled": "false"])
        person = FactorPerson(server: server, date: date)
    }

    @Test(.requirement("MFA-01", "MFA-03")) func loggingInTakesTwoSteps() async throws {
        let (person, date) = (person, date)
        try await server.run {
            let token = try await person.member()
            let secret = try await person.begin(token)
            #expect(try await person.factors(token)["authenticator_since"] == nil, "not before it is confirmed")
            #expect(try await person.logIn().status == 200)
            let wrong = try await person.confirm("000000", token)
            #expect(wrong.status == 401 && wrong.code == "wrong_code")
            let codes = try await person.turnOn(secret, token)
            #expect(codes.count == 10 && Set(codes).count == 10)
            #expect(person.letters == ["second-factor-on"])
            let first = try await person.logIn()
            #expect(first.status == 403 && first.code == "second_factor_required")
            let ticket = try #require(first["ticket"])
            #expect(try await person.prove("000000", ticket).code == "wrong_code")
            let used = try person.code(secret)
            #expect(try await person.prove(used, ticket).code == "wrong_code", "the code that confirmed it is used")
            date.advance(by: .seconds(30))
            let second = try await person.prove(try person.code(secret), ticket)
            #expect(second.status == 200)
            let session = try #require(second.token)
            #expect(try await person.references(session) == ["otp", "pwd", "mfa"])
            let again = try await person.prove(try person.code(secret, steps: 1), ticket)
            #expect(again.code == "login_expired", "a ticket is for one session")
        }
    }

    @Test(.requirement("MFA-01")) func aClockMayBeOneStepOffAndEachCodeCountsOnce() async throws {
        let (person, date) = (person, date)
        try await server.run {
            let token = try await person.member(), secret = try await person.begin(token)
            _ = try await person.turnOn(secret, token)
            date.advance(by: .seconds(300))
            for (steps, isRight) in [(-2, false), (2, false), (-1, true), (-1, false), (1, true), (0, false)] {
                let ticket = try #require(try await person.logIn()["ticket"])
                let answer = try await person.prove(try person.code(secret, steps: steps), ticket)
                #expect((answer.status == 200) == isRight, "\(steps)")
            }
        }
    }

    @Test(.requirement("MFA-02")) func aRecoveryCodeCountsOnceUnder64AtOnce() async throws {
        let person = person
        try await server.run {
            let token = try await person.member(), secret = try await person.begin(token)
            let code = try #require(try await person.turnOn(secret, token).first)
            var tickets: [String] = []
            for _ in 0..<64 { tickets.append(try #require(try await person.logIn()["ticket"])) }
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for ticket in tickets { group.addTask { try await person.prove(code.lowercased(), ticket).status } }
                return try await group.reduce(into: [Int]()) { $0.append($1) }
            }
            #expect(statuses.filter { $0 == 200 }.count == 1)
            #expect(statuses.allSatisfy { [200, 401, 429].contains($0) })
            // The others were wrong codes, so many that its owner is told.
            #expect(
                person.letters.sorted() == ["recovery-code-used", "second-factor-guessed", "second-factor-on"])
            #expect(try await person.factors(token)["recovery_codes_left"] == .integer(9))
        }
    }

    @Test(.requirement("MFA-01")) func oneCodeCountsOnceUnder64AtOnce() async throws {
        let (person, date) = (person, date)
        try await server.run {
            let token = try await person.member(), secret = try await person.begin(token)
            _ = try await person.turnOn(secret, token)
            date.advance(by: .seconds(60))
            let code = try person.code(secret), ticket = try #require(try await person.logIn()["ticket"])
            let other = try #require(try await person.logIn()["ticket"])
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for number in 0..<64 {
                    group.addTask { try await person.prove(code, number.isMultiple(of: 2) ? ticket : other).status }
                }
                return try await group.reduce(into: [Int]()) { $0.append($1) }
            }
            #expect(statuses.filter { $0 == 200 }.count == 1)
        }
    }

    @Test(.requirement("MFA-04")) func guessesLockTheSecondStepAndNotThePassword() async throws {
        let (person, date) = (person, date)
        try await server.run {
            let token = try await person.member(), secret = try await person.begin(token)
            _ = try await person.turnOn(secret, token)
            date.advance(by: .seconds(60))
            var ticket = try #require(try await person.logIn()["ticket"])
            for _ in 0..<5 { #expect(try await person.prove("123456", ticket).code == "wrong_code") }
            let locked = try await person.prove(try person.code(secret), ticket)
            #expect(locked.status == 429 && locked.code == "account_locked")
            #expect(try await person.logIn().code == "second_factor_required", "the password isn't locked")
            date.advance(by: .seconds(901))
            ticket = try #require(try await person.logIn()["ticket"])
            #expect(try await person.prove(try person.code(secret), ticket).status == 200)
        }
    }

    @Test(.requirement("MFA-05")) func recoveryOfThePasswordLeavesTheFactorAndEndsLocksAndTickets() async throws {
        let person = person
        try await server.run {
            let token = try await person.member(), secret = try await person.begin(token)
            let codes = try await person.turnOn(secret, token)
            let ticket = try #require(try await person.logIn()["ticket"])
            for _ in 0..<6 { _ = try await person.prove("123456", ticket) }
            try await person.resetPassword()
            #expect(try await person.prove(codes[0], ticket).code == "login_expired")
            let first = try await person.logIn(password: FactorPerson.otherPassword)
            #expect(first.code == "second_factor_required")
            #expect(try await person.prove(codes[0], try #require(first["ticket"])).status == 200)
        }
    }

    @Test(.requirement("MFA-03")) func changingFactorsTakesARecentAuthentication() async throws {
        let (person, date) = (person, date)
        try await server.run {
            let token = try await person.member()
            date.advance(by: .seconds(301))
            let refused = try await person.ask(.post, "/auth/factors/authenticator", token: token)
            #expect(refused.status == 401 && refused.code == "insufficient_user_authentication")
            #expect(
                refused.challenge?.contains("error=\"insufficient_user_authentication\"") == true
                    && refused.challenge?.contains("max_age=\"300\"") == true)
            #expect(try await person.again("wrong", nil, token).code == "invalid_credentials")
            #expect(try await person.again(FactorPerson.password, nil, token).status == 204)
            let secret = try await person.begin(token)
            _ = try await person.turnOn(secret, token)
            #expect(try await person.ask(.post, "/auth/factors/authenticator", token: token).code == "factor_in_force")
            // The access token is over after five minutes.
            date.advance(by: .seconds(301))
            let ticket = try #require(try await person.logIn()["ticket"])
            let fresh = try #require(try await person.prove(try person.code(secret), ticket).token)
            date.advance(by: .seconds(299))
            #expect(try await person.ask(.post, "/auth/factors/recovery-codes", token: fresh).status == 200)
            #expect(try await person.ask(.delete, "/auth/factors/authenticator", token: fresh).status == 204)
            #expect(try await person.logIn().status == 200)
            #expect(person.letters == ["second-factor-on", "recovery-codes-made", "second-factor-off"])
        }
    }

    @Test(.requirement("MFA-03")) func aFactorIsTakenAwayOnlyWithIt() async throws {
        let (person, date) = (person, date)
        try await server.run {
            let other = try await person.member()
            let token = try #require(try await person.logIn().token)
            let secret = try await person.begin(token)
            _ = try await person.turnOn(secret, token)
            let refused = try await person.ask(.delete, "/auth/factors/authenticator", token: other)
            #expect(refused.code == "insufficient_user_authentication")
            #expect(refused.challenge?.contains("acr_values=\"aal2\"") == true)
            #expect(try await person.again(FactorPerson.password, nil, other).code == "second_factor_required")
            date.advance(by: .seconds(30))
            #expect(try await person.again(FactorPerson.password, try person.code(secret), other).status == 204)
            #expect(try await person.ask(.delete, "/auth/factors/authenticator", token: other).status == 204)
        }
    }

    @Test(.requirement("MFA-01")) func theSecretStandsNowhereInTheClear() async throws {
        let person = person
        let secret = try await server.run {
            let token = try await person.member(), secret = try await person.begin(token)
            _ = try await person.turnOn(secret, token)
            return secret
        }
        let raw = FactorPerson.bytes(ofBase32: secret)
        for file in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
            guard let data = FileManager.default.contents(atPath: folder.path + "/" + file) else { continue }
            #expect(data.firstRange(of: raw) == nil && data.firstRange(of: Data(secret.utf8)) == nil, "\(file)")
        }
    }
}
