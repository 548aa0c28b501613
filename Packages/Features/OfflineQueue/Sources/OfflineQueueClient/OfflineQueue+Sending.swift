import CoreModels
import FoundationEssentials
import Localization
import OfflineQueueAPI
import SecureStorageAPI

/// Sends what waits, one process at a time.
extension OfflineQueue: QueueRetrying {
    /// How long a request may be without its payload: another process is about
    /// to write it, unless it was killed.
    private static let writingTime: Double = 60

    func retry(_ selection: QueueSelection) async throws(OfflineQueueError) -> [QueuedRequestReport] {
        try await run(selection, notes: selection == .due)
    }

    func retryUntilDone(
        _ report: @escaping @Sendable (QueuedRequestReport) -> Void
    ) async throws(OfflineQueueError) -> [QueuedRequestReport] {
        var reports: [QueuedRequestReport] = []
        var selection = QueueSelection.all
        for await _ in connectivity.opportunities() {
            for outcome in try await run(selection, notes: false) {
                if case .unreachable = outcome.result { continue }
                report(outcome)
                reports.append(outcome)
            }
            if try await waiting().isEmpty { return reports }
            selection = .due
        }
        throw .cancelled
    }

    /// Sends what is selected while no other process does.
    ///
    /// - Parameter notes: Whether what happens is noted for the person, as
    ///   nobody looks at the reports.
    private func run(_ selection: QueueSelection, notes: Bool) async throws(OfflineQueueError) -> [QueuedRequestReport]
    {
        guard try await !store.index().entries.isEmpty else { return [] }
        // Whoever sends by itself doesn't wait for another one that does.
        let limit: Duration? = selection == .due ? .zero : nil
        let outcome: Result<[QueuedRequestReport], OfflineQueueError>
        do throws(SecretStoreError) {
            outcome = try await locks.withLock(named: SecretName(.offlineQueue), waitingAtMost: limit) {
                await sendAll(selection, notes: notes)
            }
        } catch {
            if error == .busy, selection == .due { return [] }
            throw .storage(error)
        }
        return try outcome.get()
    }

    private func sendAll(
        _ selection: QueueSelection, notes: Bool
    ) async -> Result<[QueuedRequestReport], OfflineQueueError> {
        do throws(OfflineQueueError) {
            try await adopt()
            var reports = try await expire(notes: notes)
            var tried: Set<QueuedRequestID> = [], unsendable: Set<QueuedRequestID> = []
            while !Task.isCancelled {
                // A login that waited changes who is there.
                let audience = await audience(), index = try await store.index()
                let foreign = index.entries.map(\.request).filter { !audience.admits($0) }.map(\.id)
                guard
                    let entry = index.next(
                        selection, at: now(), tried: tried, leavingOut: unsendable.union(foreign))
                else { break }
                let isTheirs = audience.owns(entry.request)
                guard let result = try await send(entry, notes: notes || !isTheirs, isTheirs: isTheirs) else {
                    unsendable.insert(entry.request.id)
                    continue
                }
                tried.insert(entry.request.id)
                if isTheirs { reports.append(QueuedRequestReport(request: entry.request, result: result)) }
                if case .unreachable = result { break }
            }
            return .success(reports)
        } catch {
            return .failure(error)
        }
    }

    /// Settles what waited too long.
    ///
    /// - Returns: What of it belonged to the person who is there.
    func expire(notes: Bool) async throws(OfflineQueueError) -> [QueuedRequestReport] {
        let time = now(), audience = await audience()
        let expired = try await store.change { index in
            let expired = index.settleExpired(at: time)
            for request in expired where notes || !audience.owns(request) {
                index.note(QueueNotice(request, isDone: false, QueueTexts.expired))
            }
            return expired
        }
        try await store.sweep()
        return expired.filter(audience.owns).map { QueuedRequestReport(request: $0, result: .expired) }
    }

    /// Sends one request.
    ///
    /// - Parameter isTheirs: Whether it belongs to who is there; anybody else has
    ///   to be told another time.
    /// - Returns: Nil if nobody is there to send it, or its payload isn't.
    private func send(
        _ entry: QueueEntry, notes: Bool, isTheirs: Bool
    ) async throws(OfflineQueueError) -> QueuedRequestResult? {
        let waiting = entry.request
        guard let handler = handlers().first(where: { $0.kind == waiting.kind }) else { return nil }
        let outcome: Result<QueuedRequestResult?, OfflineQueueError>
        do throws(SecretStoreError) {
            // Whoever keeps it while it is sent for the first time has it alone, and nobody
            // removes it before it is known what came of it.
            outcome = try await locks.withLock(named: QueueStore.name(ofSlot: entry.slot), waitingAtMost: .zero) {
                await self.send(entry, by: handler, notes: notes, isTheirs: isTheirs)
            }
        } catch {
            if error == .busy { return nil }
            throw .storage(error)
        }
        return try outcome.get()
    }

