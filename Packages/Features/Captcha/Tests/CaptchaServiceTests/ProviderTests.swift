import CaptchaService
import CaptchaServiceAPI
import CoreModels
import FoundationEssentials
import HTTPTransportAPI
import HTTPTransportTesting
import HTTPTypes
import KernelTesting
import Testing

struct ProviderTests {
    private let provider = CaptchaProvider(
        name: "hcaptcha", address: URL(string: "https://api.hcaptcha.com/siteverify")!, siteKey: "site-1",
        secret: Secret("s3cr&t"))

    private func server(_ transport: any HTTPTransport) async throws -> CaptchaServer {
        try await CaptchaServer(provider: (provider, transport))
    }

    private func answering(_ body: String, _ status: HTTPStatus = .ok) -> HTTPTransportSpy {
        HTTPTransportSpy { _ throws(HTTPTransportError) in HTTPResponse(status: status, body: Data(body.utf8)) }
    }

    @Test(.requirement("CAPTCHA-04")) func theProviderIsAsked() async throws {
        let transport = answering(#"{"success":true,"hostname":"example.com"}"#)
        let server = try await server(transport)
        #expect(try await server.verifying.challenge(abuse: 9) == "hcaptcha.site-1")
        #expect(try await server.accepts("answer/1"))
        let request = try #require(transport.requests.first)
        #expect(request.method == .post && request.url == provider.address)
        #expect(request.fields[.contentType] == "application/x-www-form-urlencoded")
        #expect(request.body == .bytes(Data("secret=s3cr%26t&response=answer%2F1&remoteip=127.0.0.1".utf8)))
        #expect(request.limits.total == .seconds(10) && request.limits.maximumResponseBytes == 65_536)
    }

    @Test func whatTheProviderRefusesDoesNotHold() async throws {
        let server = try await server(answering(#"{"success":false,"error-codes":["timeout-or-duplicate"]}"#))
        #expect(try await !server.accepts("answer"))
    }

    @Test func nothingIsSentThatNobodyWouldAnswer() async throws {
        let transport = answering(#"{"success":true}"#)
        let server = try await server(transport)
        #expect(try await !server.accepts(""))
        #expect(try await !server.accepts(String(repeating: "x", count: 8_193)))
        #expect(transport.requests.isEmpty)
        #expect(try await server.accepts(String(repeating: "x", count: 8_192)))
    }

    @Test(arguments: [(HTTPStatus.ok, "no JSON"), (.internalServerError, #"{"success":true}"#)])
    func aProviderThatFailsLetsNobodyPass(status: HTTPStatus, body: String) async throws {
        let server = try await server(answering(body, status))
        await #expect(throws: CaptchaServiceError.self) { try await server.accepts("answer") }
    }

    @Test func soDoesOneThatIsGone() async throws {
        let server = try await server(HTTPTransportStub(failure: .timedOut))
        await #expect(throws: CaptchaServiceError.self) { try await server.accepts("answer") }
    }
}
