import BrowserLoginAPI
import BrowserLoginClient
import BrowserLoginContract
import CoreModels
import FoundationEssentials
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

/// A device that waits for somebody to let it in, at a server that answers as a test says.
private final class DeviceStage: Sendable {
    static let address = "https://essential.test", user = User.sample()

    let sessions = InMemorySessionStore()
    let clock = ManualClock()
    let interruption = AsyncStream<Void>.makeStream()
    private let silence = AsyncStream<Void>.makeStream()
    let events = Locked<[DeviceLoginEvent]>([])
    let transport: HTTPTransportSpy
    private let answers: Locked<[Answer]>

    enum Answer: Sendable {
        case says(HTTPResponse)
        case fails(HTTPTransportError)
        /// Nothing comes until the person interrupts it.
        case hangs
    }

    init(begin: Answer = .says(DeviceStage.begun()), _ answers: Answer...) {
        let rest = Locked(answers), stream = interruption, silence = silence
        self.answers = rest
        transport = HTTPTransportSpy { request throws(HTTPTransportError) in
            let isFirst = request.url.path().hasSuffix("/device")
            switch isFirst
                ? begin : rest.withLock({ $0.isEmpty ? .says(Self.problem("expired_token")) : $0.removeFirst() })
            {
            case .says(let response): return response
            case .fails(let error): throw error
            case .hangs:
                stream.continuation.yield()
                for await _ in silence.stream {}
                throw .cancelled
            }
        }
    }

    static func begun(interval: Int = 5, page: String = "https://evil.example/device") -> HTTPResponse {
        let begun = DeviceLoginContract.Begun(
            deviceCode: Secret("d-1"), userCode: "WDJB-MJHT", page: page, lifetime: 600, interval: interval)
        return HTTPResponse(status: .ok, body: (try? WireCoding.encoder().encode(begun)) ?? Data())
    }

    static var loggedIn: HTTPResponse {
        let body = try? WireCoding.encoder().encode(BrowserLoginContract.LoggedIn(user: user, token: .sample()))
        return HTTPResponse(status: .ok, body: body ?? Data())
    }

