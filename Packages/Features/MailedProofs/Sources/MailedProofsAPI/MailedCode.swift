/// A code of 8 digits, as it is mailed and typed.
public struct MailedCode: Hashable, Sendable, CustomStringConvertible {
    /// How many digits a code has: 10^8 codes and five tries leave a guess one
    /// chance in twenty million.
    public static let length = 8

    /// The digits.
    public let description: String

    /// Reads a code; spaces and hyphens between the digits are fine.
    public init?(_ text: some StringProtocol) {
        let digits = String(text.filter { $0 != " " && $0 != "-" })
        guard digits.utf8.count == Self.length, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        description = digits
    }

    /// The digits in two groups, as they are read and remembered: `2117 7255`.
    public var spaced: String {
        description.enumerated().map { $0.offset > 0 && $0.offset % 4 == 0 ? " \($0.element)" : "\($0.element)" }
            .joined()
    }

    /// Makes a code of a number; of larger numbers the last digits count.
    public init(number: UInt64) {
        let digits = String(number % 100_000_000)
        description = String(repeating: "0", count: Self.length - digits.count) + digits
    }
}
