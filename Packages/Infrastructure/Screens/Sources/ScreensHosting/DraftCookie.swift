import CoreModels
import HTTPServingAPI
import HTTPTypes
import ScreensHostingAPI

/// The cookie by which a browser finds again all that was written in it.
///
/// It is one of its own: that by which the browser is known is another one after
/// each login. It stays when nothing is kept any more, and names nothing then: an
/// answer that took it away could come after that of another window, which keeps
/// something at that moment.
struct DraftCookie: Sendable {
    private let name: String
    /// What the browser shows; nil for nothing.
    let token: Secret?

    private static let attributes = "Path=/; Secure; HttpOnly; SameSite=Lax"

    init(for request: ServerRequest) {
        name = "__Host-Http-essential-draft" + request.cookieSuffix
        let values = request.cookies(named: name)
        token = values.count == 1 ? Secret(values[0]) : nil
    }

    func set(_ token: Secret) -> String {
        token.withText { "\(name)=\($0 ?? ""); \(Self.attributes); Max-Age=\(Int(DraftLimits.lifetime))" }
    }
}
