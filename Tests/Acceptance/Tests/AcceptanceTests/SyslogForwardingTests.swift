import FoundationEssentials
import KernelTesting
import SecureDeliveryTesting
import Testing

/// Security events reach a collector of syslog from the built server.
@Suite(.timeLimit(.minutes(10)))
struct SyslogForwardingTests {
    private let folder: TemporaryFolder
    private var data: String { folder.path(of: "data") }

    init() throws {
        folder = try TemporaryFolder()
    }

    private func forwarder() async throws -> JSON {
        let run = try await Server.run("forwarders", "list", "--json", data: data)
        try #require(run.exit == .status(0), "\(run.errorText)")
        return try #require(try JSON(parsing: run.outputText)["forwarders"]?[0])
    }

    private func wait(until isDone: (JSON) -> Bool) async throws {
        for _ in 0..<600 {
            if isDone(try await forwarder()) { return }
            try await pass(microseconds: 200_000)
        }
        Issue.record("it doesn't come: \(Server.log(of: data))")
    }

    @Test(.requirement("METRIC-08", "METRIC-13", "D19"))
    func eachEventComesOverTLSAlsoAfterAKill() async throws {
        let authority = try await TestAuthority()
        let receiver = try await TLSReceiver(try await authority.issue())
        let settings = [
            "--metrics.forward.syslog.server", "localhost:\(receiver.port)",
            "--metrics.forward.syslog.ca-file", authority.file,
        ]
        // It reads the events, and the server never hears of it.
        try receiver.behave(.rude)
        var server = try await Server(data: data, settings)
        #expect(try await server.ask("POST", "/auth/register", json: Person.ana.registration)?.status == 201)
        let wrong = #"{"email":"\#(Person.ana.email)","password":"\#(Person.ben.password)"}"#
        for _ in 0..<3 { _ = try await server.ask("POST", "/auth/login", json: wrong) }
        try await wait { $0["failure"]?.text?.contains("without the end of TLS") == true }
        await server.kill()
        try receiver.behave(.taking)
        server = try await Server(data: data, settings)
        try await wait { $0["waiting"]?.number == 0 && ($0["position"]?.number ?? 0) >= 4 && $0["failure"] == nil }
        #expect(await server.stop() == .status(0))
        let all = receiver.received.map { String(decoding: $0, as: UTF8.self) }.joined()
        #expect(all.contains(" essentiald - account.registered [event@32473 id=\""))
        #expect(all.ranges(of: " login.refused [event@32473 ").count == 3)
        let ids = all.split(separator: " id=\"").dropFirst().map { $0.prefix(36) }
        #expect(ids.count >= 4 && Set(ids).count == ids.count)
        for word in ["@example", "127.0.0.1", Person.ana.name, "program="] { #expect(!all.contains(word), "\(word)") }
    }
}
