import CoreModels
import HTTPServingAPI
import HTTPTypes

/// The cookie by which a browser finds the answer to a form that nobody sent who is
/// signed in.
///
/// Such a browser shows nothing else of itself, or something else after its person has
/// left. It goes with the answer.
struct AnswerCookie: Sendable {
    private let name: String
    /// What the browser shows; nil for nothing, and for what isn't ours.
    let token: Secret?

    private static let attributes = "Path=/; Secure; HttpOnly; SameSite=Lax"
    /// How long what is ours may be, in bytes.
    private static let lengths = 16...64

    init(for request: ServerRequest) {
        name = "__Host-Http-essential-answer" + request.cookieSuffix
        let values = request.cookies(named: name)
        token = values.count == 1 && Self.lengths.contains(values[0].utf8.count) ? Secret(values[0]) : nil
    }

    func set(_ token: Secret) -> String {
        token.withText { "\(name)=\($0 ?? ""); \(Self.attributes); Max-Age=\(Int(KeptAnswers.lifetime))" }
    }
}
