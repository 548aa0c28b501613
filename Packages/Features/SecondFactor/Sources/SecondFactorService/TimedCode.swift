package import FoundationEssentials

/// The codes that authenticators show: TOTP (RFC 6238) as all of them know it,
/// with SHA-1, six digits and steps of 30 seconds.
package enum TimedCode {
    package static let digits = 6
    package static let period: TimeInterval = 30
    /// How many bytes a secret has: as many as HMAC-SHA-1 makes (RFC 4226,
    /// section 4).
    package static let secretByteCount = 20

    /// The step of a moment (RFC 6238, section 4.2).
    package static func step(at date: Date) -> Int64 {
        Int64((date.timeIntervalSince1970 / period).rounded(.down))
    }

    /// The steps whose codes count: a clock may be one step ahead or behind, and
    /// what came before the latest that was used counts no more.
    package static func steps(at date: Date, after latest: Int64) -> [Int64] {
        let present = step(at: date)
        return [present, present - 1, present + 1].filter { $0 > latest }
    }

    /// What the code of a step is made of: the step as eight bytes.
    package static func message(of step: Int64) -> Data {
        Data((0..<8).map { UInt8(truncatingIfNeeded: step >> (56 - 8 * $0)) })
    }

    /// The code, from HMAC-SHA-1 of the message (RFC 4226, section 5.3).
    package static func code(from hash: Data, digits: Int = digits) -> String {
        let bytes = Array(hash), offset = Int(bytes[bytes.count - 1] & 0x0F)
        let number = bytes[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) } & 0x7FFF_FFFF
        let text = String(number)
        return String(repeating: "0", count: max(0, digits - text.count)) + text.suffix(digits)
    }
}

/// Base32 (RFC 4648, section 6) of whole groups of five bytes, which need no padding; what is
/// left of one is left out.
enum Base32 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)

    static func encode(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        var text: [UInt8] = [], pending: UInt32 = 0, count = 0
        for byte in bytes {
            pending = pending << 8 | UInt32(byte)
            count += 8
            while count >= 5 {
                count -= 5
                text.append(alphabet[Int(pending >> UInt32(count) & 31)])
            }
        }
        return text
    }
}
