import HTTPServingAPI
import HTTPTypes

/// The header fields that make an answer harmless where it doesn't belong.
///
/// A handler that sets one of them keeps its own value; pages need another
/// policy than data. See OWASP ASVS 5.0, section 3.4.
enum SecurityHeaders {
    static func add(to response: inout ServerResponse, isSecure: Bool) {
        for field in always where response.fields[field.name] == nil {
            response.fields.append(field.name, field.value)
        }
        if isSecure, response.fields[transportSecurity.name] == nil {
            response.fields.append(transportSecurity.name, transportSecurity.value)
        }
        // What isn't marked as cacheable may be somebody's own.
        if response.fields[.cacheControl] == nil { response.fields[.cacheControl] = "no-store" }
    }

    private static let always: HTTPFields = [
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "no-referrer",
        "Content-Security-Policy": "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        "Cross-Origin-Resource-Policy": "same-origin",
    ]

    /// A year: the least that ASVS 3.4.1 asks for.
    private static let transportSecurity = HTTPFields.Field(
        name: "Strict-Transport-Security", value: "max-age=31536000")
}
