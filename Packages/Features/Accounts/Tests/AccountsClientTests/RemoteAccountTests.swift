import AccountsAPI
import AccountsClient
import CoreModels
import FoundationEssentials
import HTTPTransportAPI
import HTTPTransportTesting
import HTTPTypes
import KernelTesting
import Localization
import PluginKit
import Presenting
import SessionsTesting
import Testing

struct RemoteAccountTests {
    private let address = ServerAddress("https://example.com:8443/base")!

    private func loader(_ transport: any HTTPTransport) -> any AccountLoading {
        AccountsClientPlugin.assemble(
            .init(server: ServerClient(address: address, transport: transport))
        ).exports.loading
    }

    private func answer(_ status: HTTPStatus, _ body: String = "") -> HTTPTransportSpy {
        HTTPTransportSpy { _ throws(HTTPTransportError) in
            HTTPResponse(status: status, fields: [.contentType: "application/json"], body: Data(body.utf8))
        }
    }

    @Test func asksBelowTheBaseAddressAndReadsTheAccount() async throws {
        let user = User.sample(isVerified: true)
        let spy = answer(.ok, String(decoding: try WireCoding.encoder().encode(user), as: UTF8.self))
        #expect(try await loader(spy).loadAccount() == user)
        #expect(spy.requests.map(\.url.absoluteString) == ["https://example.com:8443/base/auth/me"])
        #expect(spy.requests.map(\.method) == [.get])
        #expect(spy.requests.map(\.limits) == [.brief], "what is kept shows soon where nothing comes")
    }

    @Test(arguments: [
        (HTTPStatus.unauthorized, "session_ended", AccountLoadingError.notLoggedIn),
        (.forbidden, "forbidden", .server(status: 403)),
        (.internalServerError, "internal_error", .server(status: 500)), (.noContent, "", .server(status: 204)),
    ]) func saysWhatTheServerSaid(status: HTTPStatus, code: String, expected: AccountLoadingError) async {
        let problem = HTTPTransportStub(
            HTTPResponse(
                status: status, fields: [.contentType: "application/problem+json"],
                body: Data(#"{"code":"\#(code)"}"#.utf8)))
        await #expect(throws: expected) { try await loader(problem).loadAccount() }
    }

    @Test(.requirement("D17"), arguments: [302, 401, 403, 404, 407, 429, 502, 503, 511])
    func whatSomethingOnTheWayAnswersIsNoEndOfTheSession(status: Int) async {
        let error = await #expect(throws: AccountLoadingError.self) {
            try await loader(answer(HTTPStatus(rawValue: status))).loadAccount()
        }
        guard case .connectivity? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test(arguments: ["", "{", "[]", "{}", #"{"id":"x"}"#]) func anAnswerThatIsNoAccountIsAnError(body: String) async {
        await #expect(throws: AccountLoadingError.unreadableAnswer) {
            try await loader(answer(.ok, body)).loadAccount()
        }
    }

    @Test(arguments: [
        (HTTPTransportError.connectivity(reason: "r"), true), (.timedOut, true), (.insecureAddress, false),
        (.tls(reason: "r"), false), (.fileSystem(reason: "r"), false), (.credentialsUnavailable, false),
    ]) func saysWhyThereIsNoAnswer(error: HTTPTransportError, isConnectivity: Bool) async {
        let expected: AccountLoadingError =
            isConnectivity ? .connectivity(error.text) : .impossible(Obstacle(error))
        await #expect(throws: expected) { try await loader(HTTPTransportStub(failure: error)).loadAccount() }
    }

    @Test func saysThatItWasCancelled() async {
        await #expect(throws: AccountLoadingError.cancelled) {
            try await loader(HTTPTransportStub(failure: .cancelled)).loadAccount()
        }
    }
}
