import CoreModels
import FoundationEssentials
import HTTPTransportAPI
import HTTPTransportTesting
import HTTPTypes
import KernelTesting
import Localization
import Locking
import LoginAPI
import PasswordChangeAPI
import PasswordChangeClient
import PluginKit
import Presenting
import SecureStorageAPI
import SessionsAPI
import SessionsTesting
import Testing

struct RemotePasswordChangeTests {
    private static let changed = """
        {"token":{"access_token":"at-2","expires_in":300,"refresh_token":"rt-2","scope":"feed:read","token_type":"DPoP"}}
        """
    private let current = Secret("four green tea pots"), new = Secret("seven blue coffee cups")
    private let before = StoredSession.sample(
        user: .sample(name: "Ana Lovelace", email: "ana@example.com"), grant: .sample(refresh: "rt-1"))

    private func client(
        _ transport: any HTTPTransport, _ store: any SessionStoring, _ devices: (any DeviceRemembering)? = nil
    ) throws -> any PasswordChanging {
        let address = try #require(ServerAddress("https://example.com/base"))
        return PasswordChangeClientPlugin.assemble(
            .init(
                server: ServerClient(address: address, transport: transport), sessions: store,
                devices: devices, now: ManualDate().bootTime)
        ).exports.change
    }

    private func answering(
        _ status: HTTPStatus, _ body: String = changed, type: MediaType = .json, fields: HTTPFields = [:]
    ) -> HTTPTransportSpy {
        HTTPTransportSpy { _ in
            var fields = fields
            fields[.contentType] = type.description
            return HTTPResponse(status: status, fields: fields, body: Data(body.utf8))
        }
    }

    @Test(.requirement("PWCHG-01", "PWCHG-05")) func sendsBothPasswordsAndStoresTheNewTokens() async throws {
        let store = InMemorySessionStore(before), spy = answering(.ok)
        try await client(spy, store).changePassword(from: current, to: new)
        let request = try #require(spy.requests.first)
        #expect(request.method == .post)
        #expect(request.url.absoluteString == "https://example.com/base/auth/password/change")
        let body =
            #"{"current_password":"four green tea pots","new_password":"seven blue coffee cups","refresh_token":"rt-1"}"#
        #expect(request.body == .bytes(Data(body.utf8)))
        let stored = try #require(store.session)
        #expect(stored.grant.refreshToken.isEqual(to: Secret("rt-2")))
        #expect(stored.grant.accessToken.isEqual(to: Secret("at-2")) && stored.user == before.user)
    }

    /// The token of before is good until the password is replaced (ADR 0019).
    @Test(.requirement("PWCHG-05", "D6")) func keepsWhatTheDeviceIsKnownByFromNowOn() async throws {
        let devices = DevicesSpy(), known = #"{"device_token":"dt-2","# + Self.changed.dropFirst()
        try await client(answering(.ok, known), InMemorySessionStore(before), devices)
            .changePassword(from: current, to: new)
        #expect(devices.kept == ["ana@example.com dt-2"])
        // Older servers give none.
        let store = InMemorySessionStore(before)
        try await client(answering(.ok), store, devices).changePassword(from: current, to: new)
        #expect(devices.kept.count == 1)
        #expect(store.session?.grant.accessToken.isEqual(to: Secret("at-2")) == true)
    }