    static func problem(_ code: String, _ status: Int = 400, retryAfter: Int? = nil) -> HTTPResponse {
        var fields: HTTPFields = [.contentType: "application/problem+json"]
        fields[.retryAfter] = retryAfter.map { "\($0)" }
        return HTTPResponse(
            status: HTTPStatus(rawValue: status), fields: fields,
            body: Data(#"{"code":"\#(code)","title":"No.","status":\#(status)}"#.utf8))
    }

    /// Logs in; the pauses between questions are over as soon as they begin.
    ///
    /// - Returns: How long each of them was, besides.
    func logIn(key: String? = "0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I", pauses: [Int] = []) async throws -> User {
        let server = ServerClient(address: ServerAddress(Self.address)!, transport: transport)
        let login = DeviceLoginClientPlugin.assemble(
            .init(
                server: server, sessions: sessions, replaced: nil, key: { key }, device: "desk",
                untilInterrupted: { [interruption] in _ = await interruption.stream.first { _ in true } },
                clock: clock, date: { Date(timeIntervalSince1970: 1_800_000_000) })
        ).exports.login
        let time = Task { [clock] in
            for pause in pauses {
                await clock.waitForSleepers(2)
                clock.advance(by: .seconds(pause))
            }
        }
        defer { time.cancel() }
        return try await login.logIn { [events] event in events.withLock { $0.append(event) } }
    }

    /// How often the server was asked how it stands.
    var questions: Int { transport.requests.count - 1 }
}

struct DeviceLoginClientTests {
    @Test(.requirement("BROWSERLOGIN-11", "BROWSERLOGIN-14")) func whoIsLetInElsewhereIsLoggedIn() async throws {
        let stage = DeviceStage(
            .says(DeviceStage.problem("authorization_pending")), .says(DeviceStage.loggedIn))
        #expect(try await stage.logIn(pauses: [5, 5]) == DeviceStage.user)
        #expect(stage.sessions.session?.user == DeviceStage.user && stage.questions == 2)
        // The page is that of the server that is asked, whatever it says, and has no code in it.
        let invitation = DeviceInvitation(
            address: try #require(URL(string: "https://essential.test/device")),
            code: try #require(UserCode("WDJBMJHT")), endsAt: Date(timeIntervalSince1970: 1_800_000_600))
        #expect(stage.events.current == [.invited(invitation)])
        for request in stage.transport.requests { #expect(!request.url.absoluteString.contains("d-1")) }
    }

    /// In another program, while this one waits.
    @Test(.requirement("BROWSERLOGIN-14", "SESS-21")) func whoLoggedInMeanwhileStays() async throws {
        let stage = DeviceStage(.says(DeviceStage.problem("authorization_pending")), .says(DeviceStage.loggedIn))
        let ben = StoredSession.sample(user: .sample(name: "Ben", email: "ben@example.com"))
        let login = Task { try await stage.logIn() }
        await stage.clock.waitForSleepers(2)
        try await stage.sessions.forAnotherProcess().save(ben)
        stage.clock.advance(by: .seconds(5))
        await stage.clock.waitForSleepers(2)
        stage.clock.advance(by: .seconds(5))
        let error = await #expect(throws: DeviceLoginError.self) { try await login.value }
        #expect(error?.code == "somebody_is_logged_in" && error?.nextSteps == [.logOut])
        #expect(error?.text.english.contains("Ben logged in here") == true)
        #expect(stage.sessions.session?.isSame(as: ben) == true)
    }

    @Test(.requirement("BROWSERLOGIN-11")) func whoIsTooFastWaitsLonger() async throws {
        let stage = DeviceStage(
            begin: .says(DeviceStage.begun(interval: 2)), .says(DeviceStage.problem("slow_down")),
            .says(DeviceStage.problem("slow_down")), .says(DeviceStage.loggedIn))
        #expect(try await stage.logIn(pauses: [2, 7, 12]) == DeviceStage.user)
    }

    @Test(.requirement("BROWSERLOGIN-14", "D17")) func aConnectionThatIsLostIsWaitedFor() async throws {
        let stage = DeviceStage(
            .fails(.connectivity(reason: "off")), .fails(.timedOut),
            .says(DeviceStage.problem("authorization_pending")), .says(DeviceStage.loggedIn))
        #expect(try await stage.logIn(pauses: [5, 5, 5, 5]) == DeviceStage.user)
        #expect(
            stage.events.current.dropFirst() == [
                .disconnected(until: Date(timeIntervalSince1970: 1_800_000_600)), .reconnected,
            ])
    }

    /// It is there, and says so: that is no lost connection.
    @Test(.requirement("BROWSERLOGIN-14"), arguments: [(429, "too_many_requests"), (503, "unavailable")])
    func aServerThatAsksForPatienceGetsIt(status: Int, code: String) async throws {
        let busy = DeviceStage.problem(code, status, retryAfter: 42)
        let stage = DeviceStage(.says(busy), .says(busy), .says(DeviceStage.loggedIn))
        #expect(try await stage.logIn(pauses: [5, 42, 42]) == DeviceStage.user)
        let told = stage.events.current.dropFirst()
        #expect(told.count == 1)
        guard case .busy(let text) = told.first else {
            Issue.record("it wasn't told")
            return
        }
        #expect(text.english.contains("42 s") && text.spanish.contains("42 s"))
    }

    @Test(
        .requirement("BROWSERLOGIN-14"),
        arguments: [
            (400, "access_denied", DeviceLoginError.refused), (400, "expired_token", .expired),
            (401, "insufficient_user_authentication", .expired), (403, "email_not_verified", .emailNotVerified),
            (500, "internal_error", .server),
        ])
    func theServersRefusalIsTold(status: Int, code: String, expected: DeviceLoginError) async throws {
        let stage = DeviceStage(.says(DeviceStage.problem(code, status)))
        await #expect(throws: expected) { try await stage.logIn(pauses: [5]) }
        #expect(stage.sessions.saveCount == 0)
    }

    @Test(.requirement("BROWSERLOGIN-14")) func aServerThatSaysNothingIsNotWaitedForForEver() async throws {
        let stage = DeviceStage()
        await #expect(throws: DeviceLoginError.expired) { try await stage.logIn(pauses: [675]) }
        #expect(stage.sessions.saveCount == 0)
    }

    @Test(.requirement("BROWSERLOGIN-14"), arguments: [false, true])
    func whoInterruptsItIsToldWhetherASessionMayStand(whileAsking: Bool) async throws {
        let stage = DeviceStage(.hangs)
        if !whileAsking { stage.interruption.continuation.yield() }
        await #expect(throws: whileAsking ? DeviceLoginError.cancelledMeanwhile : .cancelled) {
            try await stage.logIn(pauses: whileAsking ? [5] : [])
        }
        #expect(stage.sessions.saveCount == 0)
    }

    @Test(.requirement("BROWSERLOGIN-14")) func withoutTheServerOrAKeyNobodyIsAsked() async throws {
        await #expect(throws: DeviceLoginError.notOffered) {
            try await DeviceStage(begin: .says(DeviceStage.problem("not_found", 404))).logIn()
        }
        await #expect(throws: DeviceLoginError.impossible(.noKey)) { try await DeviceStage().logIn(key: nil) }
        let offline = DeviceStage(begin: .fails(.timedOut))
        let error = await #expect(throws: DeviceLoginError.self) { try await offline.logIn() }
        #expect(error?.code == "no_connectivity" && offline.events.current.isEmpty)
        let busy = DeviceStage(begin: .says(HTTPResponse(status: .serviceUnavailable)))
        let patience = await #expect(throws: DeviceLoginError.self) { try await busy.logIn() }
        #expect(patience?.code == "busy" && busy.events.current.isEmpty)
    }

    @Test func aSessionThatCannotBeKeptIsTold() async throws {
        let stage = DeviceStage(.says(DeviceStage.loggedIn))
        stage.sessions.failWrites(with: .unencodable)
        let error = await #expect(throws: DeviceLoginError.self) { try await stage.logIn(pauses: [5]) }
        #expect(error?.code == "token_storage_failed")
    }
}

struct DeviceAdmissionClientTests {
    private func devices(_ answer: HTTPResponse) -> (any DeviceAdmitting, HTTPTransportSpy) {
        let transport = HTTPTransportSpy { _ throws(HTTPTransportError) in answer }
        let server = ServerClient(address: ServerAddress(DeviceStage.address)!, transport: transport)
        return (DeviceAdmissionClientPlugin.assemble(server).exports.devices, transport)
    }

