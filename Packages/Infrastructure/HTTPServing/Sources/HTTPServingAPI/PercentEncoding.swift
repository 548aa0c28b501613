/// Percent-encoding (RFC 3986, section 2.1).
public enum PercentEncoding {
    /// Decodes escapes strictly.
    ///
    /// - Parameters:
    ///   - encoded: the bytes as they were sent.
    ///   - plusIsSpace: whether `+` stands for a space, as in forms.
    /// - Returns: nil when an escape is broken or the bytes aren't UTF-8, and
    ///   when a NUL comes out, which no path or name may hold.
    public static func decode(_ encoded: ArraySlice<UInt8>, plusIsSpace: Bool = false) -> String? {
        let isPlain = encoded.allSatisfy {
            (0x01..<0x80).contains($0) && $0 != UInt8(ascii: "%") && !(plusIsSpace && $0 == UInt8(ascii: "+"))
        }
        // Of plain bytes nothing has to be validated.
        if isPlain { return String(decoding: encoded, as: UTF8.self) }
        var bytes: [UInt8] = []
        var rest = encoded.makeIterator()
        while let byte = rest.next() {
            switch byte {
            case UInt8(ascii: "%"):
                guard let high = rest.next().flatMap(hexadecimal), let low = rest.next().flatMap(hexadecimal) else {
                    return nil
                }
                bytes.append(high << 4 | low)
            case UInt8(ascii: "+") where plusIsSpace: bytes.append(UInt8(ascii: " "))
            default: bytes.append(byte)
            }
        }
        guard !bytes.contains(0) else { return nil }
        return String(validating: bytes, as: UTF8.self)
    }

    private static func hexadecimal(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
