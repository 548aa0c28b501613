public import CoreModels
import Locking
public import SecureStorageAPI

/// A store that keeps secrets in memory, and behaves as a vault does.
///
/// Two stores are as two vaults; to have two processes on one vault, share one
/// store.
public final class InMemorySecretStore: SecretStore, SecretLocking {
    private let secrets = Locked<[SecretName: Secret]>([:])
    private let held = Locked<Set<SecretName>>([])
    private let maximumByteCount: Int
    private let clock: any Clock<Duration>

    /// Creates an empty store.
    ///
    /// - Parameter clock: Measures how long a lock is waited for.
    public init(
        maximumByteCount: Int = 16 * 1024 * 1024, clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.maximumByteCount = maximumByteCount
        self.clock = clock
    }

    /// The names under which something is stored.
    public var names: Set<SecretName> { Set(secrets.current.keys) }

    /// The secret, or that there is none.
    public func read(_ name: SecretName) async -> StoredSecret { StoredSecret(secrets.current[name]) }

    /// Keeps a secret in place of any other.
    public func save(_ secret: Secret, as name: SecretName) async throws(SecretStoreError) {
        try check(secret)
        secrets.withLock { $0[name] = secret }
    }

    /// Forgets a secret.
    public func remove(_ name: SecretName) async throws(SecretStoreError) {
        secrets.withLock { $0[name] = nil }
    }

    /// Forgets all secrets.
    public func removeAll() async throws(SecretStoreError) {
        secrets.withLock { $0.removeAll() }
    }

    /// Changes a secret while nobody else can.
    public func update<Value: Sendable>(
        _ name: SecretName, beside other: SecretName?,
        _ decide: @escaping @Sendable (StoredSecret, StoredSecret) -> (change: SecretChange, value: Value)
    ) async throws(SecretStoreError) -> Value {
        try secrets.withLock { secrets throws(SecretStoreError) in
            let (change, value) = decide(StoredSecret(secrets[name]), StoredSecret(other.flatMap { secrets[$0] }))
            switch change {
            case .keep: break
            case .remove: secrets[name] = nil
            case .save(let secret):
                try check(secret)
                secrets[name] = secret
            }
            return value
        }
    }

    /// Calls `body` while nobody else holds the lock of this store.
    public func withLock<Value>(
        named name: SecretName, waitingAtMost limit: Duration?,
        _ body: () async throws(SecretStoreError) -> Value
    ) async throws(SecretStoreError) -> Value {
        let pause = Duration.milliseconds(1)
        var waited = Duration.zero
        while true {
            guard !Task.isCancelled else { throw .cancelled }
            if held.withLock({ $0.insert(name).inserted }) { break }
            guard waited < limit ?? .seconds(30) else { throw .busy }
            do { try await clock.sleep(for: pause) } catch { throw .cancelled }
            waited += pause
        }
        defer { held.withLock { _ = $0.remove(name) } }
        return try await body()
    }

    private func check(_ secret: Secret) throws(SecretStoreError) {
        guard !secret.isEmpty else { throw .emptyValue }
        guard secret.count <= maximumByteCount else {
            throw .valueTooLarge(byteCount: secret.count, limit: maximumByteCount)
        }
    }
}

extension StoredSecret {
    fileprivate init(_ secret: Secret?) {
        self = secret.map { .present($0) } ?? .absent
    }
}
