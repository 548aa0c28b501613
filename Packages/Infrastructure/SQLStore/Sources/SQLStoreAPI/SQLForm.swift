/// The text of a statement as the literals of which it is made.
///
/// Literals stay where they are as long as the program runs, so that a statement
/// is found again by their addresses: its text is put together only when it is
/// compiled. Two forms may differ and have the same text; they are never equal
/// with different texts.
package struct SQLForm: Sendable {
    private var pieces: [StaticString] = []
    private var fingerprint: UInt = 0

    package init() {}

    package init(_ literal: StaticString) {
        append(literal)
    }

    package var text: String {
        pieces.reduce(into: "") { $0 += $1.description }
    }

    mutating func reserveCapacity(_ count: Int) {
        pieces.reserveCapacity(count)
    }

    mutating func append(_ literal: StaticString) {
        pieces.append(literal)
        let (start, count) = Self.place(of: literal)
        // Multiplied by 2^64 divided by the golden ratio, so that all bits of
        // all addresses count.
        fingerprint = ((fingerprint ^ start) &+ count) &* 0x9E37_79B9_7F4A_7C15
        fingerprint ^= fingerprint >> 32
    }

    mutating func append(_ other: SQLForm) {
        for piece in other.pieces { append(piece) }
    }

    private static func place(of literal: StaticString) -> (start: UInt, count: UInt) {
        guard literal.hasPointerRepresentation else { return (UInt(literal.unicodeScalar.value), .max) }
        return (UInt(bitPattern: literal.utf8Start), UInt(literal.utf8CodeUnitCount))
    }
}

extension SQLForm: Hashable {
    package static func == (left: SQLForm, right: SQLForm) -> Bool {
        left.fingerprint == right.fingerprint && left.pieces.count == right.pieces.count
            && zip(left.pieces, right.pieces).allSatisfy { place(of: $0) == place(of: $1) }
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(fingerprint)
    }
}
