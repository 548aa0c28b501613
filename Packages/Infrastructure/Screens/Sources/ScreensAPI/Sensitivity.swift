public import Localization

/// Something that is nobody's business but the person's, and is on a screen all
/// the same.
///
/// It is masked until the person asks for it, and again when the window is left;
/// it is never printed (``ScreenBlock/sensitive(_:_:)``).
public struct Sensitivity: Hashable, Sendable {
    /// By what it is known, such as `address`.
    public let name: String
    /// What it is, to the person: "your address".
    public let subject: LocalizedText
    /// Why it is masked.
    public let reason: LocalizedText

    /// Creates a sensitivity; its name consists of lower-case letters and hyphens.
    public init(_ name: StaticString, _ subject: LocalizedText, because reason: LocalizedText) {
        self.name = name.description
        self.subject = subject
        self.reason = reason
    }

    /// The codes that are typed (``ScreenField/Kind/code(digits:)`` and
    /// ``ScreenField/Kind/oneTimeCode``): the field masks them itself.
    public static let codes = Sensitivity(
        "codes", LocalizedText(en: "the code that you type", es: "el código que escribes"),
        because: LocalizedText(
            en: "Whoever reads a code can use it before you do.", es: "Quien lea un código puede usarlo antes que tú."))
}

extension ScreenContents {
    /// What of a person's is on it.
    public var sensitivities: Set<Sensitivity> {
        let codes = forms.contains { form in form.fields.contains { $0.kind.isCode } }
        return Set(blocks.flatMap(\.sensitivities)).union(codes ? [.codes] : [])
    }
}

extension ScreenField.Kind {
    fileprivate var isCode: Bool {
        switch self {
        case .code, .oneTimeCode: true
        default: false
        }
    }
}

extension ScreenBlock {
    fileprivate var sensitivities: [Sensitivity] {
        if case .sensitive(let sensitivity, _) = self { [sensitivity] } else { parts.flatMap(\.sensitivities) }
    }
}
