import ConfigurationAPI
import EventForwardingService
import FoundationEssentials
import KernelTesting
import PluginKit
import SecurityMetricsServiceAPI
import Testing

/// Where events may go, and what a start refuses.
struct SettingsTests {
    @Test(.requirement("D19")) func noneIsOnByDefault() throws {
        #expect(try ForwardingPlugins([:]).forwarders.isEmpty)
    }

    @Test(
        .requirement("METRIC-08"),
        arguments: [
            "http://siem.example/", "http://127.example.com/", "ftp://siem.example/", "https://", "https:///path",
            "https://ana:secret@siem.example/", "https://siem.example/#part", "siem.example", "", "http://10.0.0.1/",
            "http://127.0.0.1.nip.io/", "https://siem.example/\u{A0}", "http://[::2]/",
        ])
    func anAddressIsRefused(_ address: String) {
        for key in ["metrics.forward.webhook.url", "metrics.forward.otlp.url"] {
            #expect(throws: ConfigurationError.self, "\(address)") { try ForwardingPlugins([key: address]) }
        }
    }

    @Test(
        .requirement("METRIC-08"),
        arguments: [
            "https://siem.example:8443/v1/logs?tenant=1", "http://127.0.0.1:4318/v1/logs", "http://localhost/",
            "http://[::1]:1/",
        ])
    func anAddressIsTaken(_ address: String) throws {
        #expect(try ForwardingPlugins(["metrics.forward.otlp.url": address]).forwarders.map(\.name) == ["otlp"])
    }

    @Test(.requirement("D19")) func personalDataAreGivenToWhomTheOperatorSays() throws {
        let address = ["metrics.forward.otlp.url": "https://otel.example/v1/logs"]
        #expect(try !ForwardingPlugins(address).forwarders[0].takesPersonalData)
        let told = address.merging(["metrics.forward.otlp.personal": "true"]) { $1 }
        #expect(try ForwardingPlugins(told).forwarders[0].takesPersonalData)
    }

    @Test(
        .requirement("METRIC-08"),
        arguments: [
            "https://siem.example/1", "http://key@siem.example/1", "https://key@siem.example/",
            "https://key@siem.example",
            "https://key@siem.example/1/", "https://ke y@siem.example/1", "https://key@siem.example/1?x=2", "",
            "https://key@siem.example/1\nhttps://key@siem.example/2",
        ])
    func aStartNeedsADSN(_ content: String) async throws {
        let folder = try TemporaryFolder(), path = folder.path(of: "dsn")
        try Data(content.utf8).write(to: URL(filePath: path))
        let plugins = try ForwardingPlugins(["metrics.forward.sentry.dsn_file": path])
        #expect(await plugins.problems().count == 1)
    }

    @Test(
        .requirement("METRIC-08"),
        arguments: [
            "", "Authorization", "Content-Type: text/plain", "Host: a.example", "Bad name: x",
            String(repeating: "X-A: 1\n", count: 17),
        ])
    func aStartNeedsHeaderFields(_ content: String) async throws {
        let folder = try TemporaryFolder(), path = folder.path(of: "headers")
        try Data(content.utf8).write(to: URL(filePath: path))
        let plugins = try ForwardingPlugins([
            "metrics.forward.otlp.url": "https://otel.example/v1/logs", "metrics.forward.otlp.headers_file": path,
        ])
        #expect(await plugins.problems().count == 1)
    }

    /// Two settings that need each other.
    @Test(.requirement("METRIC-08")) func settingsThatAreMissingAreNamed() throws {
        let section = try #require(WebhookForwardingPlugin.declarations.values(of: ConfigurationSections.self).first)
        let keys = section.declarations.map(\.name)
        #expect(keys == ["url", "secret_file", "personal"].map { "metrics.forward.webhook.\($0)" })
        #expect(section.check(.defaults).isEmpty)
    }
}
