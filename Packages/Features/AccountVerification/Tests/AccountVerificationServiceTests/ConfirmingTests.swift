import AccountVerificationAPI
import AccountVerificationServiceTesting
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
import SQLStoreAPI
import SQLStoreTesting
import SessionsServiceAPI
import SessionsServiceTesting
import TelemetryAPI
import TelemetryTesting
import Testing

struct ConfirmingTests {
    private struct Answer: Decodable { let user: User }

    private func isVerified(_ user: User, _ server: RunningVerification) async throws -> Bool? {
        try await server.accounts.accounts.account(user.id)?.isVerified
    }

    @Test(.requirement("VERIFY-02", "VERIFY-09")) func theRightCodeVerifiesTheAccountAndItsSessions() async throws {
        let server = try await RunningVerification()
        let (user, token) = try await server.register()
        let client = try VerificationClient(server)
        let response = try await client.confirm(server.lastCode(), token)
        #expect(response.status == .ok)
        #expect(response.fields[.cacheControl] == "no-store")
        let answer = try WireCoding.decoder().decode(Answer.self, from: await response.collectBody())
        #expect(answer.user.id == user.id && answer.user.isVerified)
        #expect(try await isVerified(user, server) == true)
        let request = ServerRequest.sample(fields: [.authorization: token.withText { "Bearer \($0 ?? "")" }])
        #expect(try await server.accounts.server.authentication.requireVerifiedSession(request).userID == user.id)
        #expect(server.log.messages.contains("address confirmed"))
    }

