import ConfigurationAPI
import ConfigurationTesting
import FoundationEssentials
import HTTPServingAPI
import HTTPTypes
import PluginKit
import SQLStoreTesting
import ServerWiring
import TelemetryAPI
import TelemetryTesting
import Testing

struct OperationsPluginTests {
    private func ask(
        from ip: String, forwarded: String? = nil,
        in field: HTTPFieldName = "X-Forwarded-For", knowsProxies: Bool = false, isPeerKnown: Bool = true,
        host named: String? = "127.0.0.1:8080",
        readers: [String] = ["127.0.0.0/8", "::1"]
    ) async throws -> ServerResponse {
        let metrics = InMemoryMetrics()
        var host = PluginHost()
        let gauge = try metrics.gauge("waiting", help: "H", labels: [])
        let store = try await TemporaryDatabase()
        try host.install(
            OperationsPlugin.self,
            .init(
                database: store.database, exposition: metrics,
                sources: { [MetricSource { gauge.set(7) }] },
                configuration: .fixture(
                    .set(MetricsSettings.readers, to: readers),
                    .set(MetricsSettings.hosts, to: ["Essential.example.com"]),
                    .set(HTTPServingSection.trustedProxies, to: knowsProxies ? ["10.0.0.1"] : []))))
        let composition = try host.composed()
        let route = try #require(composition.values(of: HTTPRoutes.self).first)
        let peer = SocketAddress(ip: try #require(IPAddress(ip)), port: 1)
        var request = ServerRequest(method: .get, path: "/metrics", peer: peer, isSecure: false, requestID: "r")
        request.fields[field] = forwarded
        request.isPeerKnown = isPeerKnown
        request.fields[.host] = named
        return try await route.handler(request)
    }

    @Test(arguments: ["127.0.0.1", "127.9.9.9", "::1"])
    func thisMachineReadsMetricsThatAreFresh(ip: String) async throws {
        guard case .bytes(let data) = try await ask(from: ip).body else {
            Issue.record("no text")
            return
        }
        #expect(String(decoding: data, as: UTF8.self).contains("waiting 7"))
    }

    @Test(arguments: ["192.0.2.1", "10.0.0.1", "2001:db8::1"])
    func forOthersThereAreNone(ip: String) async {
        await #expect(throws: HTTPProblem.self) { try await ask(from: ip) }
        await #expect(throws: HTTPProblem.self) { try await ask(from: ip, forwarded: "127.0.0.1") }
    }

    @Test func aProxyThatNobodyKnowsIsNoNeighbour() async throws {
        await #expect(throws: HTTPProblem.self) { try await ask(from: "127.0.0.1", forwarded: "192.0.2.1") }
        await #expect(throws: HTTPProblem.self) {
            try await ask(from: "127.0.0.1", forwarded: "for=192.0.2.1", in: "Forwarded")
        }
        // The router has put whom a known proxy names in place of the peer.
        _ = try await ask(from: "127.0.0.1", forwarded: "127.0.0.1", knowsProxies: true)
    }

    @Test func aProxyIsNoReaderForSomebodyItDoesNotName() async {
        await #expect(throws: HTTPProblem.self) {
            try await ask(from: "127.0.0.1", forwarded: "unknown", knowsProxies: true, isPeerKnown: false)
        }
    }

    /// A page whose name leads to this machine makes a browser here ask for it.
    @Test(arguments: [
        "attacker.example", "attacker.example:8080", "127.0.0.1.attacker.example", "localhost.", "", "a b",
    ])
    func underAForeignNameThereAreNone(host: String) async {
        await #expect(throws: HTTPProblem.self) { try await ask(from: "127.0.0.1", host: host) }
    }

    @Test(arguments: ["localhost", "LOCALHOST:80", "[::1]:8080", "192.0.2.7", "Essential.example.com:443", nil])
    func underAnOwnNameOrAnAddressTheyAreRead(host: String?) async throws {
        _ = try await ask(from: "127.0.0.1", host: host)
    }

    @Test func configurationOpensThemToOthers() async throws {
        _ = try await ask(from: "10.1.2.3", readers: ["10.0.0.0/8"])
        await #expect(throws: HTTPProblem.self) { try await ask(from: "127.0.0.1", readers: ["10.0.0.0/8"]) }
    }
}
