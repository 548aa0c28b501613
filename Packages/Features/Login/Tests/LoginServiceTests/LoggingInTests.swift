import AccountsServiceAPI
import AccountsServiceTesting
import CoreModels
import CryptographyAPI
import CryptographyTesting
import FoundationEssentials
import HTTPTypes
import KernelTesting
import SQLStoreAPI
import SQLStoreTesting
import SessionsServiceAPI
import SessionsServiceTesting
import TelemetryAPI
import TelemetryTesting
import Testing

struct LoggingInTests {
    // MARK: The right password

    @Test(.requirement("LOGIN-04", "LOGIN-06")) func theRightPasswordBeginsASession() async throws {
        let server = try await LoginServer()
        let user = try await server.register()
        let answer = try await server.logIn()
        #expect(answer.status == .ok)
        #expect(answer.fields[.cacheControl] == "no-store")
        #expect(answer.fields[.contentType] == "application/json")
        let granted = try answer.granted
        #expect(granted.user == user)
        #expect(granted.token.tokenType == "Bearer")
        #expect(await server.accepts(granted.token.accessToken))
        #expect(try await server.sessionCount() == 1)
        #expect(server.logins("success") == 1)
    }

    @Test(arguments: ["ada@example.com", "ADA@EXAMPLE.COM", " Ada@Example.com "])
    func theCaseOfTheAddressDoesNotMatter(email: String) async throws {
        let server = try await LoginServer()
        try await server.register()
        #expect(try await server.logIn(email).status == .ok)
    }

    @Test func theDeviceIsKeptAsItCallsItself() async throws {
        let server = try await LoginServer()
        try await server.register()
        let body = #"{"device":"Ada's laptop","email":"ada@example.com","password":"\#(LoginServer.password)"}"#
        let answer = try await server.post("/auth/login", body, fields: [.userAgent: "essential/1"])
        #expect(answer.status == .ok)
        let stored = try await server.accounts.database.read { db in
            try db.first("SELECT device, user_agent, address FROM sessions") { row in
                [try row["device", as: String?.self], try row["user_agent", as: String?.self]]
            }
        }
        #expect(stored == ["Ada's laptop", "essential/1"])
    }

