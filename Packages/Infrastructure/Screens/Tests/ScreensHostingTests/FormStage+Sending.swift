import CoreModels
import CryptographyAPI
import CryptographyTesting
import FoundationEssentials
import HTTPServingAPI
import HTTPServingRouting
import HTTPServingTesting
import HTTPTypes
import KernelTesting
import Localization
import Locking
import PluginKit
import Presenting
import ScreensAPI
import ScreensHosting
import ScreensHostingAPI
import Testing

/// What browsers send, and where they are led.
extension FormStage {
    func send(
        _ path: String, _ body: String, _ fields: HTTPFields = own, isSecure: Bool = true, peer: String = "127.0.0.1"
    ) async throws -> (response: ServerResponse, text: String) {
        let parts = path.split(separator: "?").map(String.init)
        var request = ServerRequest.sample(.post, parts[0], query: parts.count > 1 ? parts[1] : "", fields: fields)
        request.body = .bytes(Data(body.utf8))
        request.isSecure = isSecure
        request.peer = SocketAddress(ip: try #require(IPAddress(peer)), port: 1)
        let response = await router.respond(to: request)
        return (response, String(decoding: try await response.collectBody(), as: UTF8.self))
    }

    /// What a window has sent, as the browser goes on from there: with all cookies that it got,
    /// to where it is led.
    func go(
        _ path: String, _ body: String, _ fields: HTTPFields = own
    ) async throws -> (lead: ServerResponse, response: ServerResponse, text: String) {
        var fields = fields
        fields["Sec-Fetch-Dest"] = "document"
        return try await follow(await send(path, body, fields).response, fields)
    }

    /// Follows a lead.
    func follow(
        _ lead: ServerResponse, _ fields: HTTPFields
    ) async throws -> (lead: ServerResponse, response: ServerResponse, text: String) {
        let address = try #require(lead.fields[.location], "\(lead.status)")
        let parts = address.split(separator: "?").map(String.init)
        var fields = fields
        let given = lead.fields.values(of: "Set-Cookie").map { String($0.prefix { $0 != ";" }) }
        fields["Cookie"] = ([fields["Cookie"]].compactMap { $0 } + given).joined(separator: "; ")
        let response = await router.respond(
            to: .sample(.get, parts[0], query: parts.count > 1 ? parts[1] : "", fields: fields))
        return (lead, response, String(decoding: try await response.collectBody(), as: UTF8.self))
    }

    func fields(showing token: String) -> HTTPFields {
        var fields = Self.own
        fields["Cookie"] = "a=b; __Host-Http-essential-8080=\(token)"
        return fields
    }
}
