import FoundationEssentials
package import SecureStorageAPI
import SecureStorageLinux

extension FileVault {
    package nonisolated func read(_ name: SecretName) async -> StoredSecret {
        await readTracked(name).stored
    }

    /// Reads a secret; whether it is still the stored one is told by the files
    /// that a save, a removal and a replacement of the key put others in place
    /// of.
    package nonisolated func readTracked(_ name: SecretName) async -> TrackedSecret {
        if let secret = warm.read(name, in: storage) { return secret }
        return await readFromDisk(name)
    }

    private func readFromDisk(_ name: SecretName) async -> TrackedSecret {
        do {
            guard let (record, vault, place) = try await record(of: name) else { return TrackedSecret(.absent) }
            guard record.level == .sealed else {
                let key = try await presence.key(for: name, vault.id)
                return TrackedSecret(.present(try presence.open(record.payload, of: name, vault.id, key)))
            }
            guard let place else { return TrackedSecret(.present(record.payload)) }
            return warm.tracked(record.payload, at: place, in: storage)
        } catch {
            return TrackedSecret(.unavailable(error))
        }
    }
}
