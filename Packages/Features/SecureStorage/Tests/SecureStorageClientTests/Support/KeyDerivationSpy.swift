import CoreModels
import CryptographyAPI
import FoundationEssentials
import Locking

/// Counts the keys that are derived from others.
final class KeyDerivationSpy: KeyDerivation {
    private let real: any KeyDerivation
    private let derived = Locked(0)

    init(_ real: any KeyDerivation) { self.real = real }

    var count: Int { derived.current }

    func deriveKey(
        from key: any SymmetricKey, salt: Data, info: Data, byteCount: Int
    ) throws(CryptographyError) -> any SymmetricKey {
        derived.withLock { $0 += 1 }
        return try real.deriveKey(from: key, salt: salt, info: info, byteCount: byteCount)
    }

    func deriveKey(
        fromPassphrase passphrase: Secret, salt: Data, cost: ScryptCost, byteCount: Int
    ) async throws(CryptographyError) -> any SymmetricKey {
        try await real.deriveKey(fromPassphrase: passphrase, salt: salt, cost: cost, byteCount: byteCount)
    }
}
