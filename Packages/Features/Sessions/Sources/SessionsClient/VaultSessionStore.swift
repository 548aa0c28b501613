import CoreModels
import FoundationEssentials
import Locking
import ProofOfPossessionAPI
import SecureStorageAPI
import SessionsAPI

extension SecretKind {
    /// The session of this device.
    static let session = SecretKind("session")
}

/// Keeps the session in the vault, and what was read last in memory for as long
/// as it is the same in the vault: every request asks for it.
struct VaultSessionStore: SessionStoring, SessionLocking, ActingPerson, VaultLockObserving {
    static let name = SecretName(.session)

    let secrets: any SecretReading & SecretWriting & SecretUpdating
    let locks: any SecretLocking
    /// Knows the key of this device; nil where sessions are bound to none.
    let keys: (any DeviceKeyKeeping & DeviceKeyRecognizing)?
    private let kept = Locked<(isCurrent: @Sendable () -> Bool, session: StoredSession)?>(nil)
    private let acting = Locked(Acting.forAnybody)

    /// For whom this program acts.
    private enum Acting {
        case forAnybody
        /// For whoever the next look finds.
        case forTheNext
        case onlyFor(UserID?)
    }

    init(
        secrets: any SecretReading & SecretWriting & SecretUpdating, locks: any SecretLocking,
        keys: (any DeviceKeyKeeping & DeviceKeyRecognizing)?
    ) {
        self.secrets = secrets
        self.locks = locks
        self.keys = keys
    }

    func load() async -> SessionReading {
        if let kept = kept.current {
            if kept.isCurrent() {
                note(.present(kept.session))
                return .present(kept.session)
            }
            forget()
        }
        let secret = await secrets.readTracked(Self.name)
        let reading = Self.reading(secret.stored)
        note(reading)
        if case .present(let session) = reading, secret.isCurrent, let check = secret.check {
            kept.withLock { $0 = (check, session) }
        }
        return reading
    }

    func bind() async {
        acting.withLock { $0 = .forTheNext }
        _ = await load()
    }

    func acts(for person: UserID) -> Bool {
        guard case .onlyFor(let own) = acting.current else { return true }
        return own == person
    }

    private func note(_ reading: SessionReading) {
        if case .unavailable = reading { return }
        acting.withLock { acting in
            if case .forTheNext = acting { acting = .onlyFor(reading.person?.id) }
        }
    }

    /// This program has logged somebody in.
    private func noteLogin(of person: UserID) {
        acting.withLock { acting in
            if case .forAnybody = acting { return }
            acting = .onlyFor(person)
        }
    }

    func vaultDidLock() async {
        forget()
    }

    private func forget() {
        kept.withLock { $0 = nil }
    }

    func save(_ session: StoredSession) async throws(SessionStoreError) {
        let secret = try SessionCoding.encode(session)
        forget()
        do {
            try await secrets.save(secret, as: Self.name)
        } catch {
            throw .storage(error)
        }
        noteLogin(of: session.user.id)
    }

    func save(
        _ session: StoredSession, unless stays: @escaping @Sendable (SessionReading) -> Bool
    ) async throws(SessionStoreError) -> SessionReading {
        let secret = try SessionCoding.encode(session), keys = keys, bound = session.keyThumbprint
        forget()
        let before: SessionReading?, isSaved: Bool
        do {
            (before, isSaved) = try await secrets.update(Self.name, beside: keys?.secretName) {
                current, key -> (change: SecretChange, value: (SessionReading?, Bool)) in
                let before = Self.reading(current)
                if stays(before) { return (change: .keep, value: (before, false)) }
                if let keys, let bound, keys.thumbprint(of: key) != bound { return (.keep, (nil, false)) }
                return (change: .save(secret), value: (before, true))
            }
        } catch {
            throw .storage(error)
        }
        guard let before else { throw .anotherKey }
        if isSaved { noteLogin(of: session.user.id) }
        return before
    }

    func requireKey(of session: StoredSession) async throws(SessionStoreError) {
        guard let keys, let bound = session.keyThumbprint else { return }
        await keys.prepareKey()
        let stored = await secrets.read(keys.secretName)
        if case .unavailable(let error) = stored { throw .storage(error) }
        guard keys.thumbprint(of: stored) == bound else { throw .anotherKey }
    }

    private static func reading(_ stored: StoredSecret) -> SessionReading {
        switch stored {
        case .absent: .absent
        case .unavailable(let error): .unavailable(.storage(error))
        case .present(let bytes): SessionCoding.decode(bytes).map { .present($0) } ?? .unavailable(.unreadable)
        }
    }

    func remove() async throws(SessionStoreError) {
        forget()
        do {
            try await secrets.remove(Self.name)
        } catch {
            throw .storage(error)
        }
    }

    func replace(_ old: StoredSession, with new: StoredSession?) async throws(SessionStoreError) -> Bool {
        let change: SecretChange =
            if let new { .save(try SessionCoding.encode(new)) } else { .remove }
        forget()
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

/// How a session is written in the vault.
enum SessionCoding {
    /// Writes a session, and makes sure that it reads back as the same one.
    static func encode(_ session: StoredSession) throws(SessionStoreError) -> Secret {
        guard let secret = try? SecretCoding.encode(Record(session)), let copy = decode(secret),
            copy.isSame(as: session), copy.grant.accessToken.isEqual(to: session.grant.accessToken)
        else { throw .unencodable }
        return secret
    }

    static func decode(_ secret: Secret) -> StoredSession? {
        guard let record = try? SecretCoding.decode(Record.self, from: secret) else { return nil }
        return StoredSession(
            user: record.user, id: record.sessionID, grant: record.grant,
            receivedAt: record.receivedAt)
    }

    private struct Record: Codable {
        let user: User
        let sessionID: SessionID?
        let grant: TokenGrant
        /// The start of the machine, and the seconds since then; nil in
        /// sessions that were stored before these were kept.
        let boot: String?
        let uptime: Double?

        private enum CodingKeys: String, CodingKey {
            case user, grant
            case sessionID = "session_id"
            case boot = "received_boot"
            case uptime = "received_uptime"
        }

        init(_ session: StoredSession) {
            user = session.user
            sessionID = session.id
            grant = session.grant
            boot = session.receivedAt?.boot
            uptime = session.receivedAt.map { $0.uptime / .seconds(1) }
        }

        var receivedAt: BootTime? {
            guard let boot, let uptime else { return nil }
            return BootTime(boot: boot, uptime: .seconds(uptime))
        }
    }
}
