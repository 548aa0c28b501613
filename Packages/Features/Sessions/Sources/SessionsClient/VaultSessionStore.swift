import CoreModels
import FoundationEssentials
import SecureStorageAPI
import SessionsAPI

extension SecretKind {
    /// The session of this device.
    static let session = SecretKind("session")
}

/// Keeps the session in the vault.
struct VaultSessionStore: SessionStoring, SessionLocking {
    private static let name = SecretName(.session)

    let secrets: any SecretReading & SecretWriting & SecretUpdating
    let locks: any SecretLocking

    func load() async -> SessionReading {
        switch await secrets.read(Self.name) {
        case .absent: .absent
        case .unavailable(let error): .unavailable(.storage(error))
        case .present(let secret):
            if let session = SessionCoding.decode(secret) { .present(session) } else { .unavailable(.unreadable) }
        }
    }

    func save(_ session: StoredSession) async throws(SessionStoreError) {
        let secret = try SessionCoding.encode(session)
        do {
            try await secrets.save(secret, as: Self.name)
        } catch {
            throw .storage(error)
        }
    }

    func remove() async throws(SessionStoreError) {
        do {
            try await secrets.remove(Self.name)
        } catch {
            throw .storage(error)
        }
    }

    func replace(_ old: StoredSession, with new: StoredSession?) async throws(SessionStoreError) -> Bool {
        let change: SecretChange =
            if let new { .save(try SessionCoding.encode(new)) } else { .remove }
        do {
            return try await secrets.update(Self.name) { current in
                guard case .present(let secret) = current, let stored = SessionCoding.decode(secret),
                    stored.isSame(as: old)
                else { return (change: .keep, value: false) }
                return (change: change, value: true)
            }
        } catch {
            throw .storage(error)
        }
    }

    func withSessionLock<Value>(
        _ body: () async throws(SessionStoreError) -> Value
    ) async throws(SessionStoreError) -> Value {
        // What `body` throws travels as a value through the lock, which has
        // errors of its own.
        let outcome: Result<Value, SessionStoreError>
        do {
            outcome = try await locks.withLock(named: Self.name) { await Self.result(body) }
        } catch {
            throw .storage(error)
        }
        return try outcome.get()
    }

    private static func result<Value>(
        _ body: () async throws(SessionStoreError) -> Value
    ) async -> Result<Value, SessionStoreError> {
        do {
            return .success(try await body())
        } catch {
            return .failure(error)
        }
    }
}
