public import FoundationEssentials

/// The text of UUIDs, as it stands on the wire and in the database (RFC 9562,
/// section 4).
///
/// Foundation's own reading and writing take some ten times as long, and rows
/// and pages consist of identifiers to a good part; and it reads a space or a
/// sign where a digit belongs.
extension UUID {
    /// How many bytes the text has.
    public static let textLength = 36

    /// The UUID in lower case.
    public var lowercaseText: String { lowercaseText(behind: "") }

    /// The UUID in lower case behind something else, such as a folder.
    public func lowercaseText(behind start: String) -> String {
        var start = start
        return start.withUTF8 { start in
            let count = start.count + Self.textLength
            return unsafe String(unsafeUninitializedCapacity: count) { text in
                let end = unsafe text.initialize(fromContentsOf: start)
                unsafe writeLowercaseText(
                    to: UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(rebasing: text[end...])))
                return count
            }
        }
    }

    /// Writes the UUID in lower case into the first ``textLength`` bytes.
    public func writeLowercaseText(to text: UnsafeMutableRawBufferPointer) {
        precondition(text.count >= Self.textLength)
        unsafe withUnsafeBytes(of: uuid) { bytes in
            func digits(_ index: Int) -> UInt64 {
                unsafe HexDigits.digits(
                    of: UInt32(littleEndian: bytes.load(fromByteOffset: 4 * index, as: UInt32.self)))
            }
            func store(_ digits: UInt64, at places: (Int, Int)) {
                let low = UInt32(truncatingIfNeeded: digits), high = UInt32(truncatingIfNeeded: digits >> 32)
                unsafe text.storeBytes(of: low.littleEndian, toByteOffset: places.0, as: UInt32.self)
                unsafe text.storeBytes(of: high.littleEndian, toByteOffset: places.1, as: UInt32.self)
            }
            store(digits(0), at: (0, 4))
            store(digits(1), at: (9, 14))
            store(digits(2), at: (19, 24))
            store(digits(3), at: (28, 32))
            unsafe text[8] = UInt8(ascii: "-")
            unsafe text[13] = UInt8(ascii: "-")
            unsafe text[18] = UInt8(ascii: "-")
            unsafe text[23] = UInt8(ascii: "-")
        }
    }

    /// Reads the text of a UUID in either case, or answers nil if it is none.
    public init?(text: String) {
        var text = text
        guard let uuid = text.withUTF8({ unsafe UUID(text: UnsafeRawBufferPointer($0)) }) else { return nil }
        self = uuid
    }

    /// Reads the bytes of such a text.
    public init?(text: UnsafeRawBufferPointer) {
        guard text.count == Self.textLength, unsafe text[8] == UInt8(ascii: "-"), unsafe text[13] == UInt8(ascii: "-"),
            unsafe text[18] == UInt8(ascii: "-"), unsafe text[23] == UInt8(ascii: "-")
        else { return nil }
        func four(_ place: Int) -> UInt64 {
            unsafe UInt64(UInt32(littleEndian: text.loadUnaligned(fromByteOffset: place, as: UInt32.self)))
        }
        guard let first = HexDigits.bytes(of: four(0) | four(4) << 32),
            let second = HexDigits.bytes(of: four(9) | four(14) << 32),
            let third = HexDigits.bytes(of: four(19) | four(24) << 32),
            let fourth = HexDigits.bytes(of: four(28) | four(32) << 32)
        else { return nil }
        let halves = (UInt64(first) | UInt64(second) << 32, UInt64(third) | UInt64(fourth) << 32)
        unsafe self.init(uuid: unsafeBitCast((halves.0.littleEndian, halves.1.littleEndian), to: uuid_t.self))
    }
}

/// Digits to the base 16, eight at a time: the first byte or digit is the least
/// significant of its number.
private enum HexDigits {
    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let fifteens: UInt64 = 0x0F0F_0F0F_0F0F_0F0F

    /// The digits of four bytes, in lower case.
    static func digits(of bytes: UInt32) -> UInt64 {
        var lanes = UInt64(bytes)
        lanes = (lanes | lanes << 16) & 0x0000_FFFF_0000_FFFF
        lanes = (lanes | lanes << 8) & 0x00FF_00FF_00FF_00FF
        return text(of: (lanes >> 4 | lanes << 8) & fifteens)
    }

    /// The four bytes of eight digits; nil if one is none.
    ///
    /// Inlined, which makes a UUID's four calls a third cheaper.
    @inline(__always)
    static func bytes(of digits: UInt64) -> UInt32? {
        // Letters have the bit 0x40, and the digit 10 ends with the bits of 1.
        let isLetter = digits >> 6 & ones
        let values = ((digits & fifteens) &+ isLetter &* 9) & fifteens
        guard text(of: values) == digits | isLetter << 5 else { return nil }
        var lanes = (values << 4 | values >> 8) & 0x00FF_00FF_00FF_00FF
        lanes = (lanes | lanes >> 8) & 0x0000_FFFF_0000_FFFF
        return UInt32(truncatingIfNeeded: lanes | lanes >> 16)
    }

    private static func text(of values: UInt64) -> UInt64 {
        let isLetter = (values &+ ones &* 6) >> 4 & ones
        return values &+ ones &* 0x30 &+ isLetter &* 0x27
    }
}