    @Test(
        .requirement("PWCHG-03", "PWCHG-04"),
        arguments: [
            ("", "short", 2), ("four green tea pots", "password", 1), ("x", "ana@example.com", 1),
            ("short", "short", 2), ("four green tea pots", "four green tea pots", 1),
        ])
    func whatCannotBeAcceptedIsNotSentAndSaidAtOnce(current: String, new: String, count: Int) async throws {
        let spy = answering(.ok)
        let error = await #expect(throws: PasswordChangeError.self) {
            try await client(spy, InMemorySessionStore(before)).changePassword(from: Secret(current), to: Secret(new))
        }
        guard case .unacceptable(let reasons)? = error else {
            return #expect(Bool(false), "\(String(describing: error))")
        }
        #expect(reasons.count == count)
        #expect(spy.requests.isEmpty)
    }

    @Test(.requirement("PWCHG-13")) func withoutASessionNothingIsSent() async throws {
        let spy = answering(.ok)
        await #expect(throws: PasswordChangeError.notLoggedIn) {
            try await client(spy, InMemorySessionStore()).changePassword(from: current, to: new)
        }
        let store = InMemorySessionStore(before)
        store.failReads(with: .unreadable)
        let error = await #expect(throws: PasswordChangeError.self) {
            try await client(spy, store).changePassword(from: current, to: new)
        }
        guard case .impossible? = error else { return #expect(Bool(false), "\(String(describing: error))") }
        #expect(spy.requests.isEmpty)
    }

    @Test(.requirement("PWCHG-11"), arguments: [HTTPTransportError.connectivity(reason: "refused"), .timedOut])
    func withoutAConnectionNothingIsKept(error: HTTPTransportError) async throws {
        let store = InMemorySessionStore(before)
        let spy = HTTPTransportSpy(HTTPTransportStub(failure: error))
        await #expect(throws: PasswordChangeError.connectivity(error.text)) {
            try await client(spy, store).changePassword(from: current, to: new)
        }
        #expect(spy.requests.count == 1)
        #expect(store.session?.isIdentical(to: before) == true)
        #expect(store.saveCount == 0)
    }

    @Test(
        .requirement("PWCHG-10", "PWCHG-12"),
        arguments: [
            (401, "invalid_credentials", PasswordChangeError.wrongPassword), (401, "session_ended", .notLoggedIn),
            (409, "no_password", .noPassword),
            (401, "insufficient_user_authentication", .notRecent),
            (429, "account_locked", .tooManyAttempts(retryAfter: .seconds(900))),
            (429, "too_many_requests", .tooManyAttempts(retryAfter: .seconds(900))),
            (500, "internal_error", .server), (422, "invalid_data", .server),
            (418, "", .server),
        ])
    func tellsFailuresApart(status: Int, code: String, error: PasswordChangeError) async throws {
        let spy = answering(
            HTTPStatus(rawValue: status), #"{"code":"\#(code)"}"#, type: .problem, fields: [.retryAfter: "900"])
        let store = InMemorySessionStore(before)
        await #expect(throws: error) { try await client(spy, store).changePassword(from: current, to: new) }
        #expect(store.session?.isIdentical(to: before) == true)
    }

    @Test(arguments: ["", "{}", #"{"token":{}}"#]) func anAnswerWithoutTokensIsAnError(body: String) async throws {
        let store = InMemorySessionStore(before)
        await #expect(throws: PasswordChangeError.server) {
            try await client(answering(.ok, body), store).changePassword(from: current, to: new)
        }
        #expect(store.session?.isIdentical(to: before) == true)
    }

    @Test(.requirement("PWCHG-03")) func whatTheServerFindsIsSaidInItsWords() async throws {
        let errors =
            #"[{"code":"common_password","pointer":"/new_password","reason":"Too common."},"#
            + #"{"code":"same_password","pointer":"/new_password","reason":"The same."}]"#
        let spy = answering(.unprocessableContent, #"{"code":"invalid_data","errors":\#(errors)}"#, type: .problem)
        await #expect(
            throws: PasswordChangeError.unacceptable([
                LocalizedText(verbatim: "Too common."), LocalizedText(verbatim: "The same."),
            ])
        ) { try await client(spy, InMemorySessionStore(before)).changePassword(from: current, to: new) }
    }

    @Test(.requirement("D16")) func aRefusedProofIsNoEndOfTheSession() async throws {
        let spy = answering(
            .unauthorized, #"{"code":"dpop_proof_outdated","title":"Too old."}"#, type: .problem,
            fields: [.wwwAuthenticate: #"DPoP error="invalid_dpop_proof""#])
        await #expect(
            throws: PasswordChangeError.impossible(
                Obstacle(code: "dpop_proof_outdated", LocalizedText(verbatim: "Too old.")))
        ) { try await client(spy, InMemorySessionStore(before)).changePassword(from: current, to: new) }
    }

    @Test(.requirement("PWCHG-05")) func aStoreThatFailsIsToldAndTheSessionThatIsStoredStands() async throws {
        let store = InMemorySessionStore(before)
        store.failWrites(with: .unencodable)
        let error = await #expect(throws: PasswordChangeError.self) {
            try await client(answering(.ok), store).changePassword(from: current, to: new)
        }
        guard case .tokenStorageFailed? = error else { return #expect(Bool(false), "\(String(describing: error))") }
        #expect(store.session?.isIdentical(to: before) == true)
    }

    @Test(.requirement("PWCHG-05")) func whatAnotherProcessStoredMeanwhileStands() async throws {
        for (theirs, isReplaced) in [("rt-2", true), ("rt-3", false)] {
            let store = InMemorySessionStore(before)
            let other = before.renewed(with: .sample(refresh: theirs), receivedAt: .sample)
            let spy = HTTPTransportSpy { _ in
                try? await store.save(other)
                return HTTPResponse(
                    status: .ok, fields: [.contentType: MediaType.json.description], body: Data(Self.changed.utf8))
            }
            try await client(spy, store).changePassword(from: current, to: new)
            #expect(store.session?.grant.refreshToken.isEqual(to: Secret(theirs)) == true)
            #expect(store.session?.grant.accessToken.isEqual(to: Secret("at-2")) == isReplaced)
        }
    }

    @Test(.requirement("PWCHG-05")) func whoLoggedOutMeanwhileStaysLoggedOut() async throws {
        let store = InMemorySessionStore(before)
        let spy = HTTPTransportSpy { _ in
            try? await store.remove()
            return HTTPResponse(
                status: .ok, fields: [.contentType: MediaType.json.description], body: Data(Self.changed.utf8))
        }
        try await client(spy, store).changePassword(from: current, to: new)
        #expect(store.session == nil)
    }

    @Test func everyErrorSpeaksBothLanguages() {
        let errors: [PasswordChangeError] = [
            .notLoggedIn, .unacceptable([]), .wrongPassword, .tooManyAttempts(retryAfter: nil),
            .tooManyAttempts(retryAfter: .seconds(60)), .server, .cancelled,
        ]
        for text in errors.map(\.text) { #expect(!text.english.isEmpty && text.english != text.spanish) }
    }
}

/// Keeps what devices are known by.
private final class DevicesSpy: DeviceRemembering {
    private let recorded = Locked<[String]>([])
    var kept: [String] { recorded.current }

    func keep(_ token: Secret, for email: EmailAddress) async {
        recorded.withLock { $0.append("\(email) \(token.withText { $0 ?? "" })") }
    }
}
