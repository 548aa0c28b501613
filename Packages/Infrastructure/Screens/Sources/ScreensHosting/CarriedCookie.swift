import CryptographyAPI
import FoundationEssentials
import HTTPServingAPI
import HTTPTypes
import ScreensAPI

/// The cookie with what a browser carries while somebody is elsewhere.
///
/// It is shown by who comes back by a link, since the answers of others lead here,
/// and by nothing else that comes from elsewhere.
struct CarriedCookie: Sendable {
    private let name: String
    private let shown: String?

    /// For how long a browser has it, in seconds.
    private static let lifetime = 300
    private static let limit = 4_000
    private static let attributes = "Path=/; Secure; HttpOnly; SameSite=Lax"

    init(for request: ServerRequest) {
        name = "__Host-Http-essential-carried" + request.cookieSuffix
        let values = request.cookies(named: name)
        shown = values.count == 1 && values[0].utf8.count <= Self.limit ? String(values[0]) : nil
    }

    /// What is carried.
    var carried: CarriedText? { part(0).map { CarriedText($0) } }
    /// Where somebody wanted to go.
    var then: String? { part(1) }
    /// Whether the browser shows anything.
    var isThere: Bool { shown != nil }

    private func part(_ index: Int) -> String? {
        guard let parts = shown?.split(separator: ".", omittingEmptySubsequences: false), parts.count == 2 else {
            return nil
        }
        let text = Base64URL.decode(parts[index]).flatMap { String(validating: $0, as: UTF8.self) }
        return text?.isEmpty == false ? text : nil
    }

    /// The field that has the browser carry something.
    func set(_ carried: CarriedText, then: String?) -> String {
        let value = [carried.text, then ?? ""].map { Base64URL.encode(Data($0.utf8)) }.joined(separator: ".")
        return "\(name)=\(value); \(Self.attributes); Max-Age=\(Self.lifetime)"
    }

    var removal: String { "\(name)=; \(Self.attributes); Max-Age=0" }
}
