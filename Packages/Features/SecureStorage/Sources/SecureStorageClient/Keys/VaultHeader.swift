import CoreModels
import CryptographyAPI
import FoundationEssentials
import SecureStorageAPI

/// What has to be known before a vault can be opened.
///
/// None of it is secret.
struct VaultHeader: Codable, Equatable, Sendable {
    /// The format of the vaults that this program makes.
    ///
    /// It reads and writes format 1 as well, in which no record has slots, and
    /// format 2, in which there is no list of the records; a vault gets another
    /// format with another key.
    static let currentFormat = 3
    /// The newest format that this program knows: the one before, and authenticators.
    ///
    /// A vault has it for as long as it has any, so that programs that don't know them
    /// refuse it and lose none.
    static let newestFormat = 4

    /// How the key that seals the vault's own keys is made from a pass phrase.
    struct Stretching: Codable, Equatable, Sendable {
        /// Different in each vault and generation.
        let salt: Data
        /// The cost of scrypt: the binary logarithm of N, r and p.
        let logN: Int
        let blockSize: Int
        let parallelization: Int

        var cost: ScryptCost {
            ScryptCost(logN: logN, blockSize: blockSize, parallelization: parallelization)
        }

        /// The most memory that a pass phrase may take, in bytes, and the most work, as N · r · p: eight
        /// and twenty times what ``ScryptCost/standard`` takes, so that later programs may take more.
        private static let limits = (memory: 1 << 28, work: 1 << 24)

        /// Whether a pass phrase can be tried with memory and in a time that a person has: whoever
        /// writes the file has no machine stand still.
        var isAffordable: Bool {
            // Each for itself first: no product is too large to be reckoned then.
            guard 1...30 ~= logN, 1...256 ~= blockSize, 1...256 ~= parallelization else { return false }
            let blocks = blockSize << logN
            return 128 * blocks <= Self.limits.memory && blocks * parallelization <= Self.limits.work
        }
    }

    let format: Int
    let vault: Data
    /// Counts the keys; it also names the folder of the records.
    let generation: Int
    let protection: VaultProtection
    /// Only there with a pass phrase.
    let stretching: Stretching?
    /// The key that records are sealed with, sealed.
    let recordKey: Data
    /// The key that names are hashed with, sealed; it stays through rotations.
    let nameKey: Data
    /// The keys once more for each authenticator; nil for none.
    let authenticators: [SealedKeys]?

    init(
        format: Int, vault: Data, generation: Int, protection: VaultProtection, stretching: Stretching?,
        recordKey: Data, nameKey: Data, authenticators: [SealedKeys]? = nil
    ) {
        self.format = format
        self.vault = vault
        self.generation = generation
        self.protection = protection
        self.stretching = stretching
        self.recordKey = recordKey
        self.nameKey = nameKey
        self.authenticators = authenticators
    }

    /// The same header, opened by these authenticators beside the pass phrase.
    func with(_ authenticators: [SealedKeys]) -> VaultHeader {
        VaultHeader(
            format: authenticators.isEmpty ? Self.currentFormat : Self.newestFormat, vault: vault,
            generation: generation, protection: protection, stretching: stretching, recordKey: recordKey,
            nameKey: nameKey, authenticators: authenticators.isEmpty ? nil : authenticators)
    }

    /// Whether there are authenticators if the format says so, and else none: the pass
    /// phrase binds neither the one nor the other.
    var isPlausible: Bool {
        1...Self.newestFormat ~= format && (format == Self.newestFormat) == (authenticators?.isEmpty == false)
    }

    /// Whether both are opened to the same keys, by whatever authenticators.
    func hasSameKeys(as other: VaultHeader) -> Bool {
        let formats = [self, other].map { min($0.format, Self.currentFormat) }
        return formats[0] == formats[1] && vault == other.vault && generation == other.generation
            && protection == other.protection && stretching == other.stretching && recordKey == other.recordKey
            && nameKey == other.nameKey
    }

    /// All but its list of authenticators, which come and go: what binds them to it.
    var boundData: Data {
        associatedData + Data("/\(recordKey.hexadecimal)/\(nameKey.hexadecimal)".utf8)
    }

    /// What binds the sealed keys to everything else that the header says.
    var associatedData: Data {
        var bytes = Data("essential vault keys".utf8)
        // Authenticators come and go without the pass phrase.
        bytes.append(
            contentsOf: "/\(min(format, Self.currentFormat))/\(vault.hexadecimal)/\(generation)/\(protection.rawValue)"
                .utf8)
        if let stretching {
            bytes.append(contentsOf: "/\(stretching.salt.hexadecimal)/\(stretching.logN)".utf8)
            bytes.append(contentsOf: "/\(stretching.blockSize)/\(stretching.parallelization)".utf8)
        }
        return bytes
    }
}
