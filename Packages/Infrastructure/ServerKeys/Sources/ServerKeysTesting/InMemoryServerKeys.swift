import CoreModels
public import CryptographyAPI
import CryptographyTesting
import FoundationEssentials
public import ServerKeysAPI

/// Keys that follow from a seed alone and are on no disk: for tests only.
public struct InMemoryServerKeys: ServerKeyProviding {
    private let secret: any SymmetricKey
    private let derivation: any KeyDerivation

    /// Creates keys; another seed gives unrelated keys, as another file would.
    public init(seed: UInt8 = 1) throws {
        let cryptography = try Cryptography.real()
        secret = try cryptography.keys.makeKey(copying: Secret([UInt8](repeating: seed, count: 32)))
        derivation = cryptography.derivation
    }

    /// Derives the key for a purpose.
    public func key(for purpose: ServerKeyPurpose) async throws(ServerKeyError) -> any SymmetricKey {
        do {
            return try derivation.deriveKey(
                from: secret, salt: Data(), info: Data(purpose.name.utf8), byteCount: 32)
        } catch {
            throw ServerKeyError(error)
        }
    }
}
