import CoreModels
import FoundationEssentials
import Localization
import Locking
import OfflineQueueAPI
import SecureStorageAPI

/// Keeps requests in the vault and sends them.
///
/// It holds no state of its own but what it is sending for the first time: what
/// counts is on disk, and the lock that lets one process at a time send is the
/// vault's.
struct OfflineQueue: RequestQueueing, QueueInspecting {
    let store: QueueStore
    let locks: any SecretLocking
    let handlers: @Sendable () -> [any QueuedRequestHandling]
    /// Tells who is logged in.
    let person: @Sendable () async -> User?
    let connectivity: any ConnectivityWatching
    let now: @Sendable () -> Date
    let jitter: @Sendable () -> Double
    /// Hears of what is kept while it is sent for the first time, and of its end.
    let onSealed: @Sendable (QueuedRequestKind?) -> Void
    /// Hears of what was sent by itself and is done, and of which there is no notice.
    let onSent: @Sendable (QueueNotice) -> Void
    /// What is kept while it is sent for the first time.
    let sealed = Locked<Set<QueuedRequestID>>([])

    func enqueue(_ request: QueuedRequest) async throws(OfflineQueueError) {
        try await fill(place(request), with: request)
    }

    func sending<Value>(
        _ request: QueuedRequest, _ send: () async -> (value: Value, waits: Bool)
    ) async -> Value {
        guard let slot = try? await place(request) else { return await send().value }
        var value: Value?
        // Without its payload, nobody has sent it yet.
        _ = try? await locks.withLock(named: QueueStore.name(ofSlot: slot), waitingAtMost: .zero) {
            value = await sendAlone(request, from: slot, send)
        }
        if let value { return value }
        return await sendAlone(request, from: slot, send)
    }

    private func sendAlone<Value>(
        _ request: QueuedRequest, from slot: Int, _ send: () async -> (value: Value, waits: Bool)
    ) async -> Value {
        let isSealed = (try? await fill(slot, with: request)) != nil
        if isSealed { note(request, isSealed: true) }
        let (value, waits) = await send()
        if isSealed { note(request, isSealed: false) }
        if !waits {
            let removing = Task { [store] in try? await store.remove { $0.id == request.id } }
            await removing.value
        }
        return value
    }

    private func note(_ request: QueuedRequest, isSealed: Bool) {
        sealed.withLock { ids in
            if isSealed { ids.insert(request.id) } else { ids.remove(request.id) }
            return
        }
        onSealed(isSealed ? request.kind : nil)
    }

    /// Finds room for a request.
    private func place(_ request: QueuedRequest) async throws(OfflineQueueError) -> Int {
        let limit = request.kind.payloadLimit
        guard request.payload.count <= limit else { throw .tooLarge(limit: limit) }
        _ = try await expire(notes: true)
        let time = now(), since = store.bootTime(), isSealed = sealed.current.contains(request.id)
        return try await store.change { index -> Result<Int, OfflineQueueError> in
            // Whoever wiped it meanwhile, or with the account, wiped it for good.
            if isSealed, !index.holds(request.id) { return .failure(.wiped) }
            guard let slot = index.add(request, at: time, since: since) else {
                return .failure(.full(limit: QueueIndex.limit))
            }
            return .success(slot)
        }.get()
    }

    private func fill(_ slot: Int, with request: QueuedRequest) async throws(OfflineQueueError) {
        do throws(OfflineQueueError) {
            try await store.save(request.payload, of: request.id, in: slot)
        } catch {
            // It may be on the disk all the same.
            try? await store.remove { $0.id == request.id }
            throw error
        }
        // It is kept from here on: what can't be tidied up now goes another time.
        try? await store.change { index in
            for other in index.settleSuperseded(by: request.id) {
                index.note(QueueNotice(other, isDone: false, QueueTexts.displaced))
            }
        }
        try? await store.sweep()
    }

    func discard(_ kind: QueuedRequestKind) async throws(OfflineQueueError) {
        guard try await !store.index().entries.isEmpty else { return }
        let audience = await audience()
        try await store.change { index in
            for request in index.settle(where: { $0.kind == kind }) where !audience.owns(request) {
                index.note(QueueNotice(request, isDone: false, QueueTexts.displaced))
            }
        }
        try await store.sweep()
    }

