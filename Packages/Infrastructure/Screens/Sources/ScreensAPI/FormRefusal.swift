public import Localization
public import Presenting

/// What can't be right in a form, found before anything was done with it.
public struct FormRefusal: PresentableError {
    /// Each field and what is wrong with it, in the form's order.
    public let fields: [FieldFailure]

    /// Creates a refusal of several fields.
    public init(_ failures: [FieldFailure]) {
        fields = failures
    }

    /// Creates a refusal of one field.
    public init(at field: StaticString, _ text: LocalizedText) {
        self.init([FieldFailure(field, text)])
    }

    /// The word `invalid_data`.
    public var code: String { "invalid_data" }
    /// It is about what was typed.
    public var nature: FailureNature { .input }
    /// All that is wrong.
    public var text: LocalizedText {
        fields.dropFirst().reduce(fields.first?.text ?? LocalizedText(verbatim: "")) { $0 + $1.text }
    }
}

extension FieldFailure {
    /// Something that is wrong with a field of a screen's form.
    public init(_ field: StaticString, _ text: LocalizedText) {
        self.init(pointer: "/\(field)", text: text)
    }
}

/// An error that is about one field of a form.
public struct FieldRefusal: PresentableError {
    /// What happened.
    public let error: any PresentableError
    private let field: String

    /// Creates an error about a field.
    public init(_ error: any PresentableError, at field: StaticString) {
        self.error = error
        self.field = field.description
    }

    /// That of the error.
    public var code: String { error.code }
    /// What the error says.
    public var text: LocalizedText { error.text }
    /// That of the error.
    public var nature: FailureNature { error.nature }
    /// What the error adds.
    public var remark: LocalizedText? { error.remark }
    /// What can be done.
    public var nextSteps: [NextStep] { error.nextSteps }
    /// The field.
    public var fields: [FieldFailure] { [FieldFailure(pointer: "/" + field, text: error.text)] }
}
