public import CryptographyAPI

/// Gives out one ``InsecurePasswordHashing``, whatever the cost and pepper.
public struct InsecurePasswordHashingMaking: PasswordHashingMaking {
    /// What is given out.
    public let hashing: InsecurePasswordHashing

    /// Creates the double.
    public init(hashing: InsecurePasswordHashing = InsecurePasswordHashing()) {
        self.hashing = hashing
    }

    /// Returns ``hashing``.
    public func makePasswordHashing(
        cost: ScryptCost, pepper: Pepper, retiredPeppers: [Pepper]
    ) throws(CryptographyError) -> any PasswordHashing {
        hashing
    }

    /// Does nothing: nobody waits.
    public func close() {}
}
