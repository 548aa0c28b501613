import HTTPTypes
import Localization

/// The codes that problems of one kind have.
///
/// ```swift
/// static let login = ProblemCodes("Login", LoginContract.Code.self)
/// ```
/// makes the components `LoginCode`, with the codes, and `LoginProblem`, a problem
/// that has one of them.
public struct ProblemCodes: Hashable, Sendable {
    /// The codes alone, for what mentions them.
    public let codes: Schema
    /// A problem with one of the codes.
    package let problem: Schema

    private init(_ name: String, codes: Schema) {
        self.codes = codes
        problem = Schema.problem(code: codes).named("\(name)Problem")
    }

    /// All codes of a contract.
    ///
    /// - Parameters:
    ///   - name: What their components begin with.
    ///   - codes: The enumeration that client and server share.
    ///   - text: What there is to say about them, besides where they are.
    public init<Codes: CaseIterable & RawRepresentable<String>>(
        _ name: String, _ codes: Codes.Type, _ text: String? = nil
    ) {
        self.init(name, codes: .codes(of: codes, text).named("\(name)Code"))
    }

    /// The codes of problems that somebody else's contract doesn't list.
    public init(_ name: String, of problems: HTTPProblem...) {
        let codes = problems.map(\.code)
        self.init(name, codes: codes.count == 1 ? .constant(codes[0]) : .values(codes))
    }

    private init(common problems: [HTTPProblem]) {
        self.init(
            "Common",
            codes: Schema.values(problems.map(\.code)).described("What any route can answer.").named("CommonCode"))
    }

    /// What any route can answer.
    public static var common: ProblemCodes {
        ProblemCodes(common: [
            .badRequest(), .malformedJSON, .incompleteBody, .authenticationRequired(), .forbidden, .notFound,
            .methodNotAllowed(allowed: []), .preconditionFailed, .bodyTooLarge(limit: 0), .uriTooLong(limit: 0),
            .unsupportedMediaType(expected: .json), .unsupportedContentCoding, .rangeNotSatisfiable(length: 0),
            .invalidData([]), .idempotencyKeyReused, .tooManyRequests(retryAfter: .seconds(1)),
            .headersTooLarge(limit: 0), .internalError, .notImplemented(LocalizedText(verbatim: "")),
            .versionNotSupported,
            .unavailable(retryAfter: .seconds(1)), .storageFull(),
        ])
    }
}

extension Schema {
    /// The codes of a contract, with the name of their enumeration; say what they
    /// are called by ``named(_:)``.
    public static func codes<Codes: CaseIterable & RawRepresentable<String>>(
        of codes: Codes.Type, _ text: String? = nil
    ) -> Schema {
        // The module's name is nothing for readers.
        let name = String(reflecting: codes).split(separator: ".").dropFirst().joined(separator: ".")
        return .values(of: codes).described("`\(name)`" + (text.map { ": \($0)" } ?? "."))
    }

    /// A problem with a code of these.
    package static func problem(code: Schema) -> Schema {
        .all(of: .problem, .members(.optional("code", code)))
    }

    /// A problem that says what is wrong with members of the request, by codes of
    /// these.
    package static func invalidData(codes: Schema) -> Schema {
        .all(
            of: .problem,
            .members(
                .required(
                    "errors", .array(of: .members(.optional("code", codes))).with("minItems", 1)),
                .optional("code", .constant("invalid_data"))))
    }

    /// An error (RFC 9457).
    package static var problem: Schema {
        Schema.object(
            .required(
                "type", .uriReference,
                "`/problems/CODE` below `server.public_url`, or alone if that is not configured; a name, not a page."),
            .required("title", .string, "What kind of problem it is, for people."),
            .required("status", .integer(400...599)),
            .optional("detail", .string, "What to do about it, for people."),
            .required("code", .string, "Stable, for programs."),
            .optional("errors", .array(of: fieldProblem)),
            .required("request_id", .string, "The same as `X-Request-ID`.")
        ).described("An error (RFC 9457).").named("Problem")
    }

    static var fieldProblem: Schema {
        Schema.object(
            .required("pointer", .string, "A JSON Pointer (RFC 6901); for a parameter of the query, its name."),
            .required("code", .string, "Stable, for programs."),
            .required("reason", .string, "For people."),
            .optional(
                "key", .string,
                "The stable name of the reason, such as `validation.password.short`, where it has one.")
        ).named("FieldProblem")
    }

    /// What can be wrong with a member of any body or query.
    static var commonFieldCode: Schema {
        Schema.values([
            FieldProblem.required(pointer: "").code, FieldProblem.wrongType(pointer: "").code,
            FieldProblem.outOfRange(pointer: "", range: 0...0).code,
        ]).described("What can be wrong with a member of any body or query.").named("CommonFieldCode")
    }
}
