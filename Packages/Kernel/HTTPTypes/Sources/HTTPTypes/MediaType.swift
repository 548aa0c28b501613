/// A media type without its parameters, such as `application/json`.
public struct MediaType: Hashable, Sendable, CustomStringConvertible {
    /// Type and subtype in lower case.
    public let description: String

    /// Reads the media type of a `Content-Type` value; parameters are dropped.
    ///
    /// - Returns: nil when the value has no `type/subtype` (RFC 9110, 8.3.1).
    public init?(contentType: String) {
        let essence = contentType.prefix { $0 != ";" }.filter { $0 != " " && $0 != "\t" }.lowercased()
        let parts = essence.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ HTTPFieldName(String($0)).isValid }) else { return nil }
        description = essence
    }

    private init(known: String) {
        description = known
    }

    /// `application/json`.
    public static let json = MediaType(known: "application/json")
    /// `application/problem+json` (RFC 9457).
    public static let problem = MediaType(known: "application/problem+json")
    /// `text/event-stream`.
    public static let eventStream = MediaType(known: "text/event-stream")
    /// `text/html; charset=utf-8` is sent; this is its type alone.
    public static let html = MediaType(known: "text/html")
    /// Scripts (RFC 9239).
    public static let javaScript = MediaType(known: "text/javascript")
    /// Style sheets (RFC 2318).
    public static let css = MediaType(known: "text/css")
    /// `text/plain`.
    public static let plainText = MediaType(known: "text/plain")
    /// `image/jpeg`.
    public static let jpeg = MediaType(known: "image/jpeg")
    /// `image/png`.
    public static let png = MediaType(known: "image/png")
    /// `image/svg+xml`.
    public static let svg = MediaType(known: "image/svg+xml")
    /// `multipart/form-data` (RFC 7578).
    public static let multipartForm = MediaType(known: "multipart/form-data")
    /// `application/x-www-form-urlencoded`: what a form sends.
    public static let urlEncodedForm = MediaType(known: "application/x-www-form-urlencoded")
    /// `application/secevent+jwt`: a security event token (RFC 8417).
    public static let securityEvent = MediaType(known: "application/secevent+jwt")
    /// `application/octet-stream`.
    public static let octetStream = MediaType(known: "application/octet-stream")
}
