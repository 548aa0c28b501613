/// What protects the key of a vault.
public enum VaultProtection: String, Hashable, Sendable, CaseIterable, Codable {
    /// A file that only its owner may read. Whoever has a copy of the disk has
    /// the key as well.
    case keyFile = "key-file"
    /// A pass phrase, stretched with scrypt. Whoever has the disk has to guess
    /// it.
    case passphrase
    /// The kernel's key store of the user. The key is never on disk and goes
    /// when the machine restarts; one has to sign in again then.
    case kernelKeyring = "kernel-keyring"

    /// Whether this protection is at least as strong as another one.
    ///
    /// A key file is the weakest. The other two resist different attackers, so
    /// neither stands in for the other.
    public func isAsStrong(as other: VaultProtection) -> Bool {
        self == other || other == .keyFile
    }
}
