package import CoreModels
package import SecureStorageAPI

/// Keeps a secret in another place when the first one fails, and only then.
///
/// The other place has to protect as strongly, or the save fails. What it
/// holds is newer than what the first one holds, since the next save that
/// succeeds there removes it; so it is asked first when reading. All writers
/// of one name exclude each other, which keeps the two in step.
package struct FallbackSecretStore: SecretStore {
    private static let lockKind = SecretKind("fallback")

    private let primary: Place
    private let fallback: Place
    private let reporter: any SecretStoreReporting

    /// A store with what is to be known about it.
    package struct Place: Sendable {
        let store: any SecretStore
        let locks: any SecretLocking
        let protection: @Sendable () async -> VaultProtection

        package init(
            store: any SecretStore, locks: any SecretLocking,
            protection: @escaping @Sendable () async -> VaultProtection
        ) {
            self.store = store
            self.locks = locks
            self.protection = protection
        }
    }

    package init(primary: Place, fallback: Place, reporter: any SecretStoreReporting) {
        self.primary = primary
        self.fallback = fallback
        self.reporter = reporter
    }

    package func read(_ name: SecretName) async -> StoredSecret {
        // What the other place can't tell is passed on: there might be a newer
        // secret, and an older one must not pass for it.
        let newer = await fallback.store.read(name)
        return newer.isAbsent ? await primary.store.read(name) : newer
    }

    package func save(_ secret: Secret, as name: SecretName) async throws(SecretStoreError) {
        try await locked(name) { () async throws(SecretStoreError) in try await saveLocked(secret, as: name) }
    }

    package func remove(_ name: SecretName) async throws(SecretStoreError) {
        try await locked(name) { () async throws(SecretStoreError) in try await removeLocked(name) }
    }

    package func removeAll() async throws(SecretStoreError) {
        try await both { place throws(SecretStoreError) in try await place.store.removeAll() }
    }

    package func update<Value: Sendable>(
        _ name: SecretName, _ decide: @escaping @Sendable (StoredSecret) -> (change: SecretChange, value: Value)
    ) async throws(SecretStoreError) -> Value {
        try await locked(name) { () async throws(SecretStoreError) in
            let (change, value) = decide(await read(name))
            switch change {
            case .keep: break
            case .save(let secret): try await saveLocked(secret, as: name)
            case .remove: try await removeLocked(name)
            }
            return value
        }
    }

    private func saveLocked(_ secret: Secret, as name: SecretName) async throws(SecretStoreError) {
        do {
            try await primary.store.save(secret, as: name)
        } catch {
            guard error.isOfThePlace else { throw error }
            try await saveToFallback(secret, as: name, after: error)
            return
        }
        // Until this is done the older one is still read, so the save counts
        // only now.
        try await fallback.store.remove(name)
    }

    private func saveToFallback(
        _ secret: Secret, as name: SecretName, after error: SecretStoreError
    ) async throws(SecretStoreError) {
        let (strength, needed) = (await fallback.protection(), await primary.protection())
        guard strength.isAsStrong(as: needed) else {
            throw .allStoresFailed(primary: error, fallback: .weakerFallback(strength, than: needed))
        }
        do {
            try await fallback.store.save(secret, as: name)
        } catch let second {
            throw .allStoresFailed(primary: error, fallback: second)
        }
        reporter.reportFallback(during: .save, after: error)
    }

    private func removeLocked(_ name: SecretName) async throws(SecretStoreError) {
        try await both { place throws(SecretStoreError) in try await place.store.remove(name) }
    }

    /// Does the same in both places, in the second one even if the first fails.
    private func both(
        _ body: (Place) async throws(SecretStoreError) -> Void
    ) async throws(SecretStoreError) {
        var failure: SecretStoreError?
        do { try await body(fallback) } catch { failure = error }
        do {
            try await body(primary)
        } catch {
            throw failure.map { .allStoresFailed(primary: error, fallback: $0) } ?? error
        }
        if let failure { throw failure }
    }

    /// Excludes other writers of a name by the lock of whichever place has one
    /// to give.
    private func locked<Value>(
        _ name: SecretName, _ body: () async throws(SecretStoreError) -> Value
    ) async throws(SecretStoreError) -> Value {
        // Not the name itself: its lock is for those who call this store.
        let lockName = SecretName(Self.lockKind, of: name)
        var isHeld = false
        do {
            return try await primary.locks.withLock(named: lockName) { () async throws(SecretStoreError) in
                isHeld = true
                return try await body()
            }
        } catch {
            guard !isHeld, error.isOfThePlace else { throw error }
            return try await fallback.locks.withLock(named: lockName, body)
        }
    }
}

extension SecretName {
    /// A name of another kind that belongs to a name.
    fileprivate init(_ kind: SecretKind, of name: SecretName) {
        let label = name.kind.id + "/" + name.label
        // Too long a label is cut: names that share the lock only wait longer.
        let cut = String(decoding: label.utf8.prefix(Self.maximumByteCount - 2), as: UTF8.self)
        self = (try? SecretName(kind, parsing: cut)) ?? SecretName(kind)
    }
}

extension SecretStoreError {
    /// Whether another place could do what this one couldn't; what is wrong
    /// with the request itself is wrong everywhere.
    fileprivate var isOfThePlace: Bool {
        switch self {
        case .blankName, .nameTooLong, .emptyValue, .valueTooLarge, .unencodable, .undecodable, .cancelled,
            .confirmationRequired, .confirmationRefused:
            false
        default: true
        }
    }
}
