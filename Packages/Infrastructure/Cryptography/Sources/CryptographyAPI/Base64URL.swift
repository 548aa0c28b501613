public import FoundationEssentials

/// The text form of bytes in tokens and addresses: base64url without padding
/// (RFC 4648 section 5, RFC 7515 section 2).
public enum Base64URL {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    /// The value of each byte as a digit, or 0xFF.
    private static let values: [UInt8] = {
        var values = [UInt8](repeating: 0xFF, count: 256)
        for (value, character) in alphabet.enumerated() { values[Int(character)] = UInt8(value) }
        return values
    }()

    /// Encodes bytes.
    public static func encode(_ bytes: some Sequence<UInt8>) -> String {
        unsafe bytes.withContiguousStorageIfAvailable { unsafe encode($0) }
            ?? Array(bytes).withUnsafeBufferPointer {
                unsafe encode($0)
            }
    }

    private static func encode(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
        unsafe String(unsafeUninitializedCapacity: (bytes.count * 4 + 2) / 3) { text in
            var length = 0
            var pending: UInt32 = 0
            var bitCount: UInt32 = 0
            func append(_ digit: UInt32) {
                unsafe text[length] = alphabet[Int(digit & 0x3F)]
                length += 1
            }
            for place in bytes.indices {
                pending = unsafe pending << 8 | UInt32(bytes[place])
                bitCount += 8
                while bitCount >= 6 {
                    bitCount -= 6
                    append(pending >> bitCount)
                }
            }
            if bitCount > 0 { append(pending << (6 - bitCount)) }
            return length
        }
    }

    /// Decodes text, or returns nil if it isn't the one text that ``encode(_:)``
    /// gives for some bytes: no padding, no white space, no stray bits at the
    /// end, no other alphabet.
    public static func decode(_ text: some StringProtocol) -> Data? {
        // A generic view of the text would cost ten times as much.
        unsafe text.utf8.withContiguousStorageIfAvailable { unsafe decode($0) }
            ?? Array(text.utf8).withUnsafeBufferPointer { unsafe decode($0) }
    }

    private static func decode(_ text: UnsafeBufferPointer<UInt8>) -> Data? {
        var bytes = [UInt8]()
        bytes.reserveCapacity(text.count * 3 / 4)
        var pending: UInt32 = 0
        var bitCount = 0
        for place in text.indices {
            let value = unsafe values[Int(text[place])]
            guard value != 0xFF else { return nil }
            pending = (pending << 6 | UInt32(value)) & 0xFFFF
            bitCount += 6
            if bitCount >= 8 {
                bitCount -= 8
                bytes.append(UInt8(truncatingIfNeeded: pending >> UInt32(bitCount)))
            }
        }
        // Six bits left over: a lone character, which no bytes encode to.
        guard bitCount < 6, pending & (1 << UInt32(bitCount) - 1) == 0 else { return nil }
        return Data(bytes)
    }
}
