/// The code that a person reads in a terminal and types in a browser of another device
/// (RFC 8628, section 6.1).
///
/// Its letters are consonants that look like no other and no digit, so that nobody reads
/// a word or mistakes one for another: 20⁸ codes, 34 bits.
public struct UserCode: Hashable, Sendable, CustomStringConvertible {
    /// How many letters it has.
    public static let length = 8
    static let alphabet = Array("BCDFGHJKLMNPQRSTVWXZ".utf8)

    /// The letters, in capitals.
    public let description: String

    /// Reads what somebody typed or copied; case, the width of letters, spaces, what nobody
    /// sees, dashes, quotes and dots don't count.
    ///
    /// - Returns: nil for what can't be one.
    public init?(_ typed: some StringProtocol) {
        guard typed.utf8.count <= 64 else { return nil }
        var letters: [UInt8] = []
        for scalar in typed.uppercased().unicodeScalars where !Self.isPassedOver(scalar) {
            let isWide = Self.wideCapitals.contains(scalar.value)
            guard let letter = UInt8(exactly: isWide ? scalar.value - Self.widening : scalar.value),
                Self.alphabet.contains(letter)
            else { return nil }
            letters.append(letter)
        }
        guard letters.count == Self.length else { return nil }
        description = String(decoding: letters, as: UTF8.self)
    }

    private static func isPassedOver(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.properties.isWhitespace || scalar.properties.isDefaultIgnorableCodePoint { return true }
        switch scalar.properties.generalCategory {
        case .dashPunctuation, .initialPunctuation, .finalPunctuation, .format: return true
        default: return "\u{2212}.\"'`\u{201E}\u{201A}".unicodeScalars.contains(scalar)
        }
    }

    /// The full-width capitals of East Asian keyboards, and how far they are from the others.
    private static let wideCapitals: ClosedRange<UInt32> = 0xFF21...0xFF3A
    private static let widening: UInt32 = 0xFEE0

    /// Makes one of random bytes, each letter as likely as any other.
    ///
    /// - Returns: nil where too few of the bytes can be used.
    package init?(random bytes: some Sequence<UInt8>) {
        let fair = UInt8(256 / Self.alphabet.count * Self.alphabet.count)
        let letters = Array(bytes.filter { byte in byte < fair }.prefix(Self.length))
        guard letters.count == Self.length else { return nil }
        description = String(decoding: letters.map { Self.alphabet[Int($0) % Self.alphabet.count] }, as: UTF8.self)
    }

    /// The letters in two groups, as they are read: `WDJB-MJHT`.
    public var spaced: String { "\(description.prefix(4))-\(description.suffix(4))" }
}
