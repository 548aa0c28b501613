import HTTPServingAPI
import HTTPTypes

/// Compares entity tags (RFC 9110, section 8.8.3) and evaluates the
/// preconditions of GET and HEAD (section 13.2.2).
enum ConditionalRequests {
    /// What the preconditions of a request say about an answer.
    enum Outcome: Equatable {
        case proceed
        case notModified
        case failed
    }

    /// Whether a request may get another answer than one without conditions.
    static func isConditional(_ request: ServerRequest) -> Bool {
        request.fields.contains(anyOf: conditions)
    }

    private static let conditions: [HTTPFieldName] = [.ifMatch, .ifNoneMatch, .range]

    static func evaluate(_ request: ServerRequest, _ response: ServerResponse) -> Outcome {
        guard request.method == .get || request.method == .head, response.status == .ok,
            let tag = response.fields[.eTag]
        else { return .proceed }
        let ifMatch = value(of: .ifMatch, in: request)
        if !ifMatch.isEmpty, !list(ifMatch).contains(where: { $0 == "*" || isStrongMatch($0, tag) }) { return .failed }
        let ifNoneMatch = value(of: .ifNoneMatch, in: request)
        if !ifNoneMatch.isEmpty, list(ifNoneMatch).contains(where: { $0 == "*" || isWeakMatch($0, tag) }) {
            return .notModified
        }
        return .proceed
    }

    /// The tags of all fields of a name as one list.
    private static func value(of name: HTTPFieldName, in request: ServerRequest) -> String {
        let values = request.fields.values(of: name)
        return values.count == 1 ? values[0] : values.joined(separator: ",")
    }

    static func isWeakMatch(_ left: String, _ right: String) -> Bool {
        opaque(left) == opaque(right)
    }

    static func isStrongMatch(_ left: String, _ right: String) -> Bool {
        left == right && !left.hasPrefix("W/")
    }

    /// 304 carries only what a cache needs to update what it holds (RFC 9110,
    /// section 15.4.5), and what a browser has to hold it to: the fields of a 304
    /// replace those of what is held (RFC 9111, section 3.2), so that a policy of
    /// the router would take a page's own pictures from it.
    ///
    /// The body isn't sent; the server tells its length, which is that of the
    /// whole (section 8.6).
    static func notModified(_ response: ServerResponse) -> ServerResponse {
        let kept: Set<HTTPFieldName> = [
            .cacheControl, "Content-Location", .date, .eTag, "Expires", .vary, "Content-Security-Policy",
            "Cross-Origin-Embedder-Policy", "Cross-Origin-Opener-Policy", "Cross-Origin-Resource-Policy",
            "Permissions-Policy", "Referrer-Policy",
        ]
        var fields = HTTPFields()
        for field in response.fields where kept.contains(field.name) { fields.append(field.name, field.value) }
        return ServerResponse(status: .notModified, fields: fields, body: response.body)
    }

    private static func opaque(_ tag: String) -> Substring {
        tag.hasPrefix("W/") ? tag.dropFirst(2) : tag[...]
    }

    /// Splits a list of entity tags; a comma inside quotes belongs to its tag.
    private static func list(_ value: String) -> [String] {
        var tags: [String] = []
        var current = ""
        var isQuoted = false
        for character in value {
            if character == "\"" { isQuoted.toggle() }
            if character == ",", !isQuoted {
                tags.append(current)
                current = ""
            } else if isQuoted || (character != " " && character != "\t") {
                current.append(character)
            }
        }
        return (tags + [current]).filter { !$0.isEmpty }
    }
}
