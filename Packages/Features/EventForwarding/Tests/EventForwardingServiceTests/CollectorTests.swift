import CoreModels
import FoundationEssentials
import HTTPTransportTesting
import HTTPTypes
import KernelTesting
import SecurityMetricsServiceAPI
import TelemetryAPI
import TelemetryTesting
import Testing

/// What collectors of OpenTelemetry and Sentry get.
@Suite(.timeLimit(.minutes(2)))
struct CollectorTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func write(_ text: String, to name: String) throws -> String {
        try Data(text.utf8).write(to: URL(filePath: folder.path(of: name)))
        return folder.path(of: name)
    }

    private static func ok(_ body: String) -> String {
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }

    @Test(.requirement("METRIC-08", "D19")) func aCollectorGetsLogRecords() async throws {
        let peer = try LoopbackPeer(answering: Self.ok("{}"))
        let plugins = try ForwardingPlugins([
            "metrics.forward.otlp.url": "\(peer.url("/v1/logs"))",
            "metrics.forward.otlp.headers_file": try write("Authorization: Bearer abc:d\n", to: "headers"),
        ])
        try await plugins.forward([.sample(0, .critical, cause: "a \"b\"\n", program: "curl/8", actor: "p77")])
        let request = try #require(peer.requests.first)
        #expect(request.target == "/v1/logs" && request.fields[.authorization] == "Bearer abc:d")
        #expect(request.fields[.contentType] == "application/json")
        let expected = [
            #"{"resourceLogs":[{"resource":{"attributes":[{"key":"service.name","value":{"stringValue":"essentiald"}}]},"#,
            #""scopeLogs":[{"scope":{"name":"essentiald.audit"},"logRecords":[{"timeUnixNano":"1700000000123000000","#,
            #""observedTimeUnixNano":"1700000000123000000","severityNumber":18,"severityText":"critical","#,
            #""eventName":"essential.login.refused","body":{"stringValue":"login.refused"},"attributes":["#,
            #"{"key":"log.record.uid","value":{"stringValue":"5d41402a-bc4b-8a76-b971-9d911017c500"}},"#,
            #"{"key":"essential.position","value":{"stringValue":"0"}},"#,
            #"{"key":"essential.outcome","value":{"stringValue":"refused"}},"#,
            #"{"key":"essential.account","value":{"stringValue":"p00112233445566778899aabbccddeeff"}},"#,
            #"{"key":"essential.actor","value":{"stringValue":"p77"}},"#,
            #"{"key":"essential.network","value":{"stringValue":"203.0.113.0/24"}},"#,
            #"{"key":"essential.cause","value":{"stringValue":"a \"b\"\n"}},"#,
            #"{"key":"user_agent.original","value":{"stringValue":"curl/8"}}]}]}]}]}"#,
        ].joined()
        #expect(String(decoding: request.body, as: UTF8.self) == expected)
    }

    /// The specification has what was rejected not come again, so somebody has to know.
    @Test(.requirement("METRIC-13"), arguments: [#""2""#, "2"])
    func whatACollectorRejectsIsTold(_ count: String) async throws {
        let peer = try LoopbackPeer(
            answering: Self.ok(#"{"partialSuccess":{"rejectedLogRecords":\#(count),"errorMessage":"no"}}"#))
        let plugins = try ForwardingPlugins(["metrics.forward.otlp.url": "\(peer.url("/v1/logs"))"])
        try await plugins.forward([.sample(0), .sample(1), .sample(2)])
        #expect(peer.requests.count == 1)
        #expect(plugins.log.records.map(\.level) == [.error])
    }

    @Test(.requirement("METRIC-08", "D19")) func sentryGetsAnEnvelope() async throws {
        let peer = try LoopbackPeer(answering: Self.ok("{}"))
        let dsn = "http://0123abc@127.0.0.1:\(peer.port)/sentry/42"
        let plugins = try ForwardingPlugins(["metrics.forward.sentry.dsn_file": try write(dsn + "\n", to: "dsn")])
        #expect(plugins.forwarders[0].largestBatch == 1)
        #expect(await plugins.problems().isEmpty)
        try await plugins.forward([.sample(0, .info), .sample(1, .notice), .sample(2, .warning, cause: nil)])
        #expect(peer.requests.count == 1, "what matters less is left out")
        let request = try #require(peer.requests.first)
        #expect(request.target == "/sentry/api/42/envelope/")
        #expect(
            request.fields["X-Sentry-Auth"]
                == "Sentry sentry_version=7, sentry_client=essentiald/1.0, sentry_key=0123abc")
        #expect(request.fields[.contentType] == "application/x-sentry-envelope")
        let lines = String(decoding: request.body, as: UTF8.self).split(
            separator: "\n", omittingEmptySubsequences: false)
        try #require(lines.count == 4 && lines[3].isEmpty)
        #expect(
            lines[0] == #"{"event_id":"5d41402abc4b8a76b9719d911017c502","sent_at":"2023-11-14T22:13:20Z"}"#)
        #expect(lines[1] == #"{"type":"event","length":\#(lines[2].utf8.count),"content_type":"application/json"}"#)
        let expected = [
            #"{"event_id":"5d41402abc4b8a76b9719d911017c502","timestamp":"2023-11-14T22:13:20.123Z","#,
            #""platform":"other","level":"warning","logger":"essentiald.audit","#,
            #""logentry":{"formatted":"login.refused"},"fingerprint":["login.refused"],"#,
            #""tags":{"kind":"login.refused","outcome":"refused","severity":"warning","address":"203.0.113.0/24"},"#,
            #""extra":{"position":2},"user":{"id":"p00112233445566778899aabbccddeeff"}}"#,
        ].joined()
        #expect(lines[2] == expected)
    }
}
