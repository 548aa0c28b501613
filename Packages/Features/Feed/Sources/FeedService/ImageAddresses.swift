import FeedContract
import FoundationEssentials
import HTTPServingAPI
import HTTPTypes

/// Writes the addresses of pictures as those who ask reach the server.
struct ImageAddresses: Sendable {
    /// The configured address of the server; nil derives it from the request.
    let publicURL: URL?

    /// Where those who ask reached the server, as far as addresses depend on it.
    struct Origin: Hashable, Sendable {
        /// nil when addresses don't name a host, or that of the configuration.
        let host: String?
        let isSecure: Bool
    }

    /// The origin of a request, which is the same for all if there is a
    /// configured address.
    func origin(of request: ServerRequest) -> Origin {
        guard publicURL == nil else { return Origin(host: nil, isSecure: true) }
        return Origin(host: Self.authority(of: request), isSecure: request.isSecure)
    }

    /// The address of each picture, without its identifier.
    func folder(from origin: Origin) -> String {
        let path = FeedContract.imageFolder
        if let publicURL { return publicURL.appending(path: path).absoluteString }
        let scheme = origin.isSecure ? "https" : "http"
        guard let host = origin.host, let url = URL(string: "\(scheme)://\(host)\(path)"),
            url.host()?.isEmpty == false, url.path() == path, (1...65_535).contains(url.port ?? 80)
        else { return path }
        return url.absoluteString
    }

    /// The one `Host` of the request, if it holds a host and perhaps a port and
    /// nothing that could end the authority of an address (RFC 9110, section
    /// 7.2).
    ///
    /// Whoever sends another one only misleads themselves: no shared cache
    /// may keep the answer.
    private static func authority(of request: ServerRequest) -> String? {
        guard var host = request.fields.onlyValue(of: .host), (1...261).contains(host.utf8.count) else { return nil }
        return host.withUTF8 { unsafe $0.allSatisfy(isPlain) } ? host : nil
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: ":"),
            UInt8(ascii: "["), UInt8(ascii: "]"):
            true
        default: false
        }
    }
}
