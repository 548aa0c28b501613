public import CoreModels

/// The secrets of one service, by plain text keys: a small face for those who
/// need no more.
public struct ServiceSecrets: Sendable {
    private let kind: SecretKind
    private let store: any SecretReading & SecretWriting

    /// Opens the secrets of a service.
    ///
    /// - Throws: ``SecretStoreError/blankName`` and
    ///   ``SecretStoreError/nameTooLong(limit:)`` for the service's name.
    public init(
        service: String, in store: any SecretReading & SecretWriting
    ) throws(SecretStoreError) {
        // The same rules hold for both halves of a name.
        let service = try SecretName(SecretKind("service"), parsing: service).label
        kind = SecretKind(id: "service:" + service, protection: .sealed)
        self.store = store
    }

    /// Saves a secret; see ``SecretWriting/save(_:as:)``.
    public func save(_ secret: Secret, forKey key: String) async throws(SecretStoreError) {
        try await store.save(secret, as: SecretName(kind, parsing: key))
    }

    /// Loads a secret, or nil if there is none.
    public func load(forKey key: String) async throws(SecretStoreError) -> Secret? {
        try await store.read(SecretName(kind, parsing: key)).get()
    }

    /// Removes a secret, if there is one.
    public func remove(forKey key: String) async throws(SecretStoreError) {
        try await store.remove(SecretName(kind, parsing: key))
    }
}
