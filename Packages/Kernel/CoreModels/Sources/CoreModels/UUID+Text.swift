public import FoundationEssentials

/// The text of UUIDs, as it stands on the wire and in the database (RFC 9562,
/// section 4).
///
/// Foundation's own reading and writing take some ten times as long, and rows
/// and pages consist of identifiers to a good part; and it reads a space or a
/// sign where a digit belongs.
extension UUID {
    private static let length = 36

    /// The UUID in lower case.
    public var lowercaseText: String {
        String(unsafeUninitializedCapacity: Self.length) { text in
            withUnsafeBytes(of: uuid) { bytes in
                var place = 0
                for byte in bytes {
                    if Self.isDash(place) {
                        text[place] = UInt8(ascii: "-")
                        place += 1
                    }
                    text[place] = Self.digit(byte >> 4)
                    text[place + 1] = Self.digit(byte & 0xF)
                    place += 2
                }
            }
            return Self.length
        }
    }

    /// Reads the text of a UUID in either case, or answers nil if it is none.
    public init?(text: String) {
        var text = text
        var result: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
        let isRead = text.withUTF8 { text in
            guard text.count == Self.length else { return false }
            return withUnsafeMutableBytes(of: &result) { bytes in
                var place = 0
                for index in bytes.indices {
                    if Self.isDash(place) {
                        guard text[place] == UInt8(ascii: "-") else { return false }
                        place += 1
                    }
                    guard let high = Self.value(text[place]), let low = Self.value(text[place + 1]) else {
                        return false
                    }
                    bytes[index] = high << 4 | low
                    place += 2
                }
                return true
            }
        }
        guard isRead else { return nil }
        self.init(uuid: result)
    }

    private static func isDash(_ place: Int) -> Bool {
        place == 8 || place == 13 || place == 18 || place == 23
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") &+ value : UInt8(ascii: "a") &- 10 &+ value
    }

    private static func value(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit &- UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit &- UInt8(ascii: "a") &+ 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit &- UInt8(ascii: "A") &+ 10
        default: nil
        }
    }
}
