import BrowsersService
import FoundationEssentials
import HTTPServingAPI
import HTTPServingLoopback
import HTTPTransportAPI
import HTTPTypes
import Localization
import Locking
import PluginKit
import ScreensHostingAPI

/// Asks this server on behalf of whoever is at a browser, as any client asks it:
/// what holds for strangers holds here.
struct VisitTransport: HTTPTransport {
    let door: OwnDoor
    let makeRequestID: @Sendable () -> String

    func send(_ request: HTTPRequest) async throws(HTTPTransportError) -> HTTPResponse {
        try await transport().send(dressed(request))
    }

    func download(
        _ request: HTTPRequest, toFile path: String, progress: (@Sendable (TransferProgress) -> Void)?
    ) async throws(HTTPTransportError) -> HTTPResponse {
        try await transport().download(dressed(request), toFile: path, progress: progress)
    }

    func stream(_ request: HTTPRequest) async throws(HTTPTransportError) -> HTTPStreamingResponse {
        try await transport().stream(dressed(request))
    }

    /// What the browser says of itself, the program says on its behalf.
    private func dressed(_ request: HTTPRequest) -> HTTPRequest {
        guard let visitor = BrowserVisit.current else { return request }
        var request = request
        request.fields[.acceptLanguage] = visitor.language.rawValue
        request.fields[.userAgent] = visitor.agent
        return request
    }

    private func transport() throws(HTTPTransportError) -> LoopbackTransport {
        guard let responder = door.responder else { throw .cancelled }
        let nobody = SocketAddress(ip: .loopback, port: 0)
        return LoopbackTransport(
            to: responder, peer: BrowserVisit.current?.peer ?? nobody, makeRequestID: makeRequestID)
    }
}

/// Where the server's own answers are found, which are made after all plugins.
///
/// They own whoever asks by it, so it gives them up when the server stops.
package final class OwnDoor: PluginService {
    private let answers = Locked<(any HTTPResponding)?>(nil)

    var responder: (any HTTPResponding)? { answers.current }

    func open(_ responder: any HTTPResponding) {
        answers.withLock { $0 = responder }
    }

    package func stop() async {
        answers.withLock { $0 = nil }
    }
}
