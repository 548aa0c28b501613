import CoreModels
public import CryptographyAPI
import CryptographyTesting
public import FoundationEssentials
package import HTTPTransportAPI
public import HTTPTransportTesting
package import HTTPTypes
import Locking

/// A provider that says what a test wants it to say, and looks at what it is asked
/// as a real one does.
public final class ScriptedProvider: Sendable {
    /// What it says and does.
    package struct Script: Sendable {
        /// The discovery document, by its members.
        package var metadata: [String: Value]
        /// The claims of its next token.
        package var claims: [String: Value] = [:]
        /// Claims that are left out.
        package var leavesOut: Set<String> = []
        /// The `typ` of its tokens.
        package var type = "JWT"
        /// Whether it publishes the key that it signs with.
        package var publishesKey = true
        /// Whether it takes a client's secret otherwise than by comparing it.
        package var takesSecret: (@Sendable (String) -> Bool)?
        /// What it says beyond the token.
        package var userInfo: [String: Value]?
        /// What fails, by path.
        package var failures: [String: HTTPTransportError] = [:]
        /// Where it exchanges codes, and where its keys are.
        package var paths = (token: "/token", keys: "/keys")
        /// Whether it gives ID tokens.
        package var givesIDTokens = true
        /// How it answers at further paths.
        package var handlers: [String: @Sendable (HTTPRequest) throws -> HTTPResponse] = [:]
        /// Other answers, by path.
        package var answers: [String: HTTPResponse] = [:]
        /// Whether a question is one that it answers.
        package var isRight: @Sendable ([String: String]) -> Bool = { _ in true }
        /// What happens before it gives a token.
        package var beforeToken: (@Sendable () async -> Void)?
        /// Changes a token on its way.
        package var tamper: @Sendable (String) -> String = { $0 }
    }

