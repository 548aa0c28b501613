/// A key that goes into each password hash and is stored away from them.
///
/// Whoever has the hashes alone can't even begin to guess (NIST SP 800-63B-4,
/// section 3.1.1.2).
public struct Pepper: Sendable {
    /// The name under which hashes refer to it: 1 to 32 letters, digits and `-`.
    public let id: String
    /// The key, of 16 bytes or more.
    public let key: any SymmetricKey

    /// Creates a pepper.
    public init(id: String, key: any SymmetricKey) {
        self.id = id
        self.key = key
    }
}
