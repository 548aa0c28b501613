import CoreModels
import FoundationEssentials
import Locking
import SQLStoreAPI
import SessionsServiceAPI

/// Records what devices are told, and wakes those who listen.
struct SecurityEvents: SecurityEventRecording {
    let signals: EventSignals
    let now: @Sendable () -> Date

    func record(_ event: SecurityEvent, of user: UserID, in transaction: any SQLWriting) throws {
        try SecurityEventRow.insert(event, of: user, at: now(), in: transaction)
    }

    func announce(to user: UserID) {
        signals.wake(user)
    }
}

/// Wakes the streams of a person when there is something to read.
final class EventSignals: Sendable {
    private struct State {
        var nextID = 0
        var listeners: [UserID: [Int: AsyncStream<Void>.Continuation]] = [:]
    }

    private let state = Locked(State())

    /// Wake-ups from now on; several that nobody waited for are one.
    func wakeUps(of user: UserID) -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let id = state.withLock { state in
            state.nextID += 1
            state.listeners[user, default: [:]][state.nextID] = continuation
            return state.nextID
        }
        continuation.onTermination = { [weak self] _ in self?.remove(id, of: user) }
        return stream
    }

    func wake(_ user: UserID) {
        let listeners = state.withLock { Array(($0.listeners[user] ?? [:]).values) }
        for listener in listeners { listener.yield() }
    }

    private func remove(_ id: Int, of user: UserID) {
        state.withLock { state in
            state.listeners[user]?[id] = nil
            if state.listeners[user]?.isEmpty == true { state.listeners[user] = nil }
        }
    }
}
