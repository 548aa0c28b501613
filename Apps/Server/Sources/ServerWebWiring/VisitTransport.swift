import BrowsersService
import CoreModels
package import CryptographyAPI
import FoundationEssentials
package import HTTPServingAPI
import HTTPServingLoopback
package import HTTPTransportAPI
import HTTPTypes
import Localization
import Locking
import PluginKit
import ScreensHostingAPI

/// Asks this server on behalf of whoever is at a browser, as any client asks it:
/// what holds for strangers holds here.
package struct VisitTransport: HTTPTransport {
    private let door: OwnDoor
    private let hashing: any Hashing
    private let makeRequestID: @Sendable () -> String

    /// Makes a transport.
    package init(
        through door: OwnDoor, hashing: any Hashing, makeRequestID: @escaping @Sendable () -> String
    ) {
        self.door = door
        self.hashing = hashing
        self.makeRequestID = makeRequestID
    }

    package func send(_ request: HTTPRequest) async throws(HTTPTransportError) -> HTTPResponse {
        try await transport().send(dressed(request))
    }

    package func download(
        _ request: HTTPRequest, toFile path: String, progress: (@Sendable (TransferProgress) -> Void)?
    ) async throws(HTTPTransportError) -> HTTPResponse {
        try await transport().download(dressed(request), toFile: path, progress: progress)
    }

    package func stream(_ request: HTTPRequest) async throws(HTTPTransportError) -> HTTPStreamingResponse {
        try await transport().stream(dressed(request))
    }

    /// What the browser says of itself, the program says on its behalf.
    ///
    /// What is done once is so for a form that is sent again as well, also to a server
    /// that was started anew.
    private func dressed(_ request: HTTPRequest) -> HTTPRequest {
        guard let visitor = BrowserScopes<BrowserClient>.current else { return request }
        var request = request
        request.fields[.acceptLanguage] = visitor.language.rawValue
        request.fields[.userAgent] = visitor.agent
        if request.fields[.idempotencyKey] != nil, let form = visitor.form {
            var asked = Data("\(form) \(request.method) \(request.url.path())\n".utf8)
            if case .bytes(let body) = request.body { asked += body }
            if let digest = try? hashing.sha256(asked) { request.fields[.idempotencyKey] = digest.hexadecimal }
        }
        return request
    }

    private func transport() throws(HTTPTransportError) -> LoopbackTransport {
        guard let responder = door.responder else { throw .cancelled }
        let nobody = SocketAddress(ip: .loopback, port: 0)
        return LoopbackTransport(
            to: responder, peer: BrowserScopes<BrowserClient>.current?.peer ?? nobody, makeRequestID: makeRequestID)
    }
}

/// Where the server's own answers are found, which are made after all plugins.
///
/// They own whoever asks by it, so it gives them up when the server stops.
package final class OwnDoor: PluginService {
    private let answers = Locked<(any HTTPResponding)?>(nil)

    package init() {}

    /// The answers, while the server runs.
    package var responder: (any HTTPResponding)? { answers.current }

    package func open(_ responder: any HTTPResponding) {
        answers.withLock { $0 = responder }
    }

    package func stop() async {
        answers.withLock { $0 = nil }
    }
}
