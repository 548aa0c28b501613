import CoreModels
import FoundationEssentials
import OfflineQueueAPI
import SecureStorageAPI

extension SecretKind {
    /// What waits for a connection, without the payloads.
    static let offlineQueue = SecretKind("offline-queue")
    /// The payload of a request that waits.
    static let queuedRequest = SecretKind("queued-request")
}

/// Keeps the queue in the vault: the index in one secret, each payload in one
/// of its own, which is read only by who enqueued it.
struct QueueStore: Sendable {
    /// How many bytes of the identifier stand before each payload: a slot may
    /// have changed hands since the index was read.
    private static let tagLength = 16

    let secrets: any SecretReading & SecretWriting & SecretUpdating
    let now: @Sendable () -> Date
    let bootTime: @Sendable () -> BootTime?
    private static let name = SecretName(.offlineQueue)

    /// The index as it is.
    func index() async throws(OfflineQueueError) -> QueueIndex {
        try index(await secrets.read(Self.name)).get()
    }

    /// Changes the index in one step over all processes.
    func change<Value: Sendable>(
        _ body: @escaping @Sendable (inout QueueIndex) -> Value
    ) async throws(OfflineQueueError) -> Value {
        let outcome: Result<Value, OfflineQueueError>
        do {
            outcome = try await secrets.update(Self.name) { stored in
                switch index(stored) {
                case .failure(let error): return (change: .keep, value: .failure(error))
                case .success(let before):
                    var index = before
                    let value = body(&index)
                    guard index != before else { return (change: .keep, value: .success(value)) }
                    guard !index.entries.isEmpty || !index.notices.isEmpty else {
                        return (change: .remove, value: .success(value))
                    }
                    do throws(SecretStoreError) {
                        return (change: .save(try QueueCoding.encode(index)), value: .success(value))
                    } catch {
                        return (change: .keep, value: .failure(.storage(error)))
                    }
                }
            }
        } catch {
            throw .storage(error)
        }
        return try outcome.get()
    }

    /// Writes a payload to its slot.
    func save(_ payload: Secret, of id: QueuedRequestID, in slot: Int) async throws(OfflineQueueError) {
        var bytes = Self.tag(of: id)
        bytes.reserveCapacity(Self.tagLength + payload.count)
        unsafe payload.withUnsafeBytes { unsafe bytes.append(contentsOf: $0) }
        defer { for index in bytes.indices { bytes[index] = 0 } }
        do throws(SecretStoreError) {
            try await secrets.save(Secret(bytes), as: Self.name(ofSlot: slot))
        } catch {
            throw .storage(error)
        }
    }

    /// Reads a payload; nil if the slot holds none of this request.
    func payload(of id: QueuedRequestID, in slot: Int) async throws(OfflineQueueError) -> Secret? {
        do throws(SecretStoreError) {
            guard let tagged = try await secrets.read(Self.name(ofSlot: slot)).get() else { return nil }
            guard Self.isTagged(tagged, id) else { return nil }
            return unsafe tagged.withUnsafeBytes { unsafe Secret($0.dropFirst(Self.tagLength)) }
        } catch {
            throw .storage(error)
        }
    }

    /// Removes the payloads of what is settled, and then its entries.
    func sweep() async throws(OfflineQueueError) {
        for entry in try await index().entries where entry.isSettled {
            try await removePayload(of: entry.request.id, in: entry.slot)
            try await change { $0.forget(entry.request.id) }
        }
    }

    /// Empties a slot, unless it has changed hands: another process may have
    /// swept meanwhile, and somebody else's payload may be there now.
    private func removePayload(of id: QueuedRequestID, in slot: Int) async throws(OfflineQueueError) {
        let failure: SecretStoreError?
        do throws(SecretStoreError) {
            failure = try await secrets.update(Self.name(ofSlot: slot)) { stored in
                switch stored {
                case .absent: (change: .keep, value: nil)
                case .present(let tagged): (change: Self.isTagged(tagged, id) ? .remove : .keep, value: nil)
                // Whose it was, nobody can have it back.
                case .unavailable(let error) where error.requiresSigningInAgain: (change: .remove, value: nil)
                case .unavailable(let error): (change: .keep, value: error)
                }
            }
        } catch {
            throw .storage(error)
        }
        if let failure { throw .storage(failure) }
    }

    /// Settles requests and removes them.
    func remove(where isMeant: @escaping @Sendable (WaitingRequest) -> Bool) async throws(OfflineQueueError) {
        _ = try await change { $0.settle(where: isMeant) }
        try await sweep()
    }

    /// Removes everything, also an index that can't be read: each slot is
    /// emptied.
    func removeAll() async throws(OfflineQueueError) {
        do throws(SecretStoreError) {
            for slot in 0..<QueueIndex.limit { try await secrets.remove(Self.name(ofSlot: slot)) }
            try await secrets.remove(Self.name)
        } catch {
            throw .storage(error)
        }
    }

    private func index(_ stored: StoredSecret) -> Result<QueueIndex, OfflineQueueError> {
        switch stored {
        case .absent: return .success(QueueIndex())
        case .unavailable(let error): return .failure(.storage(error))
        case .present(let secret):
            guard var index = QueueCoding.decode(secret) else { return .failure(.unreadable) }
            if let boot = bootTime() { index.reckon(at: now(), boot) }
            return .success(index)
        }
    }

    /// The name of a payload, and of the lock of whoever sends it.
    static func name(ofSlot slot: Int) throws(SecretStoreError) -> SecretName {
        try SecretName(.queuedRequest, parsing: "\(slot)")
    }

    private static func isTagged(_ payload: Secret, _ id: QueuedRequestID) -> Bool {
        unsafe payload.withUnsafeBytes { unsafe $0.starts(with: tag(of: id)) }
    }

    private static func tag(of id: QueuedRequestID) -> [UInt8] {
        unsafe withUnsafeBytes(of: id.uuid.uuid) { unsafe Array($0) }
    }
}
