import HTTPServingAPI
import HTTPServingMicroHTTPD
import HTTPServingRouting
import HTTPServingTesting
import KernelTesting
import Localization
import PluginKit
import Testing

struct StartingTests {
    private static func start(_ settings: HTTPServerSettings) async -> HTTPServingError? {
        do {
            try await TestServer.run([], settings: settings) { _ in }
            return nil
        } catch {
            return error as? HTTPServingError
        }
    }

    @Test func tellsThatThePortIsInUse() async throws {
        try await TestServer.run { server in
            let error = await Self.start(.test(port: server.port))
            #expect(error == .portInUse(host: "127.0.0.1", port: server.port))
            #expect(error?.text.text(in: .english).contains("choose another port") == true)
            #expect(error?.text.text(in: .spanish).contains("elige otro puerto") == true)
        }
    }

    @Test(arguments: [("203.0.113.7", 0), ("not a host", 0), ("127.0.0.1", 65536), ("127.0.0.1", -1)])
    func tellsThatTheAddressIsWrong(_ host: String, _ port: Int) async throws {
        guard case .badAddress = await Self.start(.test(host: host, port: port)) else {
            Issue.record("not a bad address")
            return
        }
    }

    @Test func tellsThatFilesForTLSAreMissing() async throws {
        let error = await Self.start(.test(tls: .init(certificate: "/missing.pem", key: "/missing.pem")))
        guard case .tls(let reason) = error else {
            Issue.record("not a TLS error")
            return
        }
        #expect(reason.english.contains("/missing.pem"))
    }

    @Test func bindsBothLoopbackAddressesForLocalhost() async throws {
        try await TestServer.run([.hello], settings: .test(host: "localhost")) { server in
            let addresses = server.server.addresses
            #expect(Set(addresses.map(\.port)).count == 1)
            #expect(addresses.allSatisfy { $0.ip.isLoopback })
            let answer = try await server.get("/hello")
            #expect(answer?.text == "hello")
            if addresses.count == 2 {
                let connection = try RawConnection(port: server.port, ipv6: true)
                #expect(await connection.exchange("GET /hello HTTP/1.1\r\nHost: t\r\n\r\n")?.text == "hello")
            }
        }
    }

    @Test(arguments: ["::", "[::1]"]) func bindsIPv6(_ host: String) async throws {
        let error = await Self.start(.test(host: host))
        // A machine without IPv6 says so.
        if case .badAddress = error { return }
        try await TestServer.run([.hello], settings: .test(host: host)) { server in
            let connection = try RawConnection(port: server.port, ipv6: true)
            #expect(await connection.exchange("GET /hello HTTP/1.1\r\nHost: t\r\n\r\n")?.text == "hello")
            if host == "::" {
                let answer = try await server.get("/hello")
                #expect(answer?.text == "hello")
                await server.observer.waitForReports(2)
                // An IPv4 client is one, also through an IPv6 socket.
                #expect(server.observer.reports[1].peer.ip == .loopback)
            }
        }
    }

    @Test func findsMistakesInRoutes() async throws {
        await #expect(throws: RouterError.self) {
            try await TestServer.run([.hello, .hello]) { _ in }
        }
    }

    @Test func isReleasedAfterItStopped() async throws {
        try await expectRelease {
            let observer = RequestObserverSpy()
            let assembly = HTTPServingPlugin.assemble(
                .init(settings: .test(), observer: observer, makeRequestID: { "r" }) {
                    try Router(routes: [.hello], observer: observer)
                })
            try await assembly.services[0].start()
            _ = try await TestServer(
                port: assembly.exports.server.addresses[0].port, observer: observer, server: assembly.exports.server,
                service: assembly.services[0]
            ).get("/hello")
            await assembly.services[0].stop()
            return assembly.services[0] as AnyObject
        }
    }
}