    func forget(_ person: User?) async throws(OfflineQueueError) {
        do throws(OfflineQueueError) {
            // Without a change no vault is made.
            guard try await store.index() != QueueIndex() else { return }
            try await adopt()
            let audience = QueueAudience(person: person)
            try await store.change { index in
                guard person != nil else {
                    for request in index.settle(where: \.kind.endsWithSession) {
                        index.note(QueueNotice(request, isDone: false, QueueTexts.wiped))
                    }
                    return
                }
                index.settle { $0.kind.endsWithSession && audience.owns($0) }
                _ = index.takeNotices(where: audience.owns)
            }
            try await store.sweep()
        } catch {
            // What can't be read may hold a password.
            guard error.isDamage else { throw error }
            try await store.removeAll()
            try await store.change {
                $0.note(QueueNotice(kind: .logout, subject: "", isDone: false, text: QueueTexts.unreadable))
            }
        }
    }

    func requests(_ kind: QueuedRequestKind) async throws(OfflineQueueError) -> [QueuedRequest] {
        var requests: [QueuedRequest] = []
        let time = now(), audience = await audience()
        for entry in try await store.index().entries
        where entry.request.kind == kind && !entry.isSettled && !entry.isExpired(at: time)
            && audience.owns(entry.request)
        {
            // One that is damaged holds nothing back.
            guard let payload = try? await store.payload(of: entry.request.id, in: entry.slot) else { continue }
            requests.append(QueuedRequest(entry, payload))
        }
        return requests
    }

    func waiting() async throws(OfflineQueueError) -> [WaitingRequest] {
        let audience = try await readers()
        return try await store.index().waiting(at: now()).filter(audience.owns)
    }

    func othersWaiting() async throws(OfflineQueueError) -> Int {
        let audience = try await readers()
        return try await store.index().waiting(at: now()).count { !audience.owns($0) }
    }

    func askForNotice(of id: QueuedRequestID?) async throws(OfflineQueueError) -> Int {
        let time = now(), audience = try await readers()
        return try await store.change { index in
            index.askForNotice(at: time) { audience.owns($0) && (id == nil || $0.id == id) }
        }
    }

    func takeNotices() async throws(OfflineQueueError) -> [QueueNotice] {
        guard try await !store.index().notices.isEmpty else { return [] }
        let audience = await audience()
        return try await store.change { $0.takeNotices(where: audience.owns) }
    }

    /// Who is at the device.
    func audience() async -> QueueAudience {
        QueueAudience(person: await person())
    }

    /// Who is at the device, once each request says whose it is.
    func readers() async throws(OfflineQueueError) -> QueueAudience {
        try await adopt()
        return await audience()
    }

    /// Notes the owners of requests that were written before the queue knew
    /// them: their handlers can tell.
    func adopt() async throws(OfflineQueueError) {
        for entry in try await store.index().entries where entry.request.owner == nil && !entry.isSettled {
            let id = entry.request.id
            // Nothing tells whose session a revocation ends.
            guard !entry.request.kind.namesAddress, entry.request.kind != .logout,
                let handler = handlers().first(where: { $0.kind == entry.request.kind }),
                let payload = try? await store.payload(of: id, in: entry.slot),
                let owner = handler.owner(of: payload)
            else { continue }
            try await store.change { $0.assign(id, to: owner) }
        }
    }
}

extension OfflineQueueError {
    /// Whether what is kept can't be read, and never will be.
    var isDamage: Bool {
        switch self {
        case .unreadable: true
        case .storage(let error): error.requiresSigningInAgain
        case .full, .tooLarge, .wiped, .beingSent, .cancelled: false
        }
    }
}

extension QueueNotice {
    init(_ request: WaitingRequest, isDone: Bool, _ text: LocalizedText) {
        self.init(
            kind: request.kind, subject: request.subject, owner: request.owner, isDone: isDone, text: text)
    }
}

extension QueuedRequest {
    init(_ entry: QueueEntry, _ payload: Secret) {
        self.init(
            id: entry.request.id, kind: entry.request.kind, subject: entry.request.subject,
            owner: entry.request.owner, payload: payload, wantsNotice: entry.wantsNotice)
    }
}
