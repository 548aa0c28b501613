import BrowserLoginAPI
import BrowserLoginClient
import BrowserLoginContract
import CoreModels
import CryptographyAPI
import CryptographyTesting
import FoundationEssentials
import HTTPServingAPI
import HTTPServingTesting
import HTTPTransportAPI
import HTTPTransportTesting
import HTTPTypes
import KernelTesting
import Localization
import Locking
import PluginKit
import Presenting
import SessionsAPI
import SessionsTesting
import Testing

/// A login whose browser is a test, at a port that nobody listens at.
final class BrowserLoginStage: Sendable {
    static let port = 40_123, issuer = "https://essential.test"

    let sessions = InMemorySessionStore()
    let clock = ManualClock()
    let interruption = AsyncStream<Void>.makeStream()
    private let never = AsyncStream<Void>.makeStream()
    let transport: HTTPTransportSpy
    /// What the browser read when it had come back.
    let pages = Locked<[String]>([])
    /// Where pages led it.
    let refreshes = Locked<[String?]>([])
    private let door = Locked<(any HTTPResponding)?>(nil)
    private let isOpenable: Bool
    let isOpen = Locked<Bool?>(nil)
    /// Where the browser was sent.
    let opened = Locked<[String]>([])
    /// What the person was told to compare.
    let words = Locked<[String]>([])

    init(
        isOpenable: Bool = false, way: HTTPResponse? = nil, isInterruptedAtOnce: Bool = false,
        exchange: @escaping @Sendable (HTTPRequest) async throws(HTTPTransportError) -> HTTPResponse = { _ in
            BrowserLoginStage.begun
        }
    ) {
        self.isOpenable = isOpenable
        transport = HTTPTransportSpy { [interruption, never] request throws(HTTPTransportError) in
            guard request.method == .get else { return try await exchange(request) }
            if isInterruptedAtOnce {
                interruption.continuation.yield()
                for await _ in never.stream {}
                throw .cancelled
            }
            return way
                ?? HTTPResponse(
                    status: .ok,
                    body: Data(
                        #"{"issuer":"\#(BrowserLoginStage.issuer)","page":"\#(BrowserLoginStage.issuer)/authorize"}"#
                            .utf8))
        }
    }

    static let user = User.sample()

    static var begun: HTTPResponse {
        let body = try? WireCoding.encoder().encode(BrowserLoginContract.LoggedIn(user: user, token: .sample()))
        return HTTPResponse(status: .ok, body: body ?? Data())
    }

    /// Logs in; `browse` is what the browser does, told where it has to go.
    func logIn(
        key: String? = "0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I", by browser: LoginBrowser = .opened(.english),
        listening: Bool = true, browse: @escaping @Sendable (BrowserLoginStage, ProgramRequest) async -> Void
    ) async throws(BrowserLoginError) -> User {
        guard let login = try? login(key, isListening: listening) else { throw .server }
        let browsing = Locked<Task<Void, Never>?>(nil)
        let tell: @Sendable (BrowserLoginWay) -> Void = { [self] way in
            opened.withLock { $0.append(way.address.absoluteString) }
            words.withLock { $0.append(way.word) }
            guard let program = BrowserLoginStage.program(in: way.address) else { return }
            let task = Task<Void, Never> { await browse(self, program) }
            browsing.withLock { $0 = task }
        }
        let result: Result<User, BrowserLoginError>
        do throws(BrowserLoginError) {
            result = .success(try await login.logIn(by: browser, telling: tell))
        } catch {
            result = .failure(error)
        }
        await browsing.current?.value
        return try result.get()
    }

    private func login(_ key: String?, isListening: Bool) throws -> any BrowserLoggingIn {
        let opening: @Sendable (URL, Language) -> (@Sendable () -> Void)? = { [isOpen] _, _ in
            isOpen.withLock { $0 = true }
            return { isOpen.withLock { $0 = false } }
        }
        let listen: @Sendable (any HTTPResponding, @escaping @Sendable (Int) async -> Void) async throws -> Void = {
            [door] responder, body in
            guard isListening else { throw HTTPServingError.system(reason: LocalizedText(en: "a", es: "b")) }
            door.withLock { $0 = responder }
            await body(BrowserLoginStage.port)
        }
        let untilInterrupted: @Sendable () async -> Void = { [interruption] in
            _ = await interruption.stream.first { _ in true }
        }
        let server = ServerClient(address: ServerAddress(BrowserLoginStage.issuer)!, transport: transport)
        return BrowserLoginClientPlugin.assemble(
            .init(
                server: server, sessions: sessions, replaced: nil, key: { key }, device: "desk",
                cryptography: try .real(), open: isOpenable ? opening : nil, listen: listen,
                untilInterrupted: untilInterrupted, clock: clock)
        ).exports.login
    }

    private static func program(in address: URL) -> ProgramRequest? {
        let pairs = (address.query() ?? "").split(separator: "&").map { $0.split(separator: "=", maxSplits: 1) }
        return ProgramRequest(Dictionary(uniqueKeysWithValues: pairs.map { (String($0[0]), String($0[1])) }))
    }

    /// The browser asks for something of the program.
    @discardableResult
    func visit(
        _ query: String, path: String = "/", method: HTTPMethod = .get, host: String? = "127.0.0.1:40123",
        language: String? = nil
    ) async -> HTTPStatus {
        guard let door = door.current else { return .notFound }
        var fields: HTTPFields = host.map { [.host: $0] } ?? [:]
        fields[.acceptLanguage] = language
        let response = await door.respond(to: .sample(method, path, query: query, fields: fields))
        refreshes.withLock { $0.append(response.fields["Refresh"]) }
        let page = try? await response.collectBody()
        pages.withLock { $0.append(String(decoding: page ?? Data(), as: UTF8.self)) }
        return response.status
    }

    /// What the browser is answered whose request can't be read.
    func refusal(because problem: HTTPProblem) -> ServerResponse? {
        door.current?.refuse(.sample(), because: problem)
    }

    func comeBack(
        _ program: ProgramRequest, _ decision: ProgramRequest.Decision, from issuer: String = issuer,
        language: String? = nil
    ) async {
        await visit(program.wayBack(with: decision, from: issuer)?.query() ?? "", language: language)
    }
}
