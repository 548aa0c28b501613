import CoreModels
import CryptographyAPI
import CryptographyTesting
import FoundationEssentials
import HTTPServingAPI
import HTTPServingLoopback
import HTTPTransportAPI
import HTTPTypes
import KernelTesting
import MailAPI
import MailTesting
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
            let token = try await person.register()
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
            let token = try await person.register(), secret = try await person.begin(token)
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
            let token = try await person.register(), secret = try await person.begin(token)
            let code = try #require(try await person.turnOn(secret, token).first)
            var tickets: [String] = []
            for _ in 0..<64 { tickets.append(try #require(try await person.logIn()["ticket"])) }
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for ticket in tickets { group.addTask { try await person.prove(code.lowercased(), ticket).status } }
                return try await group.reduce(into: [Int]()) { $0.append($1) }
            }
            #expect(statuses.filter { $0 == 200 }.count == 1)
            #expect(statuses.allSatisfy { [200, 401, 429].contains($0) })
            #expect(person.letters == ["second-factor-on", "recovery-code-used"])
            #expect(try await person.factors(token)["recovery_codes_left"] == .integer(9))
        }
    }

    @Test(.requirement("MFA-01")) func oneCodeCountsOnceUnder64AtOnce() async throws {
        let (person, date) = (person, date)
        try await server.run {
            let token = try await person.register(), secret = try await person.begin(token)
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
            let token = try await person.register(), secret = try await person.begin(token)
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
            let token = try await person.register(), secret = try await person.begin(token)
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
            let token = try await person.register()
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
            let other = try await person.register()
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
            let token = try await person.register(), secret = try await person.begin(token)
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

/// Somebody with an authenticator, who asks a server.
private struct FactorPerson: Sendable {
    static let password = "nine purple lamp shades", otherPassword = "seven blue coffee cups"
    private static let email = "cleo@example.com"

    let transport: LoopbackTransport
    let mail: MailSpy
    let date: ManualDate

    init(server: ComposedServer, date: ManualDate) {
        transport = server.transport
        mail = server.mail
        self.date = date
    }

    struct Answer: Sendable {
        let status: Int
        let challenge: String?
        let body: JSONValue?

        var code: String? { self["code"] }
        var token: String? { body?["token"]?["access_token"]?.string }

        subscript(name: String) -> String? { body?[name]?.string }
    }

    func ask(
        _ method: HTTPMethod, _ path: String, _ members: [String: String]? = nil, token: String? = nil
    ) async throws -> Answer {
        var fields: HTTPFields = [:], body: HTTPRequest.Body?
        if let members {
            fields[.contentType] = "application/json"
            body = .bytes(try JSONEncoder().encode(members))
        }
        if let token { fields[.authorization] = "Bearer " + token }
        let url = try #require(URL(string: ComposedServer.address + path))
        let answer = try await transport.send(HTTPRequest(method: method, url: url, fields: fields, body: body))
        return Answer(
            status: answer.status.rawValue, challenge: answer.fields[.wwwAuthenticate],
            body: answer.body.isEmpty ? nil : try JSONDecoder().decode(ReadJSON.self, from: answer.body).value)
    }

    func register() async throws -> String {
        let person = ["name": "Cleo", "email": Self.email, "password": Self.password]
        return try #require(try await ask(.post, "/auth/register", person).token)
    }

    func begin(_ token: String) async throws -> String {
        let answer = try await ask(.post, "/auth/factors/authenticator", token: token)
        let secret = try #require(answer["secret"])
        #expect(
            answer["uri"] == "otpauth://totp/Essential:cleo%40example.com?secret=\(secret)&issuer=Essential")
        return secret
    }

    func confirm(_ code: String, _ token: String) async throws -> Answer {
        try await ask(.post, "/auth/factors/authenticator/confirmation", ["code": code], token: token)
    }

    func turnOn(_ secret: String, _ token: String) async throws -> [String] {
        let answer = try await confirm(try code(secret), token)
        guard case .array(let codes) = answer.body?["recovery_codes"] else { throw CancellationError() }
        return codes.compactMap(\.string)
    }

    func factors(_ token: String) async throws -> JSONValue {
        try #require(try await ask(.get, "/auth/factors", token: token).body)
    }

    func logIn(password: String = password) async throws -> Answer {
        try await ask(.post, "/auth/login", ["email": Self.email, "password": password])
    }

    func prove(_ code: String, _ ticket: String) async throws -> Answer {
        try await ask(.post, "/auth/login/code", ["ticket": ticket, "code": code])
    }

    func again(_ password: String, _ code: String?, _ token: String) async throws -> Answer {
        var members = ["password": password]
        members["code"] = code
        return try await ask(.post, "/auth/reauthentication", members, token: token)
    }

    func resetPassword() async throws {
        _ = try await ask(.post, "/auth/password/recovery", ["email": Self.email])
        let code = try #require(mail.messages.last { $0.template.name == "password-reset" }?.values["code"])
        let answer = try await ask(
            .post, "/auth/password/reset",
            ["email": Self.email, "code": code, "new_password": Self.otherPassword])
        #expect(answer.status == 204, "\(answer)")
    }

    /// How the session says that it was authenticated.
    func references(_ token: String) async throws -> [String] {
        let sessions = try await ask(.get, "/auth/sessions", token: token)
        guard case .array(let items) = sessions.body?["items"],
            case .array(let words) = items.first(where: { $0["current"] == .boolean(true) })?["amr"]
        else { throw CancellationError() }
        return words.compactMap(\.string)
    }

    /// What was mailed about factors, in order.
    var letters: [String] {
        mail.messages.map(\.template.name).filter { $0.hasPrefix("second-factor") || $0.hasPrefix("recovery-code") }
    }

    /// The code that the authenticator shows, by a clock that is some steps off.
    func code(_ secret: String, steps: Int = 0) throws -> String {
        let cryptography = try Cryptography.real()
        let key = try cryptography.keys.makeKey(copying: Secret(Array(Self.bytes(ofBase32: secret))))
        let step = Int64(date.value.timeIntervalSince1970 / 30) + Int64(steps)
        let message = Data((0..<8).map { UInt8(truncatingIfNeeded: step >> (56 - 8 * $0)) })
        let hash = Array(try cryptography.authentication.oneTimeCode(for: message, using: key))
        let offset = Int(hash[19] & 15)
        let number = hash[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) } & 0x7FFF_FFFF
        return String(String(1_000_000 + number % 1_000_000).suffix(6))
    }

    static func bytes(ofBase32 text: String) -> Data {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
        var bits: UInt64 = 0, count = 0, bytes = Data()
        for letter in text {
            bits = bits << 5 | UInt64(alphabet.firstIndex(of: letter) ?? 0)
            count += 5
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> UInt64(count)))
            }
        }
        return bytes
    }
}

extension JSONValue {
    fileprivate var string: String? { if case .string(let text) = self { text } else { nil } }
}
