public import CryptographyAPI
import CryptographyOpenSSL

extension Cryptography {
    /// The real thing, by OpenSSL, as programs have it.
    public static func real() throws -> Cryptography {
        try openSSL()
    }

    /// The real thing, but with passwords hashed at the least cost that scrypt allows,
    /// for tests of whole programs.
    public static func realWithCheapPasswords() throws -> Cryptography {
        var cryptography = try real()
        cryptography.passwords = CheapPasswordHashingMaking(making: cryptography.passwords)
        return cryptography
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

/// Has real hashes made, at the least cost.
private struct CheapPasswordHashingMaking: PasswordHashingMaking {
    let making: any PasswordHashingMaking

    func makePasswordHashing(
        cost: ScryptCost, pepper: Pepper, retiredPeppers: [Pepper]
    ) throws(CryptographyError) -> any PasswordHashing {
        let least = ScryptCost(logN: 1, blockSize: 8, parallelization: 1)
        return try making.makePasswordHashing(cost: least, pepper: pepper, retiredPeppers: retiredPeppers)
    }

    func close() { making.close() }
}
