import FoundationEssentials
import HTTPServingAPI
import HTTPServingLoopback
import HTTPTransportAPI
import HTTPTypes
import KernelTesting
import MailAPI
import MailTesting
import ServerTesting
import Testing

/// Whoever asks in the words of Supabase, at the server as it is composed: what holds for the
/// own interface holds there.
struct SupabaseCompatibilityTests {
    private let stage: SupabaseStage

    init() throws { stage = try SupabaseStage() }

    @Test(
        .requirement("SUPABASE-04"),
        arguments: [[:], ["supabase.enabled": "true", "plugins.disabled": "supabase-compatibility"]])
    func thereIsNothingUnlessAnOperatorSaysSo(settings: [String: String]) async throws {
        let server = try ComposedServer(folder: stage.folder.path, date: stage.date, settings: settings)
        let person = FactorPerson(server: server, date: stage.date)
        try await server.run {
            let answer = try await person.supabase(.post, "/token?grant_type=password", FactorPerson.theirs)
            #expect(answer.status == 404 && answer.code == "not_found")
            #expect(try await person.supabase(.get, "/settings").status == 404)
        }
    }

    @Test(.requirement("SUPABASE-02")) func aSecondFactorIsAskedForByName() async throws {
        let (server, person) = try stage()
        try await server.run {
            _ = try await person.withFactor()
            let answer = try await person.supabase(.post, "/token?grant_type=password", FactorPerson.theirs)
            #expect(answer.status == 403 && answer["error_code"] == "insufficient_aal", "\(answer)")
            #expect(answer["msg"]?.contains("second factor") == true && answer["access_token"] == nil, "\(answer)")
        }
    }

    @Test(.requirement("SUPABASE-02")) func aLockIsThatOfTheOwnInterface() async throws {
        let (server, person) = try stage(["limits.enabled": "true", "lockout.captcha_after": "0"])
        try await server.run {
            _ = try await person.member()
            var wrong = FactorPerson.theirs
            wrong["password"] = "somebody else's guess"
            for _ in 0..<5 {
                let answer = try await person.supabase(.post, "/token?grant_type=password", wrong)
                #expect(answer.status == 400 && answer["error_code"] == "invalid_credentials", "\(answer)")
            }
            let locked = try await person.supabase(.post, "/token?grant_type=password", FactorPerson.theirs)
            #expect(locked.status == 429 && locked["error_code"] == "over_request_rate_limit", "\(locked)")
            #expect(try await person.logIn().code == "account_locked")
        }
    }

    @Test(.requirement("SUPABASE-02")) func aCaptchaIsDemandedAndTold() async throws {
        let (server, person) = try stage(["limits.enabled": "true"])
        try await server.run {
            _ = try await person.member()
            var wrong = FactorPerson.theirs
            wrong["password"] = "somebody else's guess"
            for _ in 0..<3 { _ = try await person.supabase(.post, "/token?grant_type=password", wrong) }
            let asked = try await person.supabase(.post, "/token?grant_type=password", FactorPerson.theirs)
            #expect(asked.status == 400 && asked["error_code"] == "captcha_failed", "\(asked)")
            #expect(asked["captcha"]?.isEmpty == false)
        }
    }

    @Test(.requirement("SUPABASE-02")) func aFloodIsCountedWithThatOfTheOwnInterface() async throws {
        let (server, person) = try stage(["limits.enabled": "true"])
        try await server.run {
            var nobody = FactorPerson.theirs
            for number in 0..<30 {
                nobody["email"] = "nobody\(number)@example.com"
                _ = try await person.supabase(.post, "/token?grant_type=password", nobody)
            }
            let answer = try await person.supabase(.post, "/token?grant_type=password", nobody)
            #expect(answer.status == 429 && answer["error_code"] == "over_request_rate_limit", "\(answer)")
            #expect(try await person.logIn().code == "too_many_requests")
        }
    }

