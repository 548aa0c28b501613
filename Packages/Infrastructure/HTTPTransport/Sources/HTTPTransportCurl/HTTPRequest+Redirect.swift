import CurlKit
import FoundationEssentials
import HTTPTransportAPI
import HTTPTypes

extension HTTPRequest {
    /// The request that an answer asks for instead (RFC 9110, section 15.4);
    /// nil when the answer does not point elsewhere.
    func redirected(by head: HTTPHead) throws(HTTPTransportError) -> HTTPRequest? {
        guard [301, 302, 303, 307, 308].contains(head.status.rawValue), let location = head.fields[.location] else {
            return nil
        }
        let (origin, target) = try resolve(location)
        // Leaving TLS would let a server far away send this machine to
        // whatever listens on its own loopback.
        guard origin.scheme == target.scheme || target.scheme == "https" else { throw .insecureAddress }
        guard let url = URL(string: target.description) else {
            throw .invalidResponse(reason: "The address of a redirect can't be read")
        }
        var next = self
        next.url = url
        next.dropBody(after: head.status)
        if (origin.scheme, origin.host, origin.port) != (target.scheme, target.host, target.port) {
            for name: HTTPFieldName in ["Authorization", "Cookie", "Proxy-Authorization"] { next.fields[name] = nil }
        }
        return next
    }

    private func resolve(_ location: String) throws(HTTPTransportError) -> (origin: CurlURL, target: CurlURL) {
        do {
            let origin = try CurlURL(parsing: url.absoluteString)
            return (origin, try origin.resolving(location))
        } catch {
            throw .invalidResponse(reason: "The address of a redirect can't be read: \(error.reason)")
        }
    }

    /// Makes the request one to read, where the status asks for that: 303
    /// always, 301 and 302 after POST, as all clients do.
    private mutating func dropBody(after status: HTTPStatus) {
        switch status.rawValue {
        case 303 where method != .head: break
        case 301 where method == .post, 302 where method == .post: break
        default: return
        }
        method = .get
        body = nil
        for name: HTTPFieldName in ["Content-Encoding", "Content-Language", "Content-Location", "Content-Type"] {
            fields[name] = nil
        }
    }
}
