import FoundationEssentials
import HTTPServingAPI
import HTTPServingMicroHTTPD
import HTTPServingRouting
import HTTPServingTesting
import HTTPTypes
import PluginKit

/// A server on a free loopback port.
struct TestServer: Sendable {
    let port: Int
    let observer: RequestObserverSpy
    let server: any HTTPServer
    let service: any PluginService

    func connect() throws -> RawConnection {
        try RawConnection(port: port)
    }

    /// Sends one request over a connection of its own.
    func exchange(_ request: String) async throws -> RawResponse? {
        try await connect().exchange(request)
    }

    /// GET of a path, over a connection of its own.
    func get(_ path: String, _ fields: String = "") async throws -> RawResponse? {
        try await exchange("GET \(path) HTTP/1.1\r\nHost: test\r\n\(fields)\r\n")
    }

    /// Starts a server with routes, and stops it after `body`.
    static func run<Result>(
        _ routes: [Route] = [], settings: HTTPServerSettings = .test(),
        makeRequestID: @escaping @Sendable () -> String = { "request-1" },
        _ body: (TestServer) async throws -> Result
    ) async throws -> Result {
        let observer = RequestObserverSpy()
        let assembly = HTTPServingPlugin.assemble(
            .init(settings: settings, observer: observer, makeRequestID: makeRequestID) {
                try Router(routes: routes, observer: observer)
            })
        let service = assembly.services[0]
        try await service.start()
        let server = assembly.exports.server
        do {
            let test = TestServer(
                port: server.addresses[0].port, observer: observer, server: server, service: service)
            let result = try await body(test)
            await service.stop()
            return result
        } catch {
            await service.stop()
            throw error
        }
    }
}

extension HTTPServerSettings {
    static func test(
        host: String = "127.0.0.1", port: Int = 0, tls: TLSFiles? = nil, limits: HTTPServerLimits = HTTPServerLimits(),
        drainDeadline: Duration = .seconds(60)
    ) -> HTTPServerSettings {
        HTTPServerSettings(
            host: host, port: port, tls: tls, limits: limits, eventLoops: 2, drainDeadline: drainDeadline)
    }
}

extension Route {
    /// Answers with how many bytes the body has.
    static let count = Route(.post, "/count", bodyLimit: 1 << 20) { request in
        .text(String(try await request.body.collect().count))
    }

    /// Answers `hello`.
    static let hello = Route(.get, "/hello") { _ in .text("hello") }
}
