public import Localization

/// An error in words for whoever is in front of the program, whatever shows it:
/// a terminal, a page, or another program.
///
/// Errors of an `*API` conform. Neither texts nor codes name a command or a page:
/// what a person can do is a ``NextStep``, and each presentation has its own
/// words for it.
public protocol PresentableError: Error {
    /// A stable word for programs, in `snake_case`, such as `no_connectivity`.
    var code: String { get }
    /// What happened, as sentences.
    var text: LocalizedText { get }
    /// Of what kind it is, for whoever has to do something about it.
    var nature: FailureNature { get }
    /// What was kept or left as it was, as sentences, if ``text`` doesn't say so.
    var remark: LocalizedText? { get }
    /// What the person can do next, the most useful first.
    var nextSteps: [NextStep] { get }
    /// The fields of a form that can't be accepted, in the form's order; ``text``
    /// says the same.
    var fields: [FieldFailure] { get }
    /// Whether what was asked for is kept on this device, to be done later.
    var isWaiting: Bool { get }
}

extension PresentableError {
    /// Nothing that ``text`` doesn't say.
    public var remark: LocalizedText? { nil }
    /// Nothing but what ``text`` says.
    public var nextSteps: [NextStep] { [] }
    /// It isn't about a form.
    public var fields: [FieldFailure] { [] }
    /// Nothing is done later.
    public var isWaiting: Bool { false }

    /// ``text`` and ``remark``, for where nothing else is shown.
    public var fullText: LocalizedText { remark.map { text + $0 } ?? text }
}

/// Of what kind a failure is, for whoever has to do something about it.
public enum FailureNature: Hashable, CaseIterable, Sendable {
    /// What was given can't be right; nothing was done.
    case input
    /// Nobody is logged in who may do this.
    case credentials
    /// The server can't be reached, or has no time.
    case connectivity
    /// It was understood, and refused or impossible.
    case refused
    /// Something doesn't work as it should, here or there.
    case fault
    /// The person didn't want it any more.
    case cancelled
}

/// A field of a form that can't be accepted.
public struct FieldFailure: Hashable, Sendable {
    /// Where it is in the form, as a JSON Pointer (RFC 6901) such as `/email`.
    public let pointer: String
    /// What is wrong with it and what would be right, as a sentence.
    public let text: LocalizedText

    /// Creates a description of a field.
    public init(pointer: String, text: LocalizedText) {
        self.pointer = pointer
        self.text = text
    }
}
