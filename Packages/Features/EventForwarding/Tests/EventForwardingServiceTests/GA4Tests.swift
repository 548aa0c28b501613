import CoreModels
import FoundationEssentials
import HTTPTransportTesting
import HTTPTypes
import KernelTesting
import SecurityMetricsServiceAPI
import TelemetryAPI
import TelemetryTesting
import Testing

/// What Google Analytics gets, at a stand-in for it.
@Suite(.timeLimit(.minutes(2)))
struct GA4Tests {
    private static let app = "1:1234567890:android:0a1b2c3d4e5f"
    private static let installation = "0123456789abcdef0123456789ABCDEF"
    private static let secret = "S3cret_of-the-stream"
    private static let taken = "HTTP/1.1 204 No Content\r\nContent-Length: 0\r\n\r\n"

    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try Data("# from Google\n\(Self.secret)\n".utf8).write(to: URL(filePath: folder.path(of: "secret")))
    }

    private func settings(_ url: String, _ others: [String: String] = [:]) -> [String: String] {
        others.merging([
            "metrics.forward.ga4.stream": Self.app, "metrics.forward.ga4.instance": Self.installation,
            "metrics.forward.ga4.secret_file": folder.path(of: "secret"), "metrics.forward.ga4.url": url,
        ]) { own, _ in own }
    }

    @Test(.requirement("METRIC-08", "D19")) func anAppCountsEventsWithNothingAboutAnybody() async throws {
        let peer = try LoopbackPeer(answering: Self.taken)
        let plugins = try ForwardingPlugins(settings("\(peer.url("/mp/collect"))"))
        #expect(await plugins.problems().isEmpty)
        #expect(!plugins.forwarders[0].takesPersonalData && plugins.forwarders[0].largestBatch == 25)
        let event = ForwardedEvent(
            id: ForwardedEvent.sample().id, position: 7, date: ForwardedEvent.sample().date, kind: "login.refused",
            severity: .notice, outcome: .refused, account: "p0011", actor: "p77", session: "s1",
            address: "203.0.113.0/24", cause: "a \"b\"\n", program: "curl/8", user: UserID(UUID()))
        try await plugins.forward([event, .sample(1, cause: nil)])
        let request = try #require(peer.requests.first)
        #expect(request.target == "/mp/collect?firebase_app_id=\(Self.app)&api_secret=\(Self.secret)")
        #expect(request.fields[.contentType] == "application/json")
        let expected = [
            #"{"app_instance_id":"\#(Self.installation)","#,
            #""consent":{"ad_user_data":"DENIED","ad_personalization":"DENIED"},"events":["#,
            #"{"name":"security_login_refused","timestamp_micros":1700000000123000,"params":{"#,
            #""event_id":"5d41402a-bc4b-8a76-b971-9d911017c500","kind":"login.refused","severity":"notice","#,
            #""outcome":"refused","position":7,"cause":"a \"b\"\n"}},"#,
            #"{"name":"security_login_refused","timestamp_micros":1700000000123000,"params":{"#,
            #""event_id":"5d41402a-bc4b-8a76-b971-9d911017c501","kind":"login.refused","severity":"warning","#,
            #""outcome":"refused","position":1}}]}"#,
        ].joined()
        #expect(String(decoding: request.body, as: UTF8.self) == expected)
    }

    @Test(.requirement("METRIC-08")) func aWebStreamIsNamedByItsMeasurement() async throws {
        let peer = try LoopbackPeer(answering: Self.taken)
        let own = ["metrics.forward.ga4.stream": "G-ABCDE12345", "metrics.forward.ga4.instance": "essentiald.1"]
        let plugins = try ForwardingPlugins(settings("\(peer.url("/mp/collect"))", own))
        try await plugins.forward([.sample()])
        let request = try #require(peer.requests.first)
        #expect(request.target == "/mp/collect?measurement_id=G-ABCDE12345&api_secret=\(Self.secret)")
        #expect(String(decoding: request.body, as: UTF8.self).hasPrefix(#"{"client_id":"essentiald.1","#))
    }

    /// Names have 40 characters and values 100; what is longer, Google throws away without a word.
    @Test(.requirement("METRIC-08"), arguments: ["x", "👩‍👩‍👧", "中", "\n"])
    func nothingIsLongerThanGoogleTakes(_ character: String) async throws {
        struct Body: Decodable {
            struct Event: Decodable {
                struct Parameters: Decodable { let kind: String, cause: String }
                let name: String, params: Parameters
            }
            let events: [Event]
        }
        let peer = try LoopbackPeer(answering: Self.taken)
        let plugins = try ForwardingPlugins(settings("\(peer.url("/mp/collect"))"))
        let kind = "operator.administrator-invitations-withdrawn"
        try await plugins.forward([.sample(0, cause: String(repeating: character, count: 300), kind: kind)])
        let body = try WireDecoder().decode(Body.self, from: #require(peer.requests.first).body)
        #expect(body.events[0].name == "security_operator_administrator_invitati")
        #expect(body.events[0].params.kind == kind)
        #expect((90...100).contains(body.events[0].params.cause.utf16.count))
    }

    @Test(.requirement("METRIC-13"), arguments: [500, 503, 429, 302])
    func whatDidNotArriveComesAgainAndTellsNoSecret(_ status: Int) async throws {
        let peer = try LoopbackPeer(answering: "HTTP/1.1 \(status) No\r\nContent-Length: 0\r\n\r\n")
        let plugins = try ForwardingPlugins(settings("\(peer.url("/mp/collect"))"))
        let error = await #expect(throws: ForwardingError.self) { try await plugins.forward([.sample()]) }
        #expect(error.map { "\($0)".contains(Self.secret) } == false)
        // Nobody listens there.
        let nowhere = try ForwardingPlugins(settings("http://127.0.0.1:1/mp/collect"))
        let away = await #expect(throws: ForwardingError.self) { try await nowhere.forward([.sample()]) }
        #expect(away.map { "\($0)".contains(Self.secret) } == false)
    }

    /// Google never refuses; its validation server says what it would throw away.
    @Test(.requirement("METRIC-13")) func whatTheValidationServerFindsIsTold() async throws {
        let found = #"{"validationMessages":[{"description":"no","validationCode":"NAME_INVALID"}]}"#
        let peer = try LoopbackPeer(
            answering: "HTTP/1.1 200 OK\r\nContent-Length: \(found.utf8.count)\r\n\r\n\(found)")
        let plugins = try ForwardingPlugins(settings("\(peer.url("/debug/mp/collect"))"))
        try await plugins.forward([.sample()])
        #expect(plugins.log.records.map(\.level) == [.error])
    }

    @Test(
        .requirement("METRIC-08"),
        arguments: ["", "G-", "G-A B", "1:2:3", "1:2:android:", "UA-1234-1", "1:2:ios:3&x=1", "G-1&api_secret=x"])
    func aStreamIsRefused(_ stream: String) {
        #expect(throws: (any Error).self) {
            try ForwardingPlugins(settings("https://a.example/", ["metrics.forward.ga4.stream": stream]))
        }
    }

    @Test(
        .requirement("METRIC-08"),
        arguments: ["", "short", "two words of it", "one-secret\nanother-secret", "a&b=cdefghi"])
    func aStartNeedsASecret(_ content: String) async throws {
        try Data(content.utf8).write(to: URL(filePath: folder.path(of: "secret")))
        #expect(await (try ForwardingPlugins(settings("https://a.example/"))).problems().count == 1)
    }
}
