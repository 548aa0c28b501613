package import FoundationEssentials

extension Data {
    /// The bytes as digits and the letters a to f: a digest as it stands in
    /// names of files and in entity tags.
    package var hexadecimal: String {
        let digits = reduce(into: [UInt8]()) { digits, byte in
            digits.append(Self.digit(byte >> 4))
            digits.append(Self.digit(byte & 0xF))
        }
        return String(decoding: digits, as: UTF8.self)
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") - 10 + value
    }
}
