import CoreModels
import CryptographyAPI
import CryptographyTesting
import FoundationEssentials

/// What an authenticator shows that was set up with a secret: RFC 6238, with six digits and 30 s.
enum TimedCode {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")

    /// - Parameters:
    ///   - secret: In base 32.
    ///   - steps: How many steps of 30 s its clock is ahead.
    static func make(_ secret: String, at date: Date, steps: Int = 0) throws -> String {
        let cryptography = try Cryptography.real()
        let bits = secret.flatMap { letter in
            (0..<5).map { (alphabet.firstIndex(of: letter) ?? 0) >> (4 - $0) & 1 }
        }
        let key = stride(from: 0, to: bits.count - 7, by: 8).map { bits[$0..<$0 + 8].reduce(0) { $0 << 1 | UInt8($1) } }
        let step = Int(date.timeIntervalSince1970 / 30) + steps
        let hash = Array(
            try cryptography.authentication.oneTimeCode(
                for: Data((0..<8).map { UInt8(truncatingIfNeeded: step >> (56 - 8 * $0)) }),
                using: try cryptography.keys.makeKey(copying: Secret(key))))
        let offset = Int(hash[19] & 15)
        let number = hash[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) } & 0x7FFF_FFFF
        return String(String(1_000_000 + number % 1_000_000).suffix(6))
    }
}
