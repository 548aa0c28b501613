/// The body of an error answer, `application/problem+json` (RFC 9457).
///
/// Unknown members are ignored when decoding, and missing ones are allowed, so
/// that a client understands as much as it can of any server's answer.
public struct ProblemDetails: Codable, Hashable, Sendable {
    /// What is wrong with one member of the request.
    public struct FieldError: Codable, Hashable, Sendable {
        /// Where it is, as a JSON Pointer (RFC 6901), such as `/email`.
        public var pointer: String
        /// A stable code for programs.
        public var code: String
        /// The reason in the language of the answer.
        public var reason: String
        /// The stable name of the reason's text, such as `validation.email.invalid`;
        /// nil for a text without one.
        public var key: String?

        /// Creates a description of what is wrong with one member.
        public init(pointer: String, code: String, reason: String, key: String? = nil) {
            self.pointer = pointer
            self.code = code
            self.reason = reason
            self.key = key
        }
    }

    /// A URI that identifies the kind of problem; `about:blank` when absent.
    public var type: String?
    /// A summary of the kind of problem.
    public var title: String?
    /// The HTTP status code of the answer.
    public var status: Int?
    /// What happened this time and what to do about it.
    public var detail: String?
    /// A stable code for programs, such as `invalid_credentials`.
    public var code: String?
    /// What is wrong with each member of the request.
    public var errors: [FieldError]?
    /// The identifier under which the server logged the request.
    public var requestID: String?

    private enum CodingKeys: String, CodingKey {
        case type, title, status, detail, code, errors
        case requestID = "request_id"
    }

    /// Creates a problem.
    public init(
        type: String? = nil, title: String? = nil, status: Int? = nil, detail: String? = nil,
        code: String? = nil, errors: [FieldError]? = nil, requestID: String? = nil
    ) {
        self.type = type
        self.title = title
        self.status = status
        self.detail = detail
        self.code = code
        self.errors = errors
        self.requestID = requestID
    }
}
