import FoundationEssentials
import HTTPServingAPI
import HTTPServingRouting
import HTTPServingTesting
import HTTPTypes
import KernelTesting
import Testing

struct TrustedProxyTests {
    private static func client(
        of fields: HTTPFields, from peer: String = "10.0.0.1", trusted: [String] = ["10.0.0.0/8", "2001:db8::/32"]
    ) async throws -> String {
        let route = Route(.get, "/") { request in .text("\(request.peer.ip) \(request.isSecure)") }
        let settings = RouterSettings(trustedProxies: trusted.compactMap { IPNetwork($0) })
        let router = try Router(routes: [route], settings: settings, observer: RequestObserverSpy())
        let ip = try #require(IPAddress(peer))
        let request = ServerRequest.sample(.get, "/", fields: fields, peer: SocketAddress(ip: ip, port: 1))
        return try await String(decoding: router.respond(to: request).collectBody(), as: UTF8.self)
    }

    @Test func ignoresWhatAStrangerClaims() async throws {
        let fields: HTTPFields = ["X-Forwarded-For": "198.51.100.1", "X-Forwarded-Proto": "https"]
        #expect(try await Self.client(of: fields, from: "203.0.113.9") == "203.0.113.9 false")
        #expect(try await Self.client(of: fields, trusted: []) == "10.0.0.1 false")
    }

    @Test(arguments: [
        ("198.51.100.1", "198.51.100.1"), ("198.51.100.1:4711", "198.51.100.1"),
        ("1.2.3.4, 198.51.100.1", "198.51.100.1"), ("1.2.3.4, 198.51.100.1, 10.9.9.9", "198.51.100.1"),
        ("[2001:db9::1]:80", "2001:db9::1"), ("2001:db9::1", "2001:db9::1"), ("[2001:db9::1]", "2001:db9::1"),
        ("10.0.0.7", "10.0.0.7"), ("garbage", "10.0.0.1"), ("1.2.3.4, garbage, 10.0.0.7", "10.0.0.7"), ("", "10.0.0.1"),
    ]) func believesATrustedProxy(_ value: String, _ expected: String) async throws {
        #expect(try await Self.client(of: ["X-Forwarded-For": value]) == "\(expected) false")
    }

    @Test func readsSeveralFieldsAsOne() async throws {
        let fields: HTTPFields = ["X-Forwarded-For": "1.2.3.4", "X-Forwarded-For": "198.51.100.1, 10.0.0.2"]
        #expect(try await Self.client(of: fields) == "198.51.100.1 false")
    }

    @Test func learnsWhetherTheClientsConnectionIsEncrypted() async throws {
        #expect(try await Self.client(of: ["X-Forwarded-Proto": "https"]) == "10.0.0.1 true")
        #expect(try await Self.client(of: ["X-Forwarded-Proto": "https, http"]) == "10.0.0.1 false")
    }
}
