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
        from ip: String, forwarded: String? = nil, knowsProxies: Bool = false,
        readers: [String] = ["127.0.0.0/8", "::1"]
    ) async throws -> ServerResponse {
        let metrics = InMemoryMetrics(), host = PluginHost()
        let gauge = try metrics.gauge("waiting", help: "H", labels: [])
        let store = try await TemporaryDatabase()
        try host.install(
            OperationsPlugin.self,
            .init(
                database: store.database, exposition: metrics, sources: { [MetricSource { gauge.set(7) }] },
                readers: readers.compactMap { IPNetwork($0) }, knowsProxies: knowsProxies))
        let route = try #require(host.values(of: HTTPRoutes.self).first { $0.pattern == "/metrics" })
        let address = SocketAddress(ip: try #require(IPAddress(ip)), port: 1)
        var request = ServerRequest(method: .get, path: "/metrics", peer: address, isSecure: false, requestID: "r")
        request.fields["X-Forwarded-For"] = forwarded
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
        // The router has put whom a known proxy names in place of the peer.
        _ = try await ask(from: "127.0.0.1", forwarded: "127.0.0.1", knowsProxies: true)
    }

    @Test func configurationOpensThemToOthers() async throws {
        _ = try await ask(from: "10.1.2.3", readers: ["10.0.0.0/8"])
        await #expect(throws: HTTPProblem.self) { try await ask(from: "127.0.0.1", readers: ["10.0.0.0/8"]) }
    }
}
