import CryptographyAPI
import Glibc
import SecureStorageAPI
import SecureStorageLinux

/// The locks of a vault: that of the vault itself, and one for each name.
///
/// All are slots of one file. A slot is waited for by trying again and again
/// with growing pauses, since a thread that waits in the kernel couldn't be
/// cancelled.
struct VaultLocks: Sendable {
    private static let firstPause = Duration.microseconds(500)
    private static let longestPause = Duration.milliseconds(16)

    let storage: VaultStorage
    let hashing: any Hashing
    let clock: any Clock<Duration>
    /// How long to wait unless told otherwise.
    let limit: Duration

    /// Waits for the lock that writers of the vault hold, who look at the vault
    /// themselves.
    func acquireVault() async throws(SecretStoreError) -> any FileLock {
        try await acquire(slot: 0, limit)
    }

    /// Waits for the lock of a name.
    func acquire(_ name: SecretName, waitingAtMost limit: Duration?) async throws(SecretStoreError) -> any FileLock {
        let digest = try cryptographically { () throws(CryptographyError) in
            try hashing.sha256(name.canonicalBytes)
        }
        // Two names share a slot once in 2^61: they would wait for each other.
        let slot = digest.prefix(8).reduce(0 as Int64) { $0 << 8 | Int64($1) } & (Int64.max >> 1) | 1
        try storage.makeVaultFolder()
        return try await acquire(slot: slot, limit ?? self.limit)
    }

    private func acquire(slot: Int64, _ limit: Duration) async throws(SecretStoreError) -> any FileLock {
        var pause = Self.firstPause
        var waited = Duration.zero
        while true {
            guard !Task.isCancelled else { throw .cancelled }
            if let lock = try lock(slot: slot) { return lock }
            guard waited < limit else { throw .busy }
            do { try await clock.sleep(for: pause) } catch { throw .cancelled }
            waited += pause
            pause = min(pause * 2, Self.longestPause)
        }
    }

    private func lock(slot: Int64) throws(SecretStoreError) -> (any FileLock)? {
        do {
            return try storage.lock(slot: slot)
        } catch {
            guard case .system(_, _, ENOENT) = error else { throw error }
            try storage.makeVaultFolder()
            return try storage.lock(slot: slot)
        }
    }
}
