/// What makes a mailed link the one that it is: 256 random bits in base64url
/// (RFC 4648, section 5).
public struct MailedToken: Hashable, Sendable, CustomStringConvertible {
    /// How many characters a token has.
    public static let length = 43

    /// The characters, for the link and the wire.
    public let text: String

    /// Reads a token.
    public init?(_ text: some StringProtocol) {
        guard text.utf8.count == Self.length, text.utf8.allSatisfy(Self.isPart) else { return nil }
        self.text = String(text)
    }

    /// Hides the token from logs.
    public var description: String { "<redacted>" }

    private static func isPart(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"): true
        default: false
        }
    }
}
