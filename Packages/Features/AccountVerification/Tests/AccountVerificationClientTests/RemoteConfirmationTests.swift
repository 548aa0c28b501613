import AccountVerificationAPI
import AccountVerificationClient
import CoreModels
import FoundationEssentials
import HTTPTransportAPI
import HTTPTransportTesting
import HTTPTypes
import KernelTesting
import Localization
import PluginKit
import Presenting
import SecureStorageAPI
import SessionsAPI
import SessionsTesting
import Testing

struct RemoteConfirmationTests {
    private let user = User.sample(isVerified: true)
    private let store: InMemorySessionStore

    init() {
        let unverified = User.sample(id: user.id, isVerified: false)
        store = InMemorySessionStore(.sample(user: unverified))
    }

    private func client(_ transport: any HTTPTransport) -> any AddressConfirming {
        let address = ServerAddress("https://example.com/base")!
        return AccountVerificationClientPlugin.assemble(
            .init(server: ServerClient(address: address, transport: transport), sessions: store, lock: store)
        ).exports.confirmation
    }

    private func client(_ status: HTTPStatus, _ body: String = "", isProblem: Bool = false) -> any AddressConfirming {
        let type = isProblem ? MediaType.problem : .json
        return client(
            HTTPTransportStub(
                HTTPResponse(status: status, fields: [.contentType: type.description], body: Data(body.utf8))))
    }

    private var confirmed: HTTPResponse {
        get throws {
            HTTPResponse(status: .ok, body: try WireCoding.encoder().encode(["user": user]))
        }
    }

    @Test(.requirement("VERIFY-02", "VERIFY-09")) func sendsTheDigitsAndDeliversThePerson() async throws {
        let answer = try confirmed
        let spy = HTTPTransportSpy { _ in answer }
        #expect(try await client(spy).confirm(code: " 0123-4567") == user)
        let request = try #require(spy.requests.first)
        #expect(request.method == .post)
        #expect(request.url.absoluteString == "https://example.com/base/auth/verification")
        #expect(request.body == .bytes(Data(#"{"code":"01234567"}"#.utf8)))
    }

    @Test(.requirement("VERIFY-02")) func sendsTheTokenOfALinkThatWasPasted() async throws {
        let answer = try confirmed, token = String(repeating: "aB-_9", count: 8) + "xyz"
        let spy = HTTPTransportSpy { _ in answer }
        for text in [token, "https://example.com/base/verify?token=\(token)\n"] {
            #expect(try await client(spy).confirm(code: text) == user)
            #expect(spy.requests.last?.body == .bytes(Data(#"{"token":"\#(token)"}"#.utf8)))
        }
    }

