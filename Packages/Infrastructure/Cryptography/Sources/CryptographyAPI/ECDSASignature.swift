public import FoundationEssentials

/// The two forms of an ECDSA signature over P-256: the library's DER, and r and
/// s side by side as in JOSE (RFC 7518 section 3.4).
public enum ECDSASignature {
    private static let coordinateByteCount = 32
    private static let sequenceTag: UInt8 = 0x30
    private static let integerTag: UInt8 = 0x02

    /// The 64 bytes for a signature in DER, or nil if it isn't exactly that.
    public static func raw(fromDER der: Data) -> Data? {
        var reader = Array(der)[...]
        // Lengths below 128 have one byte in DER, and 72 is the longest here.
        guard reader.popFirst() == sequenceTag, reader.popFirst().map(Int.init) == reader.count,
            let r = readInteger(&reader), let s = readInteger(&reader), reader.isEmpty
        else { return nil }
        return Data(r + s)
    }

    /// The DER form of 64 bytes, or nil if there aren't 64.
    public static func der(fromRaw raw: Data) -> Data? {
        guard raw.count == 2 * coordinateByteCount else { return nil }
        let body = integer(raw.prefix(coordinateByteCount)) + integer(raw.suffix(coordinateByteCount))
        return Data([sequenceTag, UInt8(body.count)] + body)
    }

    /// A positive integer, padded to 32 bytes.
    private static func readInteger(_ reader: inout ArraySlice<UInt8>) -> [UInt8]? {
        guard reader.popFirst() == integerTag, let length = reader.popFirst().map(Int.init),
            length > 0, length <= reader.count
        else { return nil }
        var bytes = reader.prefix(length)
        reader.removeFirst(length)
        guard let first = bytes.first, first < 0x80 else { return nil }
        if first == 0, bytes.count > 1 {
            bytes.removeFirst()  // Only there to keep the number positive.
            guard let next = bytes.first, next >= 0x80 else { return nil }
        }
        guard bytes.count <= coordinateByteCount else { return nil }
        return [UInt8](repeating: 0, count: coordinateByteCount - bytes.count) + bytes
    }

    /// A positive integer in its shortest form.
    private static func integer(_ coordinate: Data) -> [UInt8] {
        var bytes = Array(coordinate.drop { $0 == 0 })
        if bytes.first.map({ $0 >= 0x80 }) ?? true { bytes.insert(0, at: 0) }
        return [integerTag, UInt8(bytes.count)] + bytes
    }
}
