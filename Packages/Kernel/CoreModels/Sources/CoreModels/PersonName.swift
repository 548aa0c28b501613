/// The name under which a person appears, fit to be shown anywhere: it isn't too
/// long, can't break a line, move a cursor, or turn the text around it, holds
/// nothing unseen by which it would differ from one that looks the same, and
/// isn't what the program itself calls people.
///
/// It is in composed form (NFC), without white space around it.
public struct PersonName: Hashable, Sendable {
    /// How many characters a name may have.
    public static let maximumLength = 100

    /// Why a text is no name.
    public enum Problem: Error, Hashable, Sendable {
        /// Nothing of it would show.
        case empty
        /// It is too long, or holds what acts on a screen, turns text or isn't seen.
        case unfit
        /// The program itself says it of people.
        case reserved
    }

    /// The name.
    public let text: String

    /// Reads what somebody typed.
    ///
    /// - Throws: ``Problem``, each case for what it says.
    public init(_ typed: String) throws(Problem) {
        guard let text = ReadableText.composed(typed) else { throw .empty }
        guard text.count <= Self.maximumLength, text.utf8.count <= 4 * Self.maximumLength,
            ReadableText.isHarmless(text, inLines: false), !ReadableText.hidesCharacters(text)
        else { throw .unfit }
        guard !Self.isReserved(text) else { throw .reserved }
        self.text = text
    }

    /// What is said of people, without what isn't a letter: of whose account is
    /// gone, and of whoever reads.
    private static let reserved: Set = [
        "deletedaccount", "deleteduser", "cuentaborrada", "cuentaeliminada", "usuarioborrado", "usuarioeliminado",
        "you", "tú",
    ]
    /// What stands behind names.
    private static let marks = ["(you)", "(tú)", "(author)", "(autor)", "(autora)"]

    private static func isReserved(_ name: String) -> Bool {
        let name = name.lowercased()
        let letters = String(name.filter(\.isLetter))
        // A dash stands for whose account is gone.
        let isDash = name.unicodeScalars.allSatisfy {
            $0.properties.generalCategory == .dashPunctuation || $0.properties.isWhitespace
        }
        return isDash || reserved.contains(letters) || marks.contains { name.contains($0) }
    }
}
