/// The name under which a person appears, fit to be shown anywhere: it isn't too
/// long, can't break a line, move a cursor, or turn the text around it, holds
/// nothing unseen by which it would differ from one that looks the same, and
/// isn't what the program itself calls people, nor itself.
///
/// It is as it was typed, in composed form (NFC), without white space around it and with
/// single spaces within (the Nickname profile of PRECIS, RFC 8266). Its letters keep
/// their form: NFKC, by which that profile compares names, would spoil some, as `Mª`.
public struct PersonName: Hashable, Sendable {
    /// How many characters a name may have.
    public static let maximumLength = 100

    /// Why a text is no name.
    public enum Problem: Error, Hashable, Sendable {
        /// Nothing of it would show.
        case empty
        /// It is too long, or holds what acts on a screen, turns text or isn't seen.
        case unfit
        /// The program itself says it of people, or it reads as the program or as who runs it.
        case reserved
    }

    /// The name.
    public let text: String

    /// Reads what somebody typed.
    ///
    /// - Throws: ``Problem``, each case for what it says.
    public init(_ typed: String) throws(Problem) {
        guard let text = ReadableText.composed(typed).map(Self.withoutIdle) else { throw .empty }
        guard text.count <= Self.maximumLength, text.utf8.count <= 4 * Self.maximumLength, ReadableText.isLabel(text)
        else { throw .unfit }
        guard !Self.isReserved(text) else { throw .reserved }
        self.text = text
    }

    /// Spaces of any kind and number become one (RFC 8266, section 2.1), and joiners that
    /// join nothing go: neither is seen.
    private static func withoutIdle(_ text: String) -> String {
        ReadableText.withoutIdleJoiners(text).unicodeScalars
            .split { $0.properties.generalCategory == .spaceSeparator }
            .map { String($0) }.joined(separator: " ")
    }

    /// What is said of those whose account is gone.
    private static let ofTheGone = Set(
        [
            "deleted account", "deleted user", "cuenta borrada", "cuenta eliminada", "usuario borrado",
            "usuario eliminado",
        ].map { Skeleton(of: $0).plain })
    /// What is said of whoever reads; without its mark it is a name.
    private static let ofTheReader = Set(["you", "tú"].map { Skeleton(of: $0).letters })
    /// What stands behind names.
    private static let marks = ["(you)", "(tú)", "(author)", "(autor)", "(autora)"].map { Skeleton(of: $0).bracketed }

    /// Whether it reads as what the program says, or as the program.
    private static func isReserved(_ name: String) -> Bool {
        // A digit reads as a letter, or as one of several.
        let skeletons = [Skeleton(of: name), Skeleton(of: name.filter { !$0.isNumber })]
        // A dash stands for whose account is gone.
        return Skeleton.isDash(name)
            || skeletons.contains { skeleton in
                isOfTheService(skeleton) || ofTheGone.contains(skeleton.plain) || ofTheReader.contains(skeleton.letters)
                    || marks.contains { skeleton.bracketed.contains($0) }
            }
    }
}
