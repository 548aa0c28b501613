public import HTTPTypes
public import Localization
public import PluginKit

/// An error answer: a handler throws it, the router writes it as
/// `application/problem+json` (RFC 9457) in the language of the request.
///
/// Everything in it reaches the client, so it must hold nothing internal.
public struct HTTPProblem: Error, Hashable, Sendable {
    /// The status of the answer.
    public var status: HTTPStatus
    /// A stable code for programs, such as `invalid_credentials`.
    public var code: String
    /// What kind of problem it is.
    public var title: LocalizedText
    /// What happened this time and what to do about it.
    public var detail: LocalizedText?
    /// What is wrong with each member of the request.
    public var errors: [FieldProblem]
    /// Header fields that the answer carries, such as `Retry-After`.
    public var fields: HTTPFields
    /// Further members of the answer (RFC 9457, section 3.2); their names are
    /// others than those of the problem itself.
    public var members: [String: String]

    /// Creates a problem.
    public init(
        status: HTTPStatus, code: String, title: LocalizedText, detail: LocalizedText? = nil,
        errors: [FieldProblem] = [], fields: HTTPFields = HTTPFields(), members: [String: String] = [:]
    ) {
        self.status = status
        self.code = code
        self.title = title
        self.detail = detail
        self.errors = errors
        self.fields = fields
        self.members = members
    }
}

/// Collects those who know what an error of the server's own means to whoever
/// asked: an error that no handler expects, or the problem with which one says
/// that it isn't available.
public enum ErrorExplanations: ExtensionPoint {
    /// Explains an error, or answers nil if it can't; it must not block.
    public typealias Value = @Sendable (any Error) -> HTTPProblem?
}
