import CoreModels
import FoundationEssentials
import HTTPTransportAPI
import HTTPTransportTesting
import HTTPTypes
import KernelTesting
import LoginAPI
import PasskeysAPI
import PasskeysClient
import PasskeysContract
import PluginKit
import SessionsAPI
import SessionsTesting
import Testing

struct PasskeysClientTests {
    private static let id = UUID(), start = Date(timeIntervalSince1970: 1_700_000_000)
    private static let made = #"{"id":"AAAA","response":{"clientDataJSON":"AQ","attestationObject":"Ag"}}"#
    private static let answered =
        #"{"id":"AAAA","response":{"clientDataJSON":"AQ","authenticatorData":"Ag","signature":"Aw"}}"#

    private let user = User.sample()

    private func server(_ answer: HTTPResponse) throws -> (ServerClient, HTTPTransportSpy) {
        let transport = HTTPTransportSpy { _ throws(HTTPTransportError) in answer }
        let address = try #require(ServerAddress("https://essential.test"))
        return (ServerClient(address: address, transport: transport), transport)
    }

    private func passkeys(_ answer: HTTPResponse) throws -> any PasskeyManaging {
        PasskeysClientPlugin.assemble(try server(answer).0).exports.passkeys
    }

    private static func json(_ status: HTTPStatus, _ value: some Encodable) throws -> HTTPResponse {
        HTTPResponse(status: status, body: try WireCoding.encoder().encode(value))
    }

