/// How a vault stands, as far as it can be told without its key.
public struct VaultStatus: Sendable, Equatable {
    /// The vault's folder.
    public let path: String
    /// Whether something was ever saved in it.
    public let exists: Bool
    /// What protects its key, or will once there is one.
    public let protection: VaultProtection
    /// How many times the key was replaced, counted from 1; 0 before the first.
    public let generation: Int
    /// How many secrets it holds.
    public let recordCount: Int
    /// How many damaged records are set aside.
    public let damagedCount: Int
    /// What this process had to repair, such as permissions.
    public let repairs: [VaultRepair]
    /// What keeps the vault from being used, if anything does.
    public let problem: SecretStoreError?

    /// Creates a status.
    public init(
        path: String, exists: Bool, protection: VaultProtection, generation: Int, recordCount: Int,
        damagedCount: Int, repairs: [VaultRepair] = [], problem: SecretStoreError? = nil
    ) {
        self.path = path
        self.exists = exists
        self.protection = protection
        self.generation = generation
        self.recordCount = recordCount
        self.damagedCount = damagedCount
        self.repairs = repairs
        self.problem = problem
    }
}

/// Permissions that were too wide and have been narrowed.
public struct VaultRepair: Hashable, Sendable {
    /// The file or folder.
    public let path: String
    /// The permission bits that it had.
    public let foundMode: UInt32

    /// Creates a report.
    public init(path: String, foundMode: UInt32) {
        self.path = path
        self.foundMode = foundMode
    }
}

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
