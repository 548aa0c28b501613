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
        let route = Route(.get, "/") { request in
            .text("\(request.peer.ip) \(request.isSecure)\(request.isPeerKnown ? "" : " unknown")")
        }
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
        ("10.0.0.7", "10.0.0.7"), ("1.2.3.4:_hidden", "1.2.3.4"),
    ]) func believesATrustedProxy(_ value: String, _ expected: String) async throws {
        #expect(try await Self.client(of: ["X-Forwarded-For": value]) == "\(expected) false")
    }

    /// A proxy that doesn't say whom it speaks for speaks for itself.
    @Test(arguments: [
        ("garbage", "10.0.0.1"), ("1.2.3.4, garbage, 10.0.0.7", "10.0.0.7"), ("", "10.0.0.1"), ("1.2.3.4,", "10.0.0.1"),
        ("1.2.3.4, ", "10.0.0.1"), (",", "10.0.0.1"), ("1.2.3.4,,10.0.0.7", "10.0.0.7"),
        ("1.2.3.4, unknown", "10.0.0.1"),
    ]) func noEarlierEntryCountsInThePlaceOfOneWithoutAnAddress(_ value: String, _ expected: String) async throws {
        #expect(try await Self.client(of: ["X-Forwarded-For": value]) == "\(expected) false unknown")
        let fields: HTTPFields = ["X-Forwarded-For": "1.2.3.4", "X-Forwarded-For": value]
        #expect(try await Self.client(of: fields) == "\(expected) false unknown")
    }

    /// The examples of RFC 7239, sections 4, 6.3, 7.1 and 7.4, and what is like them.
    @Test(arguments: [
        (#"for="_gazonk""#, "10.0.0.1 false unknown"), (#"For="[2001:db9:cafe::17]:4711""#, "2001:db9:cafe::17 false"),
        ("for=192.0.2.60;proto=http;by=203.0.113.43", "192.0.2.60 false"),
        ("for=192.0.2.43, for=198.51.100.17", "198.51.100.17 false"),
        ("for=_hidden, for=_SEVKISEK", "10.0.0.1 false unknown"),
        (#"for=192.0.2.43, for="[2001:db9:cafe::17]""#, "2001:db9:cafe::17 false"),
        (#"for=192.0.2.43,for="[2001:db9:cafe::17]",for=unknown"#, "10.0.0.1 false unknown"),
        (#"for="192.0.2.43:47011""#, "192.0.2.43 false"), (#"for="192.0.2.43:_port""#, "192.0.2.43 false"),
        ("for=1.2.3.4, for=198.51.100.1, for=10.9.9.9", "198.51.100.1 false"),
        ("for=192.0.2.60; Proto=HTTPS", "192.0.2.60 true"),
        ("for=192.0.2.60;proto=https, for=10.0.0.7", "192.0.2.60 false"),
        (#"for="192.0.2.\60""#, "192.0.2.60 false"), (#"secret="a, for=1.2.3.4";for=192.0.2.60"#, "192.0.2.60 false"),
        ("proto=https", "10.0.0.1 true unknown"), ("for=1.2.3.4,", "10.0.0.1 false unknown"),
        (#"for="1.2.3.4, for=192.0.2.60"#, "10.0.0.1 false unknown"),
        ("for=1.2.3.4;for=5.6.7.8", "10.0.0.1 false unknown"),
        (#"for="a"b, for=192.0.2.60"#, "10.0.0.1 false unknown"), ("for", "10.0.0.1 false unknown"),
    ]) func readsForwarded(_ value: String, _ expected: String) async throws {
        #expect(try await Self.client(of: ["Forwarded": value]) == expected)
        #expect(try await Self.client(of: ["Forwarded": value], from: "203.0.113.9") == "203.0.113.9 false")
        // What a client wrote into a field of its own doesn't spoil the proxy's.
        #expect(try await Self.client(of: ["Forwarded": #"for="1.2.3.4"#, "Forwarded": value]) == expected)
    }

    /// One of them may be the client's own, and nobody knows which.
    @Test(arguments: [
        ("192.0.2.60", "for=192.0.2.60", "192.0.2.60 false"), ("192.0.2.60", "for=1.2.3.4", "10.0.0.1 false unknown"),
        ("192.0.2.60", "for=unknown", "10.0.0.1 false unknown"), ("192.0.2.60", "", "10.0.0.1 false unknown"),
        ("192.0.2.60, 10.0.0.7", "for=192.0.2.60, for=10.0.0.8", "10.0.0.1 false unknown"),
        ("unknown", "for=unknown", "10.0.0.1 false unknown"),
    ]) func believesNeitherOfTwoFieldsThatDiffer(_ one: String, _ other: String, _ expected: String) async throws {
        #expect(try await Self.client(of: ["X-Forwarded-For": one, "Forwarded": other]) == expected)
    }

    @Test func readsSeveralFieldsAsOne() async throws {
        let fields: HTTPFields = ["X-Forwarded-For": "1.2.3.4", "X-Forwarded-For": "198.51.100.1, 10.0.0.2"]
        #expect(try await Self.client(of: fields) == "198.51.100.1 false")
    }

    @Test func learnsWhetherTheClientsConnectionIsEncrypted() async throws {
        #expect(try await Self.client(of: ["X-Forwarded-Proto": "https"]) == "10.0.0.1 true")
        #expect(try await Self.client(of: ["X-Forwarded-Proto": "https, http"]) == "10.0.0.1 false")
        let both: HTTPFields = ["Forwarded": "for=192.0.2.60;proto=http", "X-Forwarded-Proto": "https"]
        #expect(try await Self.client(of: both) == "192.0.2.60 false")
    }
}