    private static func problem(_ status: Int, _ code: String) -> HTTPResponse {
        HTTPResponse(
            status: HTTPStatus(rawValue: status), fields: [.contentType: "application/problem+json"],
            body: Data(#"{"code":"\#(code)","title":"No.","status":\#(status)}"#.utf8))
    }

    private static var passkey: PasskeysContract.Passkey {
        .init(id: PasskeyID(id), name: "Stick", madeAt: start, usedAt: nil, isBackedUp: true, copySeenAt: start)
    }

    private let stick = Passkey(id: id, name: "Stick", madeAt: start, usedAt: nil, isBackedUp: true, copySeenAt: start)

    private func sent(_ transport: HTTPTransportSpy) throws -> String {
        guard case .bytes(let body)? = transport.requests.last?.body else { return "" }
        return String(decoding: body, as: UTF8.self)
    }

    @Test(.requirement("PASSKEY-02")) func readsWhatTheServerTells() async throws {
        let list = try Self.json(.ok, PasskeysContract.Passkeys(passkeys: [Self.passkey]))
        #expect(try await passkeys(list).passkeys() == [stick])
        #expect(try await passkeys(Self.json(.created, Self.passkey)).add(Self.made, named: "Stick") == stick)
        #expect(try await passkeys(Self.json(.ok, Self.passkey)).rename(Self.id, to: "Stick") == stick)
        try await passkeys(HTTPResponse(status: .noContent)).remove(Self.id)
        try await passkeys(HTTPResponse(status: .noContent)).authenticate(with: Self.answered)
    }

    /// The browser gets the question as the server asks it.
    @Test(.requirement("PASSKEY-01", "PASSKEY-02")) func passesTheQuestionOn() async throws {
        let asked = PasskeysContract.AnswerQuestion(challenge: "AAAA", timeout: 300_000, rpId: "essential.test")
        let question = try await passkeys(Self.json(.ok, asked)).authenticationQuestion()
        let options = try WireCoding.decoder().decode(
            PasskeysContract.AnswerQuestion.self, from: Data(question.options.utf8))
        #expect(options.challenge == "AAAA" && options.rpId == "essential.test" && options.timeout == 300_000)
        await #expect(throws: PasskeyError.server) { try await passkeys(HTTPResponse(status: .ok)).makingQuestion() }
    }

    @Test(.requirement("PASSKEY-01", "PASSKEY-02")) func whatIsNoAnswerIsNotSent() async throws {
        let (server, transport) = try server(HTTPResponse(status: .noContent))
        let passkeys = PasskeysClientPlugin.assemble(server).exports.passkeys
        for (answer, expected) in [("", PasskeyError.noAnswer), ("{}", .invalid), ("no", .invalid)] {
            await #expect(throws: expected) { try await passkeys.add(answer, named: "Stick") }
            await #expect(throws: expected) { try await passkeys.authenticate(with: answer) }
        }
        #expect(transport.requests.isEmpty)
    }

    @Test(.requirement("PASSKEY-01")) func whoAnswersIsLoggedIn() async throws {
        let sessions = InMemorySessionStore()
        let begun = try Self.json(.ok, PasskeysContract.LoggedIn(user: user, token: .sample()))
        let (server, transport) = try server(begun)
        let login = PasskeyLoginClientPlugin.assemble(
            .init(server: server, sessions: sessions, replaced: nil, device: "desk")
        ).exports.login
        #expect(try await login.logIn(with: Self.answered) == LoggedIn(user) && sessions.session?.user == user)
        #expect(transport.requests.map { $0.url.path() } == [PasskeysContract.loginPath])
        #expect(try sent(transport).contains(#""device":"desk""#))
        sessions.failWrites(with: .unencodable)
        let error = await #expect(throws: PasskeyError.self) { try await login.logIn(with: Self.answered) }
        #expect(error?.code == "token_storage_failed")
    }

    @Test(.requirement("PASSKEY-01", "DATA-04")) func aLoginThatTookADeletionBackSaysSo() async throws {
        let begun = PasskeysContract.LoggedIn(user: user, token: .sample(), keepsAccount: true)
        let login = PasskeyLoginClientPlugin.assemble(
            .init(
                server: try server(Self.json(.ok, begun)).0, sessions: InMemorySessionStore(), replaced: nil,
                device: "desk")
        ).exports.login
        #expect(try await login.logIn(with: Self.answered) == LoggedIn(user, keepsAccount: true))
    }

    @Test(.requirement("PASSKEY-01")) func whoIsRefusedIsNotLoggedIn() async throws {
        let sessions = InMemorySessionStore()
        let (server, _) = try server(Self.problem(401, "passkey_refused"))
        let login = PasskeyLoginClientPlugin.assemble(
            .init(server: server, sessions: sessions, replaced: nil, device: nil)
        ).exports.login
        await #expect(throws: PasskeyError.refused) { try await login.question() }
        await #expect(throws: PasskeyError.refused) { try await login.logIn(with: Self.answered) }
        #expect(sessions.saveCount == 0)
    }

    @Test(
        .requirement("PASSKEY-01", "PASSKEY-02", "PASSKEY-04"),
        arguments: [
            (problem(404, "passkeys_unavailable"), PasskeyError.unavailable),
            (problem(401, "passkey_refused"), .refused), (problem(400, "passkey_invalid"), .invalid),
            (problem(403, "passkey_unverified"), .unverified), (problem(403, "passkey_copied"), .copied),
            (problem(410, "passkey_question_over"), .over), (problem(409, "passkey_known"), .known),
            (problem(409, "too_many_passkeys"), .tooMany), (problem(404, "unknown_passkey"), .unknown),
            (problem(409, "last_way_in"), .lastWay), (problem(403, "email_not_verified"), .addressNotProved),
            (problem(401, "insufficient_user_authentication"), .notRecent),
            (problem(401, "session_ended"), .notLoggedIn), (problem(500, "internal_error"), .server),
        ]) func eachRefusalIsTold(answer: HTTPResponse, expected: PasskeyError) async throws
    {
        let passkeys = try passkeys(answer)
        await #expect(throws: expected) { try await passkeys.passkeys() }
        await #expect(throws: expected) { try await passkeys.makingQuestion() }
        await #expect(throws: expected) { try await passkeys.add(Self.made, named: "Stick") }
        await #expect(throws: expected) { try await passkeys.rename(Self.id, to: "Stick") }
        await #expect(throws: expected) { try await passkeys.remove(Self.id) }
        await #expect(throws: expected) { try await passkeys.authenticationQuestion() }
        await #expect(throws: expected) { try await passkeys.authenticate(with: Self.answered) }
    }

    @Test(arguments: [
        (HTTPResponse(status: .serviceUnavailable), "server_busy"), (problem(404, "not_found"), "not_offered"),
        (HTTPResponse(status: .ok), "server_error"),
    ]) func whatIsInTheWayIsTold(answer: HTTPResponse, code: String) async throws {
        let error = await #expect(throws: PasskeyError.self) { try await passkeys(answer).passkeys() }
        #expect(error?.code == code)
    }

    @Test(.requirement("PASSKEY-02"), arguments: [("/name", PasskeyError.invalidName), ("/credential", .server)])
    func aNameThatCannotBeShownIsToldAsSuch(pointer: String, expected: PasskeyError) async throws {
        let body = #"""
            {"code":"invalid_data","title":"No.","status":422,
            "errors":[{"pointer":"\#(pointer)","code":"invalid_name","reason":"No."}]}
            """#
        let answer = HTTPResponse(
            status: .unprocessableContent, fields: [.contentType: "application/problem+json"], body: Data(body.utf8))
        await #expect(throws: expected) { try await passkeys(answer).rename(Self.id, to: "Stick") }
    }
}
