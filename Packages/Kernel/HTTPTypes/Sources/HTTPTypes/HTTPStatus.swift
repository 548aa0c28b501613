/// A status code (RFC 9110, section 15).
public struct HTTPStatus: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    /// The three-digit code.
    public let rawValue: Int

    /// Creates a status from its code.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// The code in digits.
    public var description: String { String(rawValue) }

    /// Whether the code says that the request succeeded (2xx).
    public var isSuccess: Bool { (200..<300).contains(rawValue) }
    /// Whether the code blames the request (4xx).
    public var isClientError: Bool { (400..<500).contains(rawValue) }
    /// Whether the code blames the server (5xx).
    public var isServerError: Bool { (500..<600).contains(rawValue) }

    /// 200.
    public static let ok = HTTPStatus(rawValue: 200)
    /// 201.
    public static let created = HTTPStatus(rawValue: 201)
    /// 202.
    public static let accepted = HTTPStatus(rawValue: 202)
    /// 204.
    public static let noContent = HTTPStatus(rawValue: 204)
    /// 206.
    public static let partialContent = HTTPStatus(rawValue: 206)
    /// 303.
    public static let seeOther = HTTPStatus(rawValue: 303)
    /// 304.
    public static let notModified = HTTPStatus(rawValue: 304)
    /// 400.
    public static let badRequest = HTTPStatus(rawValue: 400)
    /// 401.
    public static let unauthorized = HTTPStatus(rawValue: 401)
    /// 403.
    public static let forbidden = HTTPStatus(rawValue: 403)
    /// 404.
    public static let notFound = HTTPStatus(rawValue: 404)
    /// 405.
    public static let methodNotAllowed = HTTPStatus(rawValue: 405)
    /// 408.
    public static let requestTimeout = HTTPStatus(rawValue: 408)
    /// 409.
    public static let conflict = HTTPStatus(rawValue: 409)
    /// 410.
    public static let gone = HTTPStatus(rawValue: 410)
    /// 412.
    public static let preconditionFailed = HTTPStatus(rawValue: 412)
    /// 413.
    public static let contentTooLarge = HTTPStatus(rawValue: 413)
    /// 414.
    public static let uriTooLong = HTTPStatus(rawValue: 414)
    /// 415.
    public static let unsupportedMediaType = HTTPStatus(rawValue: 415)
    /// 416.
    public static let rangeNotSatisfiable = HTTPStatus(rawValue: 416)
    /// 422.
    public static let unprocessableContent = HTTPStatus(rawValue: 422)
    /// 428 (RFC 6585).
    public static let preconditionRequired = HTTPStatus(rawValue: 428)
    /// 429 (RFC 6585).
    public static let tooManyRequests = HTTPStatus(rawValue: 429)
    /// 431 (RFC 6585).
    public static let requestHeaderFieldsTooLarge = HTTPStatus(rawValue: 431)
    /// 500.
    public static let internalServerError = HTTPStatus(rawValue: 500)
    /// 501.
    public static let notImplemented = HTTPStatus(rawValue: 501)
    /// 502.
    public static let badGateway = HTTPStatus(rawValue: 502)
    /// 503.
    public static let serviceUnavailable = HTTPStatus(rawValue: 503)
    /// 504.
    public static let gatewayTimeout = HTTPStatus(rawValue: 504)
    /// 505.
    public static let httpVersionNotSupported = HTTPStatus(rawValue: 505)
    /// 507 (RFC 4918).
    public static let insufficientStorage = HTTPStatus(rawValue: 507)
}
