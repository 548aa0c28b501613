/// Makes password hashing for a server's cost and peppers.
public protocol PasswordHashingMaking: Sendable {
    /// Makes password hashing.
    ///
    /// All that one `Cryptography` makes share their threads, so their number
    /// stays bounded.
    ///
    /// - Parameters:
    ///   - cost: What a new hash costs.
    ///   - pepper: The pepper of new hashes.
    ///   - retiredPeppers: Peppers that older hashes may refer to.
    /// - Throws: ``CryptographyError/invalidInput(reason:)`` for a cost that isn't
    ///   allowed or a pepper's id that is malformed or used twice, and
    ///   ``CryptographyError/invalidKey(reason:)`` for a pepper that is too short.
    func makePasswordHashing(
        cost: ScryptCost, pepper: Pepper, retiredPeppers: [Pepper]
    ) throws(CryptographyError) -> any PasswordHashing

    /// Refuses with ``CryptographyError/overloaded`` whoever waits for a turn and
    /// whoever comes from now on; work that has begun runs to its end.
    ///
    /// A program that stops calls it: nobody should wait for what won't be done.
    func close()
}