    @Test func eachLoginIsASessionOfItsOwn() async throws {
        let server = try await LoginServer()
        try await server.register()
        let tokens = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<8 {
                group.addTask { try await server.logIn().granted.token.refreshToken.withText { $0 ?? "" } }
            }
            return try await group.reduce(into: Set<String>()) { $0.insert($1) }
        }
        #expect(tokens.count == 8)
        #expect(try await server.sessionCount() == 8)
    }

    @Test(.requirement("PWCHG-07")) func aPasswordThatIsReplacedWhileItIsCheckedBeginsNoSession() async throws {
        let server = try await LoginServer { accounts, user in
            let password = try await accounts.passwords.prepare(Secret("another horse battery"))
            let replacement = try await accounts.database.write { db in
                try accounts.passwords.replacePassword(
                    of: user.id, at: user.email, with: password, keeping: nil, in: db)
            }
            if let replacement { await accounts.passwords.announce(replacement) }
        }
        try await server.register()
        let answer = try await server.logIn()
        #expect(answer.status == .unauthorized)
        #expect(try answer.problem.code == "invalid_credentials")
        let begun = try await server.accounts.database.read { db in
            try db.value("SELECT count(*) FROM sessions", as: Int.self)
        }
        #expect(begun == 0, "none that was ended at once, either")
        #expect(server.logins("invalid_credentials") == 1)
    }

    @Test(.requirement("PWCHG-07")) func whatWasBegunBesideAReplacementEndsOrNeverBegins() async throws {
        let server = try await LoginServer()
        let user = try await server.register()
        let passwords = server.accounts.passwords, database = server.accounts.database
        let password = try await passwords.prepare(Secret("another horse battery"))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    let status = try await server.logIn().status
                    #expect(status == .ok || status == .unauthorized)
                }
            }
            group.addTask {
                let replacement = try await database.write { db in
                    try passwords.replacePassword(of: user.id, at: user.email, with: password, keeping: nil, in: db)
                }
                if let replacement { await passwords.announce(replacement) }
            }
            try await group.waitForAll()
        }
        #expect(try await server.sessionCount() == 0)
    }

    // MARK: The wrong one

    @Test(.requirement("LOGIN-08", "LOGIN-09")) func aWrongPasswordAndAnUnknownAddressGetTheSameAnswer() async throws {
        let server = try await LoginServer()
        try await server.register()
        let wrong = try await server.logIn(password: "correct horse batterx")
        let unknown = try await server.logIn("eve@example.com")
        #expect(wrong.status == .unauthorized)
        #expect(wrong == unknown, "status, header fields and body are the same")
        #expect(try wrong.problem.code == "invalid_credentials")
        #expect(server.hashing.calls == [.hash, .verify, .verifyDecoy], "both cost the same work")
        #expect(server.logins("invalid_credentials") == 2)
        #expect(try await server.sessionCount() == 0)
        #expect(try await server.logIn().status == .ok)
    }

    @Test(arguments: ["Correct horse battery", "correct horse battery ", "correct horse batter", " "])
    func aPasswordIsComparedWhole(password: String) async throws {
        let server = try await LoginServer()
        try await server.register()
        #expect(try await server.logIn(password: password).status == .unauthorized)
    }

    @Test(.requirement("LOGIN-09")) func whatCannotBeRightIsRefusedFieldByFieldAndCountedNowhere() async throws {
        let server = try await LoginServer()
        try await server.register()
        let both = try await server.logIn("ada", password: "")
        #expect(both.status == .unprocessableContent)
        #expect(try both.problem.code == "invalid_data")
        #expect(
            try both.problem.errors?.map { [$0.pointer, $0.code] } == [
                ["/email", "invalid_email"], ["/password", "invalid_password"],
            ])
        let one = try await server.logIn(password: "")
        #expect(try one.problem.errors?.map(\.pointer) == ["/password"])
        #expect(server.hashing.calls == [.hash], "no work is spent on it")
        #expect(
            ["success", "invalid_credentials", "email_not_verified", "unavailable"].allSatisfy {
                server.logins($0) == nil
            })
    }

    @Test func aPasswordMayHave1024BytesAndNoMore() async throws {
        let server = try await LoginServer()
        try await server.register()
        let longest = String(repeating: "é", count: 512)
        #expect(try await server.logIn(password: longest).status == .unauthorized)
        #expect(try await server.logIn(password: longest + "x").status == .unprocessableContent)
    }

    @Test(.requirement("L10N-01")) func problemsSpeakTheLanguageOfTheRequest() async throws {
        let server = try await LoginServer()
        let body = #"{"email":"ada","password":"x"}"#
        let spanish = try await server.post("/auth/login", body, fields: [.acceptLanguage: "es"])
        #expect(spanish.fields[.contentLanguage] == "es")
        #expect(try spanish.problem.errors?.map(\.reason) == ["Correo no válido"])
        let english = try await server.post("/auth/login", body, fields: [.acceptLanguage: "en"])
        #expect(try english.problem.errors?.map(\.reason) == ["Invalid email"])
        let refused = try await server.post(
            "/auth/login", #"{"email":"eve@example.com","password":"x"}"#, fields: [.acceptLanguage: "es"])
        #expect(try refused.problem.title == "El correo o la contraseña no son correctos.")
    }

    // MARK: Policy

    @Test(.requirement("VERIFY-04", "VERIFY-05")) func byPolicyAnUnverifiedAddressIsLimitedOrRefused() async throws {
        let limited = try await LoginServer()
        try await limited.register()
        #expect(try await limited.logIn().granted.token.scope == "feed:read")

        let strict = try await LoginServer(allowsUnverified: false)
        let user = try await strict.register()
        let refused = try await strict.logIn()
        #expect(refused.status == .forbidden)
        #expect(try refused.problem.code == "email_not_verified")
        #expect(try await strict.sessionCount() == 0)
        #expect(strict.logins("email_not_verified") == 1)
        // Whoever doesn't know the password doesn't learn that much.
        #expect(try await strict.logIn(password: "wrong").status == .unauthorized)
        try await strict.accounts.verification.markVerified(user.id, email: user.email)
        let accepted = try await strict.logIn()
        #expect(accepted.status == .ok)
        #expect(try accepted.granted.user.isVerified)
    }

    @Test(.requirement("OPS-06")) func onlyWhoKnowsThePasswordLearnsOfASuspension() async throws {
        let server = try await LoginServer(states: [AccountStatesStub { _ in [.suspended, .protected] }])
        try await server.register()
        let stranger = try await server.logIn("eve@example.com"), wrong = try await server.logIn(password: "wrong")
        #expect(stranger.status == wrong.status && stranger.body == wrong.body)
        #expect(server.hashing.calls == [.hash, .verifyDecoy, .verify], "both cost the same work")
        let told = try await server.logIn()
        #expect(told.status == .forbidden)
        #expect(try told.problem.code == "account_suspended")
        #expect(try await server.sessionCount() == 0)
        #expect(server.logins("account_suspended") == 1)
    }

    // MARK: What is kept and said

    @Test(.requirement("LOGIN-25")) func logsAndFilesHoldNoPasswordAndNoToken() async throws {
        let server = try await LoginServer(realHashes: true)
        try await server.register()
        let granted = try await server.logIn().granted
        _ = try await server.logIn(password: "another secret")
        _ = try await server.logIn("eve@example.com", password: "another secret")
        _ = try await server.logIn("no address", password: "another secret")
        let refresh = granted.token.refreshToken.withText { $0 ?? "" }
        try await server.expectLogout(of: refresh)
        #expect(
            server.log.messages == [
                "logged in", "attempt failed", "login refused", "attempt failed", "login refused", "logged out",
            ])
        let secrets =
            [LoginServer.password, "another secret", refresh, granted.token.accessToken.withText { $0 ?? "" }]
        for secret in secrets { #expect(!server.log.text.contains(secret)) }
        #expect(!server.log.text.contains("example.com"), "nor addresses")
        let store = server.accounts.server.store
        await store.close()
        for suffix in ["", "-wal"] {
            guard let file = FileManager.default.contents(atPath: store.path + suffix) else { continue }
            for secret in secrets { #expect(file.firstRange(of: Data(secret.utf8)) == nil) }
        }
    }

    @Test func theLogSaysWhoComesFromWhere() async throws {
        let server = try await LoginServer()
        let user = try await server.register()
        let body = #"{"email":"ada@example.com","password":"\#(LoginServer.password)"}"#
        _ = try await server.post("/auth/login", body, fields: [.userAgent: "curl/8"])
        let record = try #require(server.log.records.first)
        #expect(record.level == .info)
        #expect(record.fields["user"] == user.id.logValue)
        #expect(record.fields["peer"] == "127.0.0.1".logValue)
        #expect(record.fields["agent"] == "curl/8".logValue)
    }

    // MARK: Failure

    @Test func aDatabaseThatFailsIsNoWrongPassword() async throws {
        let server = try await LoginServer()
        try await server.register()
        await server.accounts.server.store.close()
        let answer = try await server.logIn()
        #expect(answer.status == .serviceUnavailable)
        #expect(answer.fields[.retryAfter] == "5")
        #expect(try answer.problem.code == "unavailable")
        #expect(server.logins("unavailable") == 1)
        #expect(server.logins("invalid_credentials") == nil)
    }

    @Test func aSessionThatCannotBeStoredIsNotGranted() async throws {
        let server = try await LoginServer()
        try await server.register()
        try await server.accounts.server.store.refuse("INSERT", of: "sessions")
        let answer = try await server.logIn()
        #expect(answer.status == .serviceUnavailable)
        #expect(server.logins("unavailable") == 1 && server.logins("success") == nil)
        #expect(server.log.records.last?.level == .error)
    }

    @Test func tooMuchHashingIsNoWrongPassword() async throws {
        let server = try await LoginServer()
        try await server.register()
        server.hashing.fail(with: .overloaded)
        #expect(try await server.logIn().status == .serviceUnavailable)
        #expect(server.logins("invalid_credentials") == nil)
    }
}

extension LoginServer {
    func expectLogout(of refreshToken: String) async throws {
        let answer = try await post("/auth/logout", #"{"refresh_token":"\#(refreshToken)"}"#)
        #expect(answer.status == .noContent)
    }
}
