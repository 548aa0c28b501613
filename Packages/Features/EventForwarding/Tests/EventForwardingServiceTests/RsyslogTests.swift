import CoreModels
import FoundationEssentials
import Glibc
import KernelTesting
import SecureDeliveryAPI
import SecureDeliveryTesting
import SecurityMetricsServiceAPI
import Testing

/// Events as rsyslog understands them, which many operators collect with.
@Suite(.timeLimit(.minutes(2)))
struct RsyslogTests {
    /// What it makes of a message.
    private struct Message: Decodable {
        let hostname: String
        let pri: String
        let msgid: String
        let msg: String
        let structured: String
        let reported: String

        enum CodingKeys: String, CodingKey {
            case hostname, pri, msgid, msg
            case structured = "structured-data", reported = "timereported"
        }
    }

    private let folder: TemporaryFolder
    private let authority: TestAuthority
    private let child: ChildProcess
    /// Through which it says where it listens, once it does.
    private let port: Int32

    init() async throws {
        folder = try TemporaryFolder()
        authority = try await TestAuthority()
        let identity = try await authority.issue()
        // Open for both, so that neither waits for the other.
        try #require(mkfifo(folder.path(of: "port"), 0o600) == 0)
        port = open(folder.path(of: "port"), O_RDWR | O_CLOEXEC)
        let configuration = """
            global(workDirectory="\(folder.path)" net.enabledns="off" defaultNetstreamDriver="ossl"
                defaultNetstreamDriverCAFile="\(authority.file)"
                defaultNetstreamDriverCertFile="\(identity.certificateFile)"
                defaultNetstreamDriverKeyFile="\(identity.keyFile)")
            module(load="imtcp" streamDriver.name="ossl" streamDriver.mode="1" streamDriver.authMode="x509/certvalid")
            template(name="all" type="string" string="%jsonmesg%\\n")
            ruleset(name="events") { action(type="omfile" file="/dev/stdout" template="all") }
            input(type="imtcp" port="0" address="127.0.0.1" listenPortFileName="\(folder.path(of: "port"))" ruleset="events")
            """
        try Data(configuration.utf8).write(to: URL(filePath: folder.path(of: "rsyslog.conf")))
        child = try ChildProcess(
            "/usr/sbin/rsyslogd", ["-n", "-f", folder.path(of: "rsyslog.conf"), "-i", folder.path(of: "pid")])
    }

    private func readPort() async -> String {
        await onThread { [port] in
            var bytes = [UInt8](repeating: 0, count: 16)
            let count = read(port, &bytes, bytes.count)
            close(port)
            return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
        }
    }

    @Test(.requirement("METRIC-08", "D19")) func rsyslogTakesEventsOverTLSWithTheirParts() async throws {
        let client = try await authority.issue("client")
        let plugins = try ForwardingPlugins([
            "metrics.forward.syslog.server": "127.0.0.1:\(await readPort())",
            "metrics.forward.syslog.ca_file": authority.file,
            "metrics.forward.syslog.certificate_file": client.certificateFile,
            "metrics.forward.syslog.key_file": client.keyFile, "metrics.forward.syslog.hostname": "auth.example.org",
        ])
        let hostile = "\r\n<13>1 - - - - - - fake \"]\\ 中"
        try await plugins.forward((0..<100).map { .sample($0, cause: hostile, program: hostile) })
        // It writes what it has read a moment later, in order.
        try await plugins.forward([.sample(100)])
        let lines = await child.readOutput(until: "c600").split(separator: "\n").prefix(100)
        #expect(lines.count == 100)
        for (position, line) in lines.enumerated() {
            let message = try WireDecoder().decode(Message.self, from: Data(line.utf8))
            #expect(message.hostname == "auth.example.org" && message.pri == "84")
            #expect(message.msgid == "login.refused" && message.reported == "2023-11-14T22:13:20.123Z")
            #expect(
                message.structured.hasPrefix("[event@32473 id=\"5d41402a-bc4b-8a76-b971-9d911017c\(500 + position)\""))
            let shown = #"<U+000D><U+000A><13>1 - - - - - - fake \"\]\\ 中"#
            #expect(message.structured.hasSuffix(#" cause="\#(shown)" program="\#(shown)"]"#), "\(message.structured)")
            #expect(message.msg.hasSuffix("login.refused: <U+000D><U+000A><13>1 - - - - - - fake \"]\\ 中"))
        }
        child.send(15)
    }
}
