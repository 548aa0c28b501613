/// The name under which a person appears, fit to be shown anywhere: it isn't too
/// long and can't break a line, move a cursor, or turn the text around it.
///
/// It is in composed form (NFC), without white space around it.
public struct PersonName: Hashable, Sendable {
    /// How many characters a name may have.
    public static let maximumLength = 100

    /// Why a text is no name.
    public enum Problem: Error, Hashable, Sendable {
        /// Nothing of it would show.
        case empty
        /// It is too long, or holds what acts on a screen or turns text.
        case unfit
    }

    /// The name.
    public let text: String

    /// Reads what somebody typed.
    ///
    /// - Throws: ``Problem``, each case for what it says.
    public init(_ typed: String) throws(Problem) {
        guard let text = ReadableText.composed(typed) else { throw .empty }
        guard text.count <= Self.maximumLength, text.utf8.count <= 4 * Self.maximumLength,
            ReadableText.isHarmless(text, inLines: false)
        else { throw .unfit }
        self.text = text
    }
}
