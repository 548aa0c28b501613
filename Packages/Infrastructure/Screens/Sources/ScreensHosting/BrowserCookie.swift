package import CoreModels
package import HTTPServingAPI
import HTTPTypes

/// The cookie by which a browser is known again.
///
/// Its name's prefix makes browsers refuse it from elsewhere and from scripts
/// (draft-ietf-httpbis-rfc6265bis, section 4.1.3). Browsers don't tell ports
/// apart, so another server on the same machine has another name.
package struct BrowserCookie: Sendable {
    /// For how long a browser has it, and when it shows it.
    package enum Manner: Sendable {
        /// It stays, and is shown by whoever comes from elsewhere by a link.
        case kept
        /// It goes with the browser, and is shown only by who comes from a page of
        /// the program.
        case process
    }

    private let name: String
    private let manner: Manner

    package init(for request: ServerRequest, _ manner: Manner) {
        self.manner = manner
        name = "__Host-Http-essential" + request.cookieSuffix
    }

    /// For how long a browser keeps it.
    ///
    /// It is as long as browsers allow; what it opens ends sooner.
    static let lifetime = 400 * 86_400

    /// What the browser shows; nil for nothing, and for two that can't both be
    /// ours.
    package func token(in request: ServerRequest) -> Secret? {
        let values = request.cookies(named: name)
        return values.count == 1 ? Secret(values[0]) : nil
    }

    package func set(_ token: Secret) -> String {
        let age = manner == .kept ? "; Max-Age=\(Self.lifetime)" : ""
        return token.withText { "\(name)=\($0 ?? ""); \(attributes)\(age)" }
    }

    var removal: String { "\(name)=; \(attributes); Max-Age=0" }

    private var attributes: String {
        "Path=/; Secure; HttpOnly; SameSite=" + (manner == .kept ? "Lax" : "Strict")
    }
}

extension ServerRequest {
    /// What it shows by a cookie (RFC 6265, section 4.2.1): nothing, one value or, set
    /// by somebody else for another path, several.
    func cookies(named name: String) -> [Substring] {
        fields.values(of: "Cookie").flatMap { $0.split(separator: ";") }.compactMap { pair in
            let parts = pair.split(separator: "=", maxSplits: 1)
            return parts.count == 2 && parts[0].drop(while: { $0 == " " }) == name ? parts[1] : nil
        }
    }

    /// The end of the names of cookies: browsers don't tell ports apart.
    var cookieSuffix: String { HostField(fields["Host"] ?? "")?.port.map { "-\($0)" } ?? "" }
}
