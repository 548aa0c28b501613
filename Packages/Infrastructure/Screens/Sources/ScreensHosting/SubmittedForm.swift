import CoreModels
import FoundationEssentials
import HTTPServingAPI
import HTTPTypes
import ScreensAPI
import ScreensHTML

/// A form as a browser sends it.
struct SubmittedForm: Sendable {
    /// Its name.
    let name: String
    /// The address of the screen on which it was.
    let place: String
    /// By what it is known if it is sent twice.
    let key: String
    /// A form of another screen that goes on when this one is done.
    let kept: String?
    /// What was typed, but for secrets.
    let values: [String: String]
    let secrets: [String: Secret]

    /// Reads the body of a request.
    ///
    /// - Throws: 415 when it isn't declared as a form, 413 when it is too large,
    ///   400 when it can't be read.
    init(_ request: ServerRequest) async throws(HTTPProblem) {
        guard let type = request.fields[.contentType].flatMap({ MediaType(contentType: $0) }), type == .urlEncodedForm
        else { throw .unsupportedMediaType(expected: .urlEncodedForm) }
        let data = try await request.body.collect()
        guard let form = Self(encoded: String(decoding: data, as: UTF8.self)) else { throw .badRequest() }
        self = form
    }

    /// Reads a form that was ``encoded``.
    init?(encoded: String) {
        guard let all = QueryParameters(encoded: encoded) else { return nil }
        var values: [String: String] = [:], secrets: [String: Secret] = [:]
        for (name, value) in all.items {
            if name.hasPrefix(FormSurroundings.Name.secret) {
                secrets[String(name.dropFirst(FormSurroundings.Name.secret.count))] = Secret(value)
            } else {
                // Browsers send line ends as they are on paper (HTML Living Standard, section 4.10.21.4).
                values[name] = value.replacing("\r\n", with: "\n")
            }
        }
        func take(_ name: StaticString) -> String? { values.removeValue(forKey: name.description) }
        name = take(FormSurroundings.Name.form) ?? ""
        place = take(FormSurroundings.Name.place) ?? ""
        key = take(FormSurroundings.Name.key) ?? ""
        kept = take(FormSurroundings.Name.kept)
        (self.values, self.secrets) = (values, secrets)
    }

    /// The form without its secrets, to be sent along with another one.
    var encoded: String {
        let own = [("\(FormSurroundings.Name.form)", name), ("\(FormSurroundings.Name.place)", place)]
        let all = own + values.sorted { $0.key < $1.key }
        return String(Place.home.with(parameters: all).address(below: "/").dropFirst(2))
    }
}