    @Test(.requirement("VERIFY-02", "EXT-05")) func whoIsntInTheAccountSendsThePassword() async throws {
        let answer = try confirmed, token = String(repeating: "aB-_9", count: 8) + "xyz"
        let spy = HTTPTransportSpy { _ in answer }
        try await store.remove()
        await #expect(throws: AddressConfirmationError.passwordNeeded) { try await client(spy).confirm(code: token) }
        await #expect(throws: AddressConfirmationError.notLoggedIn) { try await client(spy).confirm(code: "01234567") }
        await #expect(throws: AddressConfirmationError.invalidEmail) {
            try await client(spy).confirm(code: token, email: "nonsense", password: Secret("x"))
        }
        #expect(spy.requests.isEmpty)
        let password = Secret("correct horse")
        #expect(try await client(spy).confirm(code: token, email: nil, password: password) == user)
        #expect(spy.requests.last?.body == .bytes(Data(#"{"password":"correct horse","token":"\#(token)"}"#.utf8)))
        // The server may have somebody else logged in here.
        _ = try await client(spy).confirm(code: token, email: "ada@example.com", password: password)
        let link = #"{"email":"ada@example.com","password":"correct horse","token":"\#(token)"}"#
        #expect(spy.requests.last?.body == .bytes(Data(link.utf8)))
        _ = try await client(spy).confirm(code: "01234567", email: "ada@example.com", password: password)
        let sent = #"{"code":"01234567","email":"ada@example.com","password":"correct horse"}"#
        #expect(spy.requests.last?.body == .bytes(Data(sent.utf8)))
    }

    @Test(
        .requirement("VERIFY-07"),
        arguments: [("required", AddressConfirmationError.passwordNeeded), ("wrong_password", .wrongPassword)])
    func whatIsWrongWithThePasswordIsTold(code: String, error: AddressConfirmationError) async throws {
        let errors = #"[{"code":"\#(code)","pointer":"/password","reason":"Something of it."}]"#
        let client = client(.unprocessableContent, #"{"code":"invalid_data","errors":\#(errors)}"#, isProblem: true)
        await #expect(throws: error) { try await client.confirm(code: "01234567") }
        let wrong = self.client(.unprocessableContent, #"{"code":"invalid_code"}"#, isProblem: true)
        await #expect(throws: AddressConfirmationError.wrongCodeOrPassword) {
            try await wrong.confirm(code: "01234567", email: "ada@example.com", password: Secret("correct horse"))
        }
    }

    @Test(.requirement("VERIFY-02")) func theStoredSessionKnowsItAtOnce() async throws {
        let before = try #require(store.session)
        _ = try await client(HTTPTransportStub(confirmed)).confirm(code: "01234567")
        let session = try #require(store.session)
        #expect(session.user.isVerified)
        #expect(session.isIdentical(to: before.describing(user)), "nothing else has changed")
    }

    @Test func theSessionOfSomebodyElseIsLeftAlone() async throws {
        let other = StoredSession.sample()
        try await store.save(other)
        _ = try await client(HTTPTransportStub(confirmed)).confirm(code: "01234567")
        #expect(store.session?.isIdentical(to: other) == true)
    }

    @Test func whoLoggedOutMeanwhileStaysLoggedOut() async throws {
        let store = store, answer = try confirmed
        let transport = HTTPTransportStub { _ throws(HTTPTransportError) in
            try? await store.remove()
            return answer
        }
        #expect(try await client(transport).confirm(code: "01234567") == user)
        #expect(store.session == nil)
    }

    @Test func aSessionThatCannotBeWrittenUndoesNothing() async throws {
        let answer = HTTPTransportStub(try confirmed)
        store.failWrites(with: .storage(.passphraseRequired))
        #expect(try await client(answer).confirm(code: "01234567") == user)
        store.failReads(with: .storage(.passphraseRequired))
        #expect(try await client(answer).confirm(code: "01234567") == user)
    }

    @Test(.requirement("VERIFY-09"), arguments: ["", "1234567", "123456789", "abcdefgh"])
    func whatIsNoCodeIsNotSent(code: String) async throws {
        let answer = try confirmed
        let spy = HTTPTransportSpy { _ in answer }
        await #expect(throws: AddressConfirmationError.malformedCode) { try await client(spy).confirm(code: code) }
        #expect(spy.calls == [])
    }

    @Test(
        .requirement("VERIFY-07"),
        arguments: [
            (422, "invalid_code", AddressConfirmationError.wrongCode), (410, "link_expired", .expiredCode),
            (410, "link_used", .usedCode),
            (422, "link_unknown", .unknownLink), (403, "link_foreign", .foreignLink),
            (401, "session_ended", .notLoggedIn), (401, "authentication_required", .notLoggedIn),
            (410, "", .server), (500, "internal_error", .server),
        ])
    func tellsWhyTheCodeConfirmsNothing(status: Int, code: String, error: AddressConfirmationError) async throws {
        let client = client(HTTPStatus(rawValue: status), #"{"code":"\#(code)"}"#, isProblem: true)
        await #expect(throws: error) { try await client.confirm(code: "01234567") }
        #expect(store.session?.user.isVerified == false)
    }

    @Test(.requirement("VERIFY-07")) func aCodeThatTheServerFindsMalformedIsSaidToBe() async throws {
        let errors = #"[{"code":"invalid_code","pointer":"/code","reason":"A code has 9 digits."}]"#
        let client = client(
            .unprocessableContent, #"{"code":"invalid_data","errors":\#(errors)}"#, isProblem: true)
        await #expect(throws: AddressConfirmationError.malformedCode) { try await client.confirm(code: "01234567") }
    }

    @Test(arguments: [(200, ""), (200, "{}"), (200, #"{"user":{}}"#), (201, "{}"), (204, "")])
    func anAnswerThatCannotBeUnderstoodConfirmsNothing(status: Int, body: String) async throws {
        let client = client(HTTPStatus(rawValue: status), body)
        await #expect(throws: AddressConfirmationError.server) { try await client.confirm(code: "01234567") }
        #expect(store.session?.user.isVerified == false)
    }

    @Test(.requirement("VERIFY-06")) func asksForAnotherMessage() async throws {
        let spy = HTTPTransportSpy { _ in HTTPResponse(status: .accepted) }
        try await client(spy).resend()
        let request = try #require(spy.requests.first)
        #expect(request.method == .post)
        #expect(request.url.absoluteString == "https://example.com/base/auth/verification/resend")
        #expect(request.body == nil)
    }

    @Test(.requirement("VERIFY-03", "VERIFY-06")) func whoHasConfirmedIsToldAndTheSessionKnowsIt() async throws {
        let person = String(decoding: try WireCoding.encoder().encode(user), as: UTF8.self)
        let outcome = try await client(.accepted, #"{"status":"already_confirmed","user":\#(person)}"#).resend()
        #expect(outcome == .alreadyConfirmed(user))
        #expect(store.session?.user.isVerified == true)
        #expect(try await client(.accepted, #"{"status":"check_mail"}"#).resend() == .asked)
        #expect(try await client(.accepted, #"{"status":"too_soon"}"#).resend() == .tooSoon)
    }

    @Test(arguments: [200, 204, 500]) func onlyAnAcceptedResendIsOne(status: Int) async throws {
        let client = client(HTTPStatus(rawValue: status))
        await #expect(throws: AddressConfirmationError.server) { try await client.resend() }
    }

    @Test func resendingNeedsASession() async throws {
        let client = client(.unauthorized, #"{"code":"authentication_required"}"#, isProblem: true)
        await #expect(throws: AddressConfirmationError.notLoggedIn) { try await client.resend() }
    }

    @Test(arguments: [HTTPTransportError.connectivity(reason: "refused"), .timedOut, .tls(reason: "expired")])
    func withoutAConnectionItSaysSo(error: HTTPTransportError) async throws {
        let client = client(HTTPTransportStub(failure: error))
        await #expect(throws: AddressConfirmationError.connectivity(error.text)) {
            try await client.confirm(code: "01234567")
        }
        await #expect(throws: AddressConfirmationError.connectivity(error.text)) { try await client.resend() }
    }

    @Test(arguments: [HTTPTransportError.insecureAddress, .credentialsUnavailable])
    func aRequestThatCannotBeMadeHereSaysWhy(error: HTTPTransportError) async throws {
        let client = client(HTTPTransportStub(failure: error))
        let expected = AddressConfirmationError.impossible(Obstacle(error))
        await #expect(throws: expected) { try await client.confirm(code: "01234567") }
        await #expect(throws: expected) { try await client.resend() }
    }

    @Test func aCancelledCallSaysSo() async throws {
        let client = client(.accepted)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await client.resend()
        }
        await #expect(throws: AddressConfirmationError.cancelled) { try await task.value }
    }
}
