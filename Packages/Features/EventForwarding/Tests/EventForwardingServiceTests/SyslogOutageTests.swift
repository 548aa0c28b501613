import FoundationEssentials
import KernelTesting
import SecureDeliveryTesting
import Testing

/// A trail whose events go to a collector of syslog, whatever that does for half an hour.
@Suite(.timeLimit(.minutes(5)))
struct SyslogOutageTests {
    /// The causes of all messages; of those alone that a collector has which knows repetitions.
    private static func causes(_ streams: [Data]) throws -> [String] {
        var known: Set<Substring> = []
        return try streams.flatMap { try SyslogTests.messages(in: $0) }.compactMap { message in
            let id = try #require(message.split(separator: " id=\"").last).prefix { $0 != "\"" }
            guard known.insert(id).inserted else { return nil }
            return message.split(separator: "sample.event: ").last.map(String.init)
        }
    }

    @Test(.requirement("METRIC-08", "METRIC-13")) func eachEventIsReceivedOnceAndInOrder() async throws {
        let authority = try await TestAuthority()
        let receiver = try await TLSReceiver(try await authority.issue())
        let plugins = try ForwardingPlugins(
            [
                "metrics.forward.syslog.server": "127.0.0.1:\(receiver.port)",
                "metrics.forward.syslog.ca_file": authority.file,
            ], timeout: .milliseconds(500))
        let trail = try await ForwardedTrail(plugins)
        try await trail.run {
            var expected: [String] = []
            for manner in TLSReceiver.Manner.allCases {
                try receiver.behave(manner)
                for minute in 0..<4 {
                    expected.append("\(manner) \(minute)")
                    try await trail.record("\(manner) \(minute)")
                    for _ in 0..<12 { await trail.pass() }
                }
                if manner != .taking { #expect(receiver.received.isEmpty) }
            }
            for _ in 0..<500 where try Self.causes(receiver.received) != expected { await trail.pass() }
            #expect(try Self.causes(receiver.received) == expected)
            #expect(try await trail.passedOver(by: "syslog") == 0)
        }
    }
}