    private func send(
        _ entry: QueueEntry, by handler: any QueuedRequestHandling, notes: Bool, isTheirs: Bool
    ) async -> Result<QueuedRequestResult?, OfflineQueueError> {
        let time = now(), answer: QueuedRequestAnswer
        switch await self.answer(to: entry, by: handler) {
        case .failure(let error): return .failure(error)
        case .success(nil): return .success(nil)
        case .success(let given?): answer = given
        }
        let isAbandoned = Task.isCancelled
        // What the server has done is noted even when nobody waits for it any more.
        let noting = Task { () async -> Result<QueuedRequestResult?, OfflineQueueError> in
            do throws(OfflineQueueError) {
                return .success(
                    try await note(
                        answer, to: entry.request, sentAt: time, isAbandoned, notes: notes, isTheirs: isTheirs))
            } catch {
                return .failure(error)
            }
        }
        return await noting.value
    }

    /// Notes what came of a request.
    ///
    /// - Parameter isAbandoned: Whether nobody waited for the answer to the end.
    private func note(
        _ answer: QueuedRequestAnswer, to waiting: WaitingRequest, sentAt time: Date, _ isAbandoned: Bool, notes: Bool,
        isTheirs: Bool
    ) async throws(OfflineQueueError) -> QueuedRequestResult {
        // Somebody may have asked to be told meanwhile.
        let isAwaited = try await store.index().entries.first { $0.request.id == waiting.id }?.wantsNotice ?? false
        switch answer {
        case .unreachable(let text):
            // It took too long for the person: not every command is to take as long.
            if isAbandoned { try await postpone(waiting, because: .noAnswer, since: time) }
            return .unreachable(text)
        case .failed(let problem, let retryAfter):
            try await postpone(waiting, because: problem, retryAfter: retryAfter, since: time)
            return .kept(problem)
        case .blocked(let problem):
            try await store.change { $0.block(waiting.id, because: problem) }
            return .kept(problem)
        case .done(let text, let isNews):
            let notice = QueueNotice(waiting, isDone: true, text), isNoted = notes && (isAwaited || !isTheirs)
            let result = await remove(waiting, noting: isNoted ? notice : nil) ?? .done(text)
            if notes, isNews, !isNoted, result == .done(text) { onSent(notice) }
            return result
        case .refused(let problem):
            let notice = notes ? QueueNotice(waiting, isDone: false, problem.text) : nil
            return await remove(waiting, noting: notice) ?? .refused(problem)
        }
    }

    /// Has a request sent.
    ///
    /// - Returns: Nil if its payload isn't there.
    private func answer(
        to entry: QueueEntry, by handler: any QueuedRequestHandling
    ) async -> Result<QueuedRequestAnswer?, OfflineQueueError> {
        let waiting = entry.request
        do throws(OfflineQueueError) {
            if let payload = try await store.payload(of: waiting.id, in: entry.slot) {
                return .success(await handler.perform(QueuedRequest(entry, payload)))
            }
            if now().timeIntervalSince(waiting.createdAt) > Self.writingTime {
                try await store.remove { $0.id == waiting.id }
            }
            return .success(nil)
        } catch {
            // Those behind it can be sent all the same.
            guard case .storage(let cause) = error, cause.requiresSigningInAgain else { return .failure(error) }
            return .success(.refused(QueueProblem(code: cause.code, text: QueueTexts.damaged)))
        }
    }

    private func postpone(
        _ request: WaitingRequest, because problem: QueueProblem, retryAfter: Duration? = nil, since time: Date
    ) async throws(OfflineQueueError) {
        let share = jitter()
        try await store.change {
            $0.postpone(request.id, because: problem, retryAfter: retryAfter, at: time, jitter: share)
        }
    }

    /// Removes what has its final answer.
    ///
    /// - Returns: Nil if that succeeded.
    private func remove(_ request: WaitingRequest, noting notice: QueueNotice?) async -> QueuedRequestResult? {
        do throws(OfflineQueueError) {
            try await store.change { index in
                index.settle(request.id)
                if let notice { index.note(notice) }
            }
            try await store.sweep()
            return nil
        } catch {
            return .removalFailed(QueueProblem(code: error.code, text: QueueTexts.notRemoved + error.text))
        }
    }
}

extension QueueProblem {
    fileprivate static let noAnswer = QueueProblem(
        code: "no_answer",
        text: LocalizedText(
            en: "The server didn't answer in time. You can try again now.",
            es: "El servidor no respondió a tiempo. Puedes volver a intentarlo ahora."))
}
