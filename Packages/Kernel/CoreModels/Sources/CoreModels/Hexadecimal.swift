extension Sequence<UInt8> {
    /// The bytes in base 16, in lower case (RFC 4648, section 8).
    public var hexadecimal: String {
        let digits = Array("0123456789abcdef".utf8)
        let text = reduce(into: [UInt8]()) { text, byte in
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 0xF)])
        }
        return String(decoding: text, as: UTF8.self)
    }
}

extension UInt8 {
    /// The value of a digit in base 16, in either case; nil for any other
    /// character.
    public init?(hexadecimalDigit digit: UInt8) {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self = digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self = digit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self = digit - UInt8(ascii: "A") + 10
        default: return nil
        }
    }
}
