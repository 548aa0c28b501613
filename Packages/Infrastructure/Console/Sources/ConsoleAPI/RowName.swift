public import FoundationEssentials
import Localization

/// A list whose rows people name: by number, by the beginning of an identifier,
/// or by all of it. Whoever shows a list names it:
///
/// ```swift
/// extension ListName {
///     static let sessions = ListName("sessions", shownBy: "essential sessions")
/// }
/// ```
public struct ListName: Hashable, Sendable {
    /// The word by which the list is remembered.
    public let word: String
    /// What shows the list.
    public let command: String

    /// Names a list.
    public init(_ word: String, shownBy command: String) {
        self.word = word
        self.command = command
    }
}

/// What somebody typed to name a row of a list; ``Terminal`` knows what it
/// stands for.
public struct RowName: Hashable, Sendable {
    let word: String
    /// Whether a narrow screen cut it off.
    private let isCut: Bool

    /// Reads a word; nil for one that is no number, no identifier and no
    /// beginning of one.
    ///
    /// - Parameter text: As it was typed, or as a narrow screen cut it off.
    public init?(_ text: String) {
        isCut = text.hasSuffix("…")
        let word = (isCut ? text.dropLast() : text[...]).lowercased()
        guard (1...36).contains(word.utf8.count), word.utf8.allSatisfy(Self.isPart) else { return nil }
        self.word = word
    }

    private static func isPart(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "-"): true
        default: false
        }
    }

    /// The identifier, if it is a whole one.
    var identifier: UUID? { UUID(uuidString: word) }
    /// The number, if it is one.
    var number: Int? { word.first == "0" ? nil : Int(word) }

    /// Whether it can be nothing but a number: whoever types a wrong one shall not mean
    /// what happens to be called so.
    public var isOnlyNumber: Bool { number != nil && !isCut && word.utf8.count < 5 }

    /// The identifiers that begin like it, each once.
    func matches(in identifiers: [UUID]) -> [UUID] {
        if isOnlyNumber { return [] }
        var seen: Set<UUID> = []
        return identifiers.filter { $0.uuidString.lowercased().hasPrefix(word) && seen.insert($0).inserted }
    }
}

extension ValueFormat where Value == RowName {
    /// A row of a list.
    ///
    /// - Parameter isNumbered: Whether the list is shown with numbers, by a
    ///   program that remembers which.
    public static func row(of list: ListName, isNumbered: Bool = true) -> ValueFormat {
        let expectation =
            isNumbered
            ? LocalizedText(
                en: "a number from the last list, or an identifier or its beginning",
                es: "un número de la última lista, o un identificador o su comienzo")
            : LocalizedText(en: "an identifier or its beginning", es: "un identificador o su comienzo")
        return ValueFormat(
            placeholder: LocalizedText(verbatim: "ID"), expectation: expectation, completion: .rows(list)
        ) { RowName($0) }
    }
}

extension Terminal {
    /// What the name of a row stands for: the row of that number in the list that
    /// was shown last, else the one whose identifier begins like it, of all that
    /// were ever shown.
    ///
    /// A number of up to four digits is no beginning.
    ///
    /// - Parameters:
    ///   - isNumbered: Whether a number means anything: false where the person
    ///     was shown no such list.
    ///   - others: Gives what else there is beside the list that was shown last;
    ///     asked only if that doesn't tell.
    /// - Throws: Code `unknown_row` or `ambiguous_row`, and whatever `others`
    ///   throws.
    public func identifier(
        _ name: RowName, in list: ListName, isNumbered: Bool = true,
        others: () async throws(CommandFailure) -> [UUID] = { [] }
    ) async throws(CommandFailure) -> UUID {
        if let identifier = name.identifier { return identifier }
        let shown = isNumbered ? rows(of: list) : []
        if let number = name.number, shown.indices.contains(number - 1) { return shown[number - 1] }
        var matches = name.matches(in: isNumbered ? shown + knownRows(of: list) : [])
        if matches.isEmpty {
            let others = try await others()
            if isNumbered, shown.isEmpty, let number = name.number, others.indices.contains(number - 1) {
                return others[number - 1]
            }
            matches = name.matches(in: others)
        }
        guard let match = matches.first else { throw .unknownRow(name, list) }
        guard matches.count == 1 else { throw .ambiguousRow(name, matches) }
        return match
    }
}

extension CommandFailure {
    fileprivate static func unknownRow(_ name: RowName, _ list: ListName) -> CommandFailure {
        CommandFailure(
            code: "unknown_row",
            message: LocalizedText(
                en: "Nothing in the last list is called “\(name.word)”.",
                es: "Nada en la última lista se llama «\(name.word)»."),
            hint: LocalizedText(en: "See the list with: \(list.command)", es: "Mira la lista con: \(list.command)"))
    }

    fileprivate static func ambiguousRow(_ name: RowName, _ matches: [UUID]) -> CommandFailure {
        let list = matches.prefix(8).map { $0.uuidString.lowercased() }.joined(separator: ", ")
        let more = matches.count > 8 ? ", …" : ""
        return CommandFailure(
            code: "ambiguous_row",
            message: LocalizedText(
                en: "“\(name.word)” is the beginning of several: \(list)\(more)",
                es: "«\(name.word)» es el comienzo de varios: \(list)\(more)"),
            hint: LocalizedText(en: "Type more of the one you mean.", es: "Escribe más del que quieres decir."))
    }
}