    /// Whoever reads the mail may not be whom the account was made by: that they send the code or follow
    /// the link gives a stranger nothing who registered the address.
    @Test(
        .requirement("VERIFY-02", "EXT-05"),
        arguments: [
            ("a session", 200, nil), ("its own typed code", 422, "/password"), ("a code", 401, nil),
            ("a link", 401, nil), ("a link, in another account", 403, nil),
            ("a code, in another account", 422, "/password"),
            ("a wrong password", 422, nil), ("a link and a wrong password", 422, "/password"),
            ("a link and the password", 200, nil), ("a code and the password", 200, nil),
            ("its own typed code and the password", 200, nil), ("the password, in another account", 200, nil),
        ] as [(String, Int, String?)])
    func onlyAMemberProvesAnAddress(by means: String, status: Int, pointer: String?) async throws {
        let server = try await RunningVerification(), client = try VerificationClient(server)
        let (user, token) = try await server.register()
        let (_, other) = try await server.register("bob@example.com", name: "Bob")
        let email = "ada@example.com", code = server.lastCode(), link = server.lastToken()
        if means.contains("typed") {
            try await server.accounts.database.write { db in
                try db.run("UPDATE sessions SET is_proved_here = \(false)")
            }
        }
        let answer =
            switch means {
            case "a session", "its own typed code": try await client.confirm(code, token)
            case "a code": try await client.confirm(code, of: email, password: nil)
            case "a link": try await client.follow(link)
            case "a link, in another account": try await client.follow(link, other)
            case "a code, in another account": try await client.confirm(code, of: email, password: nil, other)
            case "a wrong password": try await client.confirm(code, of: email, password: "incorrect horse")
            case "a link and a wrong password": try await client.follow(link, password: "incorrect horse")
            case "a link and the password": try await client.follow(link, password: RunningVerification.password)
            case "a code and the password": try await client.confirm(code, of: email)
            case "its own typed code and the password":
                await client.send(#"{"code":"\#(code ?? "")","password":"\#(RunningVerification.password)"}"#, token)
            default: try await client.confirm(code, of: email, other)
            }
        #expect(answer.status.rawValue == status)
        #expect(try await isVerified(user, server) == (status == 200))
        guard status != 200 else {
            #expect(server.events.recorded.contains { if case .verified(_, by: .member) = $0 { true } else { false } })
            return
        }
        #expect(try await answer.problem.errors?.first?.pointer == pointer)
        // Nothing was used up.
        #expect(try await client.confirm(code, of: email).status == .ok)
    }

    /// Else whoever knows a code that stands in an old letter's subject tries passwords with it.
    @Test(.requirement("VERIFY-07", "LOGIN-08", "D2"), arguments: [true, false])
    func aCodeThatIsOverTellsNothingOfAPassword(isUsed: Bool) async throws {
        let server = try await RunningVerification(), client = try VerificationClient(server)
        _ = try await server.register()
        let code = server.lastCode(), email = "ada@example.com"
        if isUsed { #expect(try await client.confirm(code, of: email).status == .ok) }
        if !isUsed { server.date.advance(by: .seconds(600)) }
        let right = try await client.confirm(code, of: email)
        let wrong = try await client.confirm(code, of: email, password: "incorrect horse")
        #expect(right.status == wrong.status && right.status == .unprocessableContent)
        #expect(try await right.problem.code == "invalid_code")
        #expect(try await wrong.problem.code == "invalid_code")
        #expect(server.log.text.contains(isUsed ? "used" : "expired"), "operators see it")
    }

    @Test(.requirement("SESS-07", "VERIFY-02")) func aSessionThatEndedMeanwhileConfirmsNothing() async throws {
        let server = try await RunningVerification(), client = try VerificationClient(server)
        let (user, token) = try await server.register()
        // The tables know it, and what answers requests hasn't heard.
        let request = ServerRequest.sample(fields: [.authorization: token.withText { "Bearer \($0 ?? "")" }])
        _ = try await server.accounts.server.authentication.authenticate(request)
        try await server.accounts.database.write { db in
            try db.run("UPDATE sessions SET ended_at = \(server.date.value)")
        }
        let answer = try await client.confirm(server.lastCode(), token)
        #expect(answer.status == .unauthorized)
        #expect(try await isVerified(user, server) == false)
        #expect(try await client.confirm(server.lastCode(), of: "ada@example.com").status == .ok, "it counts still")
    }

    @Test(.requirement("VERIFY-09")) func aCodeMayBeTypedWithSpaces() async throws {
        let server = try await RunningVerification()
        let (_, token) = try await server.register()
        let code = try #require(server.lastCode())
        let typed = " \(code.prefix(4)) \(code.suffix(4)) "
        #expect(try await VerificationClient(server).confirm(typed, token).status == .ok)
    }

    @Test(.requirement("VERIFY-07"), arguments: [("en", "This code doesn't count."), ("es", "Este código no vale.")])
    func aWrongCodeIsRefusedAndRecorded(language: String, title: String) async throws {
        let server = try await RunningVerification()
        let (user, token) = try await server.register()
        let code = try #require(server.lastCode())
        let response = try await VerificationClient(server).confirm(other(code), token, language: language)
        #expect(response.status == .unprocessableContent)
        let problem = try await response.problem
        #expect(problem.code == "invalid_code" && problem.title == title)
        #expect(problem.detail?.isEmpty == false)
        #expect(try await isVerified(user, server) == false)
        let record = try #require(server.log.records.first { $0.message == "verification refused" })
        #expect(server.log.text.contains(user.id.description) && server.log.text.contains("127.0.0.1"))
        #expect("\(record)".contains("unknown"))
    }

    @Test(.requirement("VERIFY-07")) func aCodeIsTooOldAtExactlyTenMinutes() async throws {
        let server = try await RunningVerification()
        let client = try VerificationClient(server)
        let (user, _) = try await server.register()
        server.date.advance(by: .seconds(600))
        let late = try await client.confirm(server.lastCode(), logIn(user, server))
        #expect(late.status == .gone)
        let problem = try await late.problem
        #expect(problem.code == "link_expired" && problem.detail == "Ask for another message.")
        #expect(try await isVerified(user, server) == false)
        #expect(server.log.text.contains("expired"))
    }

    /// A token of the server's present time.
    private func logIn(_ user: User, _ server: RunningVerification) async throws -> Secret {
        try await server.accounts.server.issuing.issueSession(for: user, on: SessionClient()).grant.accessToken
    }

    @Test(.requirement("VERIFY-02")) func aCodeCountsUntilThen() async throws {
        let server = try await RunningVerification()
        let (user, _) = try await server.register()
        server.date.advance(by: .milliseconds(599_999))
        let token = try await logIn(user, server)
        #expect(try await VerificationClient(server).confirm(server.lastCode(), token).status == .ok)
    }

    @Test func theLifetimeIsConfigured() async throws {
        let server = try await RunningVerification(codeLifetime: .seconds(120))
        let (_, token) = try await server.register()
        #expect(server.mail.messages.last?.text.contains("2 min") == true)
        server.date.advance(by: .seconds(120))
        #expect(try await VerificationClient(server).confirm(server.lastCode(), token).status == .gone)
    }

    @Test(.requirement("VERIFY-05")) func whoMayNotLogInYetConfirmsByAddressCodeAndPassword() async throws {
        let server = try await RunningVerification()
        let (user, _) = try await server.register()
        let client = try VerificationClient(server), code = try #require(server.lastCode())
        let wrong = try await client.confirm(other(code), of: "ada@example.com")
        #expect(wrong.status == .unprocessableContent)
        #expect(try await client.confirm(code, of: "ada@example.com").status == .ok)
        #expect(try await isVerified(user, server) == true)
    }

    @Test func anAddressWithoutAnAccountIsRefusedLikeAWrongCode() async throws {
        let server = try await RunningVerification()
        let (user, _) = try await server.register()
        let client = try VerificationClient(server), code = try #require(server.lastCode())
        let known = try await client.confirm(other(code), of: "\(user.email)")
        let unknown = try await client.confirm(code, of: "nobody@example.com")
        #expect(unknown.status == known.status)
        #expect(try await unknown.problem.code == known.problem.code)
        #expect(await client.send(#"{"code":"\#(code)"}"#, nil).status == .unauthorized)
    }

    @Test(.requirement("VERIFY-07")) func aUsedCodeIsRefused() async throws {
        let server = try await RunningVerification()
        let (_, token) = try await server.register()
        let client = try VerificationClient(server), code = server.lastCode()
        #expect(try await client.confirm(code, token).status == .ok)
        let again = try await client.confirm(code, token)
        #expect(again.status == .gone)
        #expect(try await again.problem.code == "link_used")
        #expect(server.log.text.contains("used"))
    }

    @Test(.requirement("VERIFY-07")) func afterFiveTriesNotEvenTheRightCodeCounts() async throws {
        let server = try await RunningVerification()
        let (user, token) = try await server.register()
        let client = try VerificationClient(server), code = try #require(server.lastCode())
        for _ in 0..<5 { #expect(try await client.confirm(other(code), token).status == .unprocessableContent) }
        let right = try await client.confirm(code, token)
        #expect(try await right.problem.code == "invalid_code", "it tells nothing of the code")
        #expect(try await isVerified(user, server) == false)
    }

    @Test func theFifthTryCounts() async throws {
        let server = try await RunningVerification()
        let (_, token) = try await server.register()
        let client = try VerificationClient(server), code = try #require(server.lastCode())
        for _ in 0..<4 { _ = try await client.confirm(other(code), token) }
        #expect(try await client.confirm(code, token).status == .ok)
    }

    @Test func twentyTriesAtOnceAreFiveTries() async throws {
        let server = try await RunningVerification()
        let (_, token) = try await server.register()
        let client = try VerificationClient(server), code = try #require(server.lastCode())
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<20 { group.addTask { _ = try await client.confirm(other(code), token) } }
            try await group.waitForAll()
        }
        #expect(try await client.confirm(code, token).status == .unprocessableContent)
        let attempts = try await server.accounts.database.read {
            try $0.value("SELECT attempts FROM mailed_proofs", as: Int.self)
        }
        // Later ones are counted as well: what isn't written would take less time.
        #expect(attempts == 21)
    }

    @Test(.requirement("VERIFY-02")) func ofManyAtOnceOneIsConfirmed() async throws {
        let server = try await RunningVerification()
        let (_, token) = try await server.register()
        let client = try VerificationClient(server), code = server.lastCode()
        let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<5 { group.addTask { try await client.confirm(code, token).status.rawValue } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses.sorted() == [200, 410, 410, 410, 410])
    }

    @Test func aCodeBelongsToOnePerson() async throws {
        let server = try await RunningVerification()
        let (_, ada) = try await server.register()
        let (bob, token) = try await server.register("bob@example.com", name: "Bob")
        let client = try VerificationClient(server)
        let code = try #require(server.lastCode())
        #expect(try await client.confirm(code, token).status == .unprocessableContent)
        #expect(try await isVerified(bob, server) == false)
        #expect(try await client.confirm(code, ada).status == .ok)
    }

    @Test func aCodeProvesTheAddressItWasSentTo() async throws {
        let server = try await RunningVerification()
        let (user, token) = try await server.register()
        try await server.accounts.database.write { db in
            try db.run(
                """
                UPDATE accounts SET email = \("eve@example.com"), canonical_email = \("eve@example.com")
                WHERE id = \(user.id)
                """)
        }
        let response = try await VerificationClient(server).confirm(server.lastCode(), token)
        #expect(response.status == .unprocessableContent)
        #expect(try await isVerified(user, server) == false)
    }

    @Test func whoIsNotLoggedInConfirmsNothing() async throws {
        let server = try await RunningVerification()
        let (user, _) = try await server.register()
        let client = try VerificationClient(server)
        for token in [nil, Secret("forged")] {
            #expect(try await client.confirm(server.lastCode(), token).status == .unauthorized)
        }
        #expect(try await isVerified(user, server) == false)
    }

    @Test(.requirement("VERIFY-09"), arguments: ["", "1234567", "123456789", "abcdefgh", "١٢٣٤٥٦٧٨", "' OR 1=1"])
    func whatIsNoCodeCostsNoTry(text: String) async throws {
        let server = try await RunningVerification()
        let (_, token) = try await server.register()
        let client = try VerificationClient(server)
        for _ in 0..<6 {
            let response = try await client.confirm(text, token)
            #expect(response.status == .unprocessableContent)
            let error = try #require(try await response.problem.errors?.first)
            #expect(error.pointer == "/code" && error.code == "invalid_code")
        }
        #expect(try await client.confirm(server.lastCode(), token).status == .ok)
    }

    @Test(arguments: [("{", 400), ("{}", 422), (#"{"code":12345678}"#, 422), ("[]", 422)])
    func aBodyThatIsNoConfirmationIsRefused(body: String, status: Int) async throws {
        let server = try await RunningVerification()
        let (_, token) = try await server.register()
        #expect(try await VerificationClient(server).send(body, token).status.rawValue == status)
    }

    @Test func aBodyThatIsTooLargeIsRefused() async throws {
        let server = try await RunningVerification()
        let (_, token) = try await server.register()
        let body = #"{"code":"\#(String(repeating: "1", count: 5_000))"}"#
        #expect(try await VerificationClient(server).send(body, token).status == .contentTooLarge)
    }

    @Test func theCodeIsNeitherInTheDatabaseNorInTheLog() async throws {
        let server = try await RunningVerification()
        let (_, token) = try await server.register()
        let client = try VerificationClient(server), code = try #require(server.lastCode())
        _ = try await client.confirm(other(code), token)
        _ = try await client.confirm(code, token)
        _ = try await client.confirm(code, token)
        #expect(server.log.records.count >= 3)
        for text in [code, other(code)] {
            #expect(!server.log.text.contains(text))
            let path = server.accounts.server.store.path
            for file in [path, path + "-wal", path + "-shm"] {
                let content = FileManager.default.contents(atPath: file) ?? Data()
                #expect(content.firstRange(of: Data(text.utf8)) == nil, "\(file)")
            }
        }
    }
}
