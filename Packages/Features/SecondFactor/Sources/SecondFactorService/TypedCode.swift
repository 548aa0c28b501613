package import CoreModels

/// What somebody typed as a code: spaces, hyphens and case don't count.
package enum TypedCode {
    /// The digits of an authenticator.
    case timed(Secret)
    /// A recovery code, as its digest is made of it.
    case recovery(Secret)

    /// How many letters a recovery code has: 50 bits.
    package static let recoveryLength = 10

    /// Reads a code; nil for what can't be one.
    package init?(_ typed: Secret) {
        guard typed.count <= 64 else { return nil }
        let letters = unsafe typed.withUnsafeBytes { bytes in
            unsafe bytes.filter { ![UInt8(ascii: " "), UInt8(ascii: "-")].contains($0) }.map { byte in
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) ? byte - 32 : byte
            }
        }
        if letters.count == TimedCode.digits, letters.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) {
            self = .timed(Secret(letters))
        } else if letters.count == Self.recoveryLength {
            self = .recovery(Secret(letters))
        } else {
            return nil
        }
    }
}