    /// A JSON value.
    package enum Value: Encodable, Sendable {
        case text(String)
        case number(Double)
        case bool(Bool)
        case list([String])
        case object([String: Value])
        case null

        package func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .text(let text): try container.encode(text)
            case .number(let number): try container.encode(number)
            case .bool(let bool): try container.encode(bool)
            case .list(let list): try container.encode(list)
            case .object(let members): try container.encode(members)
            case .null: try container.encodeNil()
            }
        }
    }

    /// By what it calls itself.
    public let issuer: String
    /// What it knows the server by.
    public let clientID: String
    /// What the server shows for itself.
    public let secret = "a s3cret: with/odd?characters"
    package let cryptography: Cryptography
    private let key: Locked<any SigningKey>
    private let script: Locked<Script>
    private let codes = Locked<[String: Question]>([:])
    private let asked = Locked<[String: Int]>([:])
    private let now: @Sendable () -> Date

    private struct Question {
        let challenge: String
        let nonce: String
        let redirect: String
    }

    /// Creates one that says yes, and speaks of Ana.
    public init(
        issuer: String = "https://id.example", clientID: String = "essential-client",
        algorithm: SignatureAlgorithm = .es256, now: @escaping @Sendable () -> Date
    ) throws {
        self.issuer = issuer
        self.clientID = clientID
        self.now = now
        cryptography = try Cryptography.real()
        key = Locked(try cryptography.signatures.makeSigningKey(algorithm))
        script = Locked(
            Script(metadata: [
                "issuer": .text(issuer), "authorization_endpoint": .text(issuer + "/authorize"),
                "token_endpoint": .text(issuer + "/token"), "jwks_uri": .text(issuer + "/keys"),
                "response_types_supported": .list(["code"]), "code_challenge_methods_supported": .list(["S256"]),
            ]))
    }

    /// What it says.
    package var saying: Script { script.current }

    /// Changes what it says.
    package func says(_ change: (inout Script) -> Void) { script.withLock { change(&$0) } }

    /// Signs with another key from now on.
    package func rotate() throws {
        let new = try cryptography.signatures.makeSigningKey(.es256)
        key.withLock { $0 = new }
    }

    /// What it tells of its own accord, signed.
    package func token(_ claims: [String: Value], type: String) throws -> String {
        try cryptography.tokens.sign(claims, type: type, using: key.current)
    }

    /// The token by which it tells that somebody logged out (OpenID Connect
    /// Back-Channel Logout 1.0, section 2.4), with changes.
    package func logoutToken(
        _ changes: [String: Value] = [:], without left: Set<String> = [], type: String = "logout+jwt"
    ) throws -> String {
        let time = now().timeIntervalSince1970
        var claims: [String: Value] = [
            "iss": .text(issuer), "aud": .text(clientID), "iat": .number(time), "exp": .number(time + 120),
            "jti": .text(try cryptography.random.text()), "sub": .text("subject-1"),
            "events": .object(["http://schemas.openid.net/event/backchannel-logout": .object([:])]),
        ]
        claims.merge(changes) { $1 }
        for name in left { claims[name] = nil }
        return try token(claims, type: type)
    }

    /// How often a path was asked.
    package func count(of path: String) -> Int { asked.current[path] ?? 0 }

    /// What a person comes back with who says yes at the address.
    public struct Return: Sendable {
        /// The `state` of who began.
        public var state: String
        /// What is exchanged for a token, once.
        public var code: String
        package var redirect: String
    }

    /// Has a person say yes.
    public func authorize(_ address: String) throws -> Return {
        let query = try Self.parameters(String(address.split(separator: "?", maxSplits: 1).last ?? ""))
        guard let state = query["state"], let challenge = query["code_challenge"], let nonce = query["nonce"],
            let redirect = query["redirect_uri"], query["code_challenge_method"] == "S256",
            query["client_id"] == clientID, query["response_type"] == "code",
            script.current.isRight(query)
        else { throw Unexpected() }
        let code = try cryptography.random.text()
        codes.withLock { $0[code] = Question(challenge: challenge, nonce: nonce, redirect: redirect) }
        return Return(state: state, code: code, redirect: redirect)
    }

    package struct Unexpected: Error {}

    /// Reaches it.
    public var transport: HTTPTransportStub {
        HTTPTransportStub { (request: HTTPRequest) async throws(HTTPTransportError) in
            if request.url.path == self.script.current.paths.token, let before = self.script.current.beforeToken {
                await before()
            }
            return try self.answer(request)
        }
    }

    private func answer(_ request: HTTPRequest) throws(HTTPTransportError) -> HTTPResponse {
        let path = request.url.path, script = script.current
        asked.withLock { $0[path, default: 0] += 1 }
        if let failure = script.failures[path] { throw failure }
        if let answer = script.answers[path] { return answer }
        do {
            if let handler = script.handlers[path] { return try handler(request) }
            switch path {
            case "/.well-known/openid-configuration": return try Self.json(script.metadata)
            case script.paths.keys:
                let keys = script.publishesKey ? [key.current.verificationKey.jsonWebKey] : []
                return try Self.json(JSONWebKeySet(keys: keys))
            case script.paths.token: return try token(request, script)
            case "/userinfo":
                guard request.fields[.authorization] == "Bearer the-access-token" else {
                    return HTTPResponse(status: .unauthorized)
                }
                return try Self.json(script.userInfo ?? [:])
            default: return HTTPResponse(status: .notFound)
            }
        } catch {
            throw .invalidResponse(reason: "\(error)")
        }
    }

    private func token(_ request: HTTPRequest, _ script: Script) throws -> HTTPResponse {
        guard case .bytes(let body)? = request.body, request.method == .post else { throw Unexpected() }
        let form = try Self.parameters(String(decoding: body, as: UTF8.self))
        let basic = Self.encoded(clientID) + ":" + Self.encoded(secret)
        guard
            request.fields[.authorization] == "Basic " + Data(basic.utf8).base64EncodedString()
                || (form["client_id"] == clientID
                    && (script.takesSecret?(form["client_secret"] ?? "") ?? (form["client_secret"] == secret)))
        else { return try Self.json(["error": Value.text("invalid_client")], status: .unauthorized) }
        // A code works once, for who began.
        let question = codes.withLock { $0.removeValue(forKey: form["code"] ?? "") }
        let challenge = Base64URL.encode(
            try cryptography.hashing.sha256(Data((form["code_verifier"] ?? "").utf8)))
        guard let question, question.challenge == challenge, question.redirect == form["redirect_uri"],
            form["grant_type"] == "authorization_code"
        else { return try Self.json(["error": Value.text("invalid_grant")], status: .badRequest) }
        let time = now().timeIntervalSince1970
        var claims: [String: Value] = [
            "iss": .text(issuer), "aud": .text(clientID), "sub": .text("subject-1"), "exp": .number(time + 300),
            "iat": .number(time), "nonce": .text(question.nonce), "email": .text("ana@example.com"),
            "email_verified": .bool(true), "name": .text("Ana"),
        ]
        guard script.givesIDTokens else {
            return try Self.json(["access_token": Value.text("the-access-token"), "token_type": .text("bearer")])
        }
        claims.merge(script.claims) { $1 }
        for name in script.leavesOut { claims[name] = nil }
        let token = try cryptography.tokens.sign(claims, type: script.type, using: key.current)
        return try Self.json([
            "access_token": Value.text("the-access-token"), "token_type": .text("Bearer"),
            "id_token": .text(script.tamper(token)),
        ])
    }

    package static func json(_ value: some Encodable, status: HTTPStatus = .ok) throws -> HTTPResponse {
        HTTPResponse(
            status: status, fields: ["Content-Type": "application/json"], body: try JSONEncoder().encode(value))
    }

    package static func parameters(_ text: String) throws -> [String: String] {
        try Dictionary(
            text.split(separator: "&").map { pair in
                let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                guard parts.count == 2, let name = decoded(parts[0]), let value = decoded(parts[1]) else {
                    throw Unexpected()
                }
                return (name, value)
            }, uniquingKeysWith: { _, last in last })
    }

    private static func decoded(_ text: Substring) -> String? {
        var bytes: [UInt8] = [], rest = text.utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) else { return nil }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        return String(validating: bytes, as: UTF8.self)
    }

    private static func encoded(_ text: String) -> String {
        text.utf8.map { byte in
            let isPlain = Character(UnicodeScalar(byte)).isLetter || Character(UnicodeScalar(byte)).isNumber
            let isMark = [UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: ".")].contains(byte)
            return byte < 0x80 && (isPlain || isMark)
                ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }.joined()
    }
}
