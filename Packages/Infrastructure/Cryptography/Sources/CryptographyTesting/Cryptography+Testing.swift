public import CryptographyAPI
import CryptographyOpenSSL

extension Cryptography {
    /// The real thing, by OpenSSL, as programs have it.
    public static func real() throws -> Cryptography {
        try openSSL()
    }

    /// The real thing, but with predictable ``random`` and with passwords hashed
    /// at no cost, for tests of features.
    public static func insecureForTests(
        random: any RandomSource = SeededRandomSource(seed: 1),
        passwords: any PasswordHashingMaking = InsecurePasswordHashingMaking()
    ) throws -> Cryptography {
        var cryptography = try real()
        cryptography.random = random
        cryptography.passwords = passwords
        return cryptography
    }
}
