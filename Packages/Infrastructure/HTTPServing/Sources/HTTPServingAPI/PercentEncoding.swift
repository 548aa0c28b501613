import CoreModels

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
                guard let high = rest.next().flatMap(UInt8.init(hexadecimalDigit:)),
                    let low = rest.next().flatMap(UInt8.init(hexadecimalDigit:))
                else { return nil }
                bytes.append(high << 4 | low)
            case UInt8(ascii: "+") where plusIsSpace: bytes.append(UInt8(ascii: " "))
            default: bytes.append(byte)
            }
        }
        guard !bytes.contains(0) else { return nil }
        return String(validating: bytes, as: UTF8.self)
    }
}