    @Test(.requirement("SUPABASE-02")) func aRefreshTokenThatIsUsedAgainEndsAllSessions() async throws {
        let (server, person) = try stage()
        let date = stage.date
        try await server.run {
            _ = try await person.member()
            let first = try await person.supabaseLogin(), other = try await person.supabaseLogin()
            let second = try await person.refresh(first), third = try await person.refresh(second)
            date.advance(by: .seconds(120))
            let again = try await person.supabase(
                .post, "/token?grant_type=refresh_token", ["refresh_token": try #require(first["refresh_token"])])
            #expect(again.status == 400 && again["error_code"] == "refresh_token_not_found", "\(again)")
            for session in [third, other] {
                let answer = try await person.supabase(.get, "/user", token: session["access_token"])
                #expect(answer.status == 403 && answer["error_code"] == "session_not_found", "\(answer)")
            }
        }
    }

    @Test(.requirement("SUPABASE-02")) func whoIsSuspendedIsOutAndToldSo() async throws {
        let (server, person) = try stage()
        let operators = try OperatorsDesk(of: server, at: stage.date)
        try await server.run {
            _ = try await person.member()
            let session = try await person.supabaseLogin()
            await operators.run("accounts", "suspend", FactorPerson.email)
            let user = try await person.supabase(.get, "/user", token: session["access_token"])
            #expect(user.status == 403 && user["error_code"] == "session_not_found", "\(user)")
            let login = try await person.supabase(.post, "/token?grant_type=password", FactorPerson.theirs)
            #expect(login.status == 403 && login["error_code"] == "user_banned", "\(login)")
            let refresh = try await person.supabase(
                .post, "/token?grant_type=refresh_token", ["refresh_token": try #require(session["refresh_token"])])
            #expect(refresh.status == 400 && refresh["error_code"] == "user_banned", "\(refresh)")
        }
    }

    @Test(.requirement("SUPABASE-03")) func withoutEnumerationASignUpTellsNobodyAnything() async throws {
        let (server, person) = try stage(["accounts.enumeration": "strict"])
        try await server.run {
            var answers: [[String: String]] = []
            for _ in 0..<2 {
                let answer = try await person.supabase(.post, "/signup", FactorPerson.theirs)
                #expect(answer.status == 200 && answer["access_token"] == nil)
                #expect(answer["id"]?.isEmpty == false)
                answers.append(["email": answer["email"] ?? "", "role": answer["role"] ?? ""])
            }
            #expect(answers[0] == answers[1], "somebody has the address the second time")
        }
    }

    @Test(.requirement("SUPABASE-02")) func withKeysDemandedNobodyComesIn() async throws {
        let (server, person) = try stage(["tokens.require_dpop": "true"])
        try await server.run {
            for path in ["/signup", "/token?grant_type=password"] {
                let answer = try await person.supabase(.post, path, FactorPerson.theirs)
                #expect(answer.status == 403 && answer["error_code"] == "bad_jwt", "\(answer)")
            }
        }
    }

    @Test(.requirement("SUPABASE-06")) func aProofOfRecoveryIsNoSession() async throws {
        let (server, person) = try stage()
        let date = stage.date
        try await server.run {
            _ = try await person.withFactor()
            #expect(try await person.supabase(.post, "/recover", ["email": FactorPerson.email]).status == 200)
            let letter = try #require(person.mail.messages.last { $0.template.name == "password-reset" })
            var proof = ["type": "recovery", "email": FactorPerson.email, "token": "00000000"]
            #expect(try await person.supabase(.post, "/verify", proof)["error_code"] == "otp_expired")
            let code: String = try #require(letter.values["code"])
            proof["token"] = code
            let proved = try await person.supabase(.post, "/verify", proof)
            let token = try #require(proved["access_token"])
            #expect(proved.body?["user"]?["id"]?.string == "00000000-0000-0000-0000-000000000000")
            #expect(proved.body?["user"]?["user_metadata"] == [:], "nothing of whom a factor protects")
            #expect(try await person.supabase(.get, "/user", token: token).status == 401)
            #expect(try await person.supabase(.post, "/logout", token: token).status == 401)
            #expect(try await person.ask(.get, "/auth/me", token: token).status == 401)
            let other = ["password": FactorPerson.otherPassword]
            #expect(try await person.supabase(.put, "/user", other, token: token).status == 200)
            #expect(try await person.supabase(.put, "/user", other, token: token)["error_code"] == "otp_expired")
            #expect(try await person.logIn(password: FactorPerson.otherPassword).code == "second_factor_required")
            // The token of the link does the same.
            date.advance(by: .seconds(120))
            _ = try await person.supabase(.post, "/recover", ["email": FactorPerson.email])
            let link = try #require(person.mail.messages.last { $0.template.name == "password-reset" }?.values["url"])
            let hash = String(try #require(link.split(separator: "token=").last))
            let followed = try await person.supabase(.post, "/verify", ["type": "recovery", "token_hash": hash])
            #expect(followed.status == 200)
            let back = ["password": FactorPerson.password]
            let set = try await person.supabase(.put, "/user", back, token: followed["access_token"])
            #expect(set.status == 200, "\(set)")
        }
    }

    @Test(
        .requirement("SUPABASE-05"),
        arguments: [
            ("/signup", "{", 400, "bad_json"), ("/signup", "{}", 422, "anonymous_provider_disabled"),
            ("/signup", #"{"email":7}"#, 400, "validation_failed"),
            ("/token?grant_type=password", #"{"email":"a@example.com"}"#, 400, "validation_failed"),
            ("/token?grant_type=id_token", "{}", 400, "validation_failed"), ("/token", "{}", 400, "validation_failed"),
            ("/verify", #"{"type":"invite","token":"1","email":"a@example.com"}"#, 400, "validation_failed"),
            ("/verify", #"{"type":"recovery"}"#, 400, "validation_failed"),
            ("/otp", "{}", 422, "otp_disabled"), ("/admin/users/1/factors", "{}", 403, "not_admin"),
            ("/nothing", "{}", 404, "validation_failed"), ("/user", "{}", 405, "validation_failed"),
        ])
    func whatCannotBeReadOrHadIsRefusedInTheirForm(
        path: String, body: String, status: Int, code: String
    ) async throws {
        let (server, person) = try stage()
        try await server.run {
            let answer = try FactorPerson.Answer(try await person.send(.post, "/auth/v1" + path, body))
            #expect(answer.status == status && answer["error_code"] == code, "\(answer)")
            #expect(answer.body?["code"] == .integer(status) && answer["msg"]?.isEmpty == false, "\(answer)")
        }
    }

    @Test(.requirement("SUPABASE-05")) func whatIsTooLargeOrNoJSONIsRefusedInTheirForm() async throws {
        let (server, person) = try stage()
        try await server.run {
            let giant = #"{"email":""# + String(repeating: "x", count: 20_000) + #""}"#
            let large = try FactorPerson.Answer(try await person.send(.post, "/auth/v1/signup", giant))
            #expect(large.status == 413 && large["error_code"] == "validation_failed", "\(large)")
            let deep = String(repeating: "[", count: 8_000)
            let nested = try FactorPerson.Answer(try await person.send(.post, "/auth/v1/signup", deep))
            #expect(nested.status == 400 && nested["error_code"] == "bad_json", "\(nested)")
            let url = try #require(URL(string: ComposedServer.address + "/auth/v1/recover"))
            let form = HTTPRequest(
                method: .post, url: url,
                fields: [.contentType: "application/x-www-form-urlencoded", .acceptLanguage: "es"],
                body: .bytes(Data("email=a".utf8)))
            let refused = try FactorPerson.Answer(try await person.transport.send(form))
            #expect(refused.status == 415 && refused["msg"]?.hasPrefix("El tipo del cuerpo") == true, "\(refused)")
        }
    }

    @Test(.requirement("SUPABASE-01")) func aPathMayStandBeforeAll() async throws {
        let (server, person) = try stage(["server.public_url": "http://localhost:8080/people"])
        try await server.run {
            let person = person
            let answer = try FactorPerson.Answer(
                try await person.send(
                    .post, "/people/auth/v1/signup", #"{"email":"ana@example.com","password":"four green tea pots"}"#))
            #expect(answer.status == 200 && answer["token_type"] == "bearer", "\(answer)")
            let other = try FactorPerson.Answer(try await person.send(.post, "/people/auth/v1/otp", "{}"))
            #expect(other["error_code"] == "otp_disabled", "\(other)")
        }
    }
}

extension FactorPerson {
    /// What they log in with.
    static let theirs = ["email": email, "password": password]

    func supabase(
        _ method: HTTPMethod, _ path: String, _ members: [String: String]? = nil, token: String? = nil
    ) async throws -> Answer {
        try await ask(method, "/auth/v1" + path, members, token: token)
    }

    func supabaseLogin() async throws -> Answer {
        let answer = try await supabase(.post, "/token?grant_type=password", Self.theirs)
        #expect(answer.status == 200, "\(answer)")
        return answer
    }

    func refresh(_ session: Answer) async throws -> Answer {
        let message = ["refresh_token": try #require(session["refresh_token"])]
        let answer = try await supabase(.post, "/token?grant_type=refresh_token", message)
        #expect(answer.status == 200, "\(answer)")
        return answer
    }
}

/// Where Supabase's clients ask; limits are off unless told, as whoever asks comes from one address.
struct SupabaseStage: Sendable {
    let folder: TemporaryFolder
    let date = ManualDate()

    init() throws { folder = try TemporaryFolder() }

    /// A server with its person.
    func callAsFunction(
        _ settings: [String: String] = [:]
    ) throws -> (server: ComposedServer, person: FactorPerson) {
        let all = ["supabase.enabled": "true", "limits.enabled": "false"].merging(settings) { $1 }
        let server = try ComposedServer(folder: folder.path, date: date, settings: all)
        return (server, FactorPerson(server: server, date: date))
    }
}