    @Test(.requirement("BROWSERLOGIN-12")) func sendsWhatWasTypedAndNeverInAnAddress() async throws {
        let code = try #require(UserCode("WDJB-MJHT")), begun = Date(timeIntervalSince1970: 1_800_000_000)
        let waiting = DeviceLoginContract.Waiting(
            device: "desk", location: "Madrid, Spain", address: "203.0.113.9", begunAt: begun)
        let (looking, lookingTransport) = devices(
            HTTPResponse(status: .ok, body: try WireCoding.encoder().encode(waiting)))
        #expect(
            try await looking.device(with: code)
                == WaitingDevice(name: "desk", location: "Madrid, Spain", address: "203.0.113.9", begunAt: begun))
        let (deciding, transport) = devices(HTTPResponse(status: .noContent))
        try await deciding.letIn(code)
        try await deciding.refuse(code)
        let paths = (lookingTransport.requests + transport.requests).map { $0.url.absoluteString }
        #expect(
            paths == ["request", "approval", "refusal"].map { "https://essential.test/auth/login/device/\($0)" })
    }

    @Test(arguments: [
        (404, "unknown_user_code", DeviceLoginError.unknownCode), (403, "email_not_verified", .emailNotVerified),
        (401, "insufficient_user_authentication", .notRecent), (500, "internal_error", .server),
    ]) func refusalsAreTold(status: Int, code: String, expected: DeviceLoginError) async throws {
        let (devices, _) = devices(DeviceStage.problem(code, status)), typed = try #require(UserCode("WDJB-MJHT"))
        await #expect(throws: expected) { try await devices.device(with: typed) }
        await #expect(throws: expected) { try await devices.letIn(typed) }
        await #expect(throws: expected) { try await devices.refuse(typed) }
    }
}
