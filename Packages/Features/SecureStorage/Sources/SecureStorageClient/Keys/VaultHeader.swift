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

    /// What binds the sealed keys to everything else that the header says.
    var associatedData: Data {
        var bytes = Data("essential vault keys".utf8)
        bytes.append(contentsOf: "/\(format)/\(vault.hexadecimal)/\(generation)/\(protection.rawValue)".utf8)
        if let stretching {
            bytes.append(contentsOf: "/\(stretching.salt.hexadecimal)/\(stretching.logN)".utf8)
            bytes.append(contentsOf: "/\(stretching.blockSize)/\(stretching.parallelization)".utf8)
        }
        return bytes
    }
}
