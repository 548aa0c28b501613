package import CoreModels

/// Keeps keys in the kernel, for all processes of a user.
package protocol KeyStoring: Sendable {
    /// Reads a key, or nil if there is none.
    func key(_ description: String) throws(KeyringError) -> Secret?

    /// Stores a key in place of any that has the description.
    func store(_ key: Secret, as description: String) throws(KeyringError)

    /// Removes a key, if there is one.
    func remove(_ description: String) throws(KeyringError)
}

/// Why the kernel's key store gave no answer.
package struct KeyringError: Error, Hashable {
    /// What failed, and why, for a person who looks after the machine.
    package let reason: String

    package init(reason: String) {
        self.reason = reason
    }
}
