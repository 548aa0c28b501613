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
import ServerTesting
import Testing

/// Somebody with an authenticator, who asks a server.
struct FactorPerson: Sendable {
    static let password = "nine purple lamp shades", otherPassword = "seven blue coffee cups"
    static let email = "cleo@example.com"

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
        var refreshToken: String? { body?["token"]?["refresh_token"]?.string }

        init(_ answer: HTTPResponse) throws {
            status = answer.status.rawValue
            challenge = answer.fields[.wwwAuthenticate]
            body = answer.body.isEmpty ? nil : try JSONDecoder().decode(ReadJSON.self, from: answer.body).value
        }

        subscript(name: String) -> String? { body?[name]?.string }
    }

    func ask(
        _ method: HTTPMethod, _ path: String, _ members: [String: String]? = nil, token: String? = nil
    ) async throws -> Answer {
        let body = try members.map { String(decoding: try JSONEncoder().encode($0), as: UTF8.self) }
        return try Answer(try await send(method, path, body, token: token))
    }

    func send(
        _ method: HTTPMethod, _ path: String, _ json: String? = nil, token: String? = nil
    ) async throws -> HTTPResponse {
        var fields: HTTPFields = [:]
        if json != nil { fields[.contentType] = "application/json" }
        if let token { fields[.authorization] = "Bearer " + token }
        let url = try #require(URL(string: ComposedServer.address + path))
        return try await transport.send(
            HTTPRequest(method: method, url: url, fields: fields, body: json.map { .bytes(Data($0.utf8)) }))
    }

    func register() async throws -> String {
        let person = ["name": "Cleo", "email": Self.email, "password": Self.password]
        return try #require(try await ask(.post, "/auth/register", person).token)
    }

    /// Registers, and proves the address.
    func member() async throws -> String {
        let token = try await register()
        let letter = try #require(mail.messages.first { $0.template.name == "verification" })
        let proof = ["code": try #require(letter.values["code"])]
        #expect(try await ask(.post, "/auth/verification", proof, token: token).status == 200)
        return token
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

    /// Registers, and puts a factor into force.
    func withFactor() async throws -> (token: String, secret: String, codes: [String]) {
        let token = try await member(), secret = try await begin(token)
        return (token, secret, try await turnOn(secret, token))
    }

    func factors(_ token: String) async throws -> JSONValue {
        try #require(try await ask(.get, "/auth/factors", token: token).body)
    }

    func logIn(password: String = password) async throws -> Answer {
        try await ask(.post, "/auth/login", ["email": Self.email, "password": password])
    }

    /// What the first step gives.
    func ticket() async throws -> String { try #require(try await logIn()["ticket"]) }

    func prove(_ code: String, _ ticket: String) async throws -> Answer {
        try await ask(.post, "/auth/login/code", ["ticket": ticket, "code": code])
    }

    func lose(_ ticket: String) async throws -> Answer {
        try await ask(.post, "/auth/login/code/loss", ["ticket": ticket])
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
    var string: String? { if case .string(let text) = self { text } else { nil } }
}
