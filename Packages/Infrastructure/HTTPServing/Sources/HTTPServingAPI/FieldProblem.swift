public import Localization

/// What is wrong with one member of a request.
public struct FieldProblem: Hashable, Sendable {
    /// Where it is, as a JSON Pointer (RFC 6901), such as `/email`.
    public var pointer: String
    /// A stable code for programs.
    public var code: String
    /// The reason, for people.
    public var reason: LocalizedText
    /// The stable name of the reason, such as `validation.email.invalid`; nil for
    /// one without a name.
    public var key: String?

    /// Creates a description of what is wrong with one member.
    public init(pointer: String, code: String, reason: LocalizedText, key: String? = nil) {
        self.pointer = pointer
        self.code = code
        self.reason = reason
        self.key = key
    }

    /// The member is missing.
    public static func required(pointer: String) -> FieldProblem {
        FieldProblem(
            pointer: pointer, code: "required",
            reason: LocalizedText(en: "This value is required.", es: "Este valor es obligatorio."))
    }

    /// The member has a value of the wrong type or form.
    public static func wrongType(pointer: String) -> FieldProblem {
        FieldProblem(
            pointer: pointer, code: "wrong_type",
            reason: LocalizedText(
                en: "This value does not have the expected form.", es: "Este valor no tiene la forma esperada."))
    }

    /// The member is a number outside of what is allowed, or no number.
    public static func outOfRange(pointer: String, range: ClosedRange<Int>) -> FieldProblem {
        FieldProblem(
            pointer: pointer, code: "out_of_range",
            reason: LocalizedText(
                en: "This must be a whole number from \(range.lowerBound) to \(range.upperBound).",
                es: "Debe ser un número entero entre \(range.lowerBound) y \(range.upperBound)."))
    }
}
