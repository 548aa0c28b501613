import FoundationEssentials
package import SecureStorageAPI
import SecureStorageLinux

extension FileVault {
    /// Reads a secret; whether it is still the stored one is told by the files
    /// that a save, a removal and a replacement of the key put others in place
    /// of.
    package func readTracked(_ name: SecretName) async -> TrackedSecret {
        // Before the read: whatever comes later is seen as a change.
        let place = try? await place(of: name)
        let stored = await read(name)
        guard let place, case .present = stored, name.kind.protection != .confirmed else {
            return TrackedSecret(stored)
        }
        return TrackedSecret(stored) { [storage] in place.isUnchanged(in: storage) }
    }

    private func place(of name: SecretName) async throws(SecretStoreError) -> TrackedPlace? {
        guard let vault = try await openIfThere() else { return nil }
        let path = storage.paths.record(try vault.records.sealer.id(of: name), vault.header.generation)
        guard let identity = try storage.facts(of: path)?.identity, identity.isSettled(at: settings.now()) else {
            return nil
        }
        return TrackedPlace(path: path, identity: identity, header: vault.headerIdentity)
    }
}

/// A record and the header that it counts under, as they were at one time.
private struct TrackedPlace: Sendable {
    let path: String
    let identity: FileFacts.Identity
    let header: FileFacts.Identity

    func isUnchanged(in storage: VaultStorage) -> Bool {
        (try? storage.facts(of: storage.paths.header)?.identity) == header
            && (try? storage.facts(of: path)?.identity) == identity
    }
}

extension FileFacts.Identity {
    /// Whether the file was changed so long ago that another change since would
    /// show.
    ///
    /// File systems tell the time of a change in steps of up to two seconds
    /// (FAT), and give a new file the number of one that was just removed.
    fileprivate func isSettled(at now: Date) -> Bool {
        now.timeIntervalSince1970 - Double(changedSeconds) > 3
    }
}
