package import CoreModels
import FoundationEssentials
import Locking
package import SQLStoreAPI
import SessionsServiceAPI

extension SQLTopic {
    /// A person whose devices have something to read: the identifier.
    package static let securityEvents = SQLTopic("sessions.security-events")
}

/// Records what devices are told, lets observers take part, and has those who listen
/// woken.
struct SecurityEvents: SecurityEventRecording {
    let now: @Sendable () -> Date
    var observers: @Sendable () -> [any SessionObserving] = { [] }

    func record(_ event: SecurityEvent, of user: UserID, in transaction: any SQLWriting) throws {
        try SecurityEventRow.insert(event, of: user, at: now(), in: transaction)
        for observer in observers() { try observer.record(event, of: user, in: transaction) }
        try transaction.signal(.securityEvents, "\(user)")
    }
}

/// Wakes the streams of a person when there is something to read.
package final class EventSignals: Sendable {
    private struct State {
        var nextID = 0
        var listeners: [UserID: [Int: AsyncStream<Void>.Continuation]] = [:]
    }

    private let state = Locked(State())

    package init() {}

    /// Wake-ups from now on; several that nobody waited for are one.
    package func wakeUps(of user: UserID) -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let id = state.withLock { state in
            state.nextID += 1
            state.listeners[user, default: [:]][state.nextID] = continuation
            return state.nextID
        }
        continuation.onTermination = { [weak self] _ in self?.remove(id, of: user) }
        return stream
    }

    /// Wakes the streams of the person whom a signal names, and all of them when
    /// some signals may have gone unheard.
    package func hear(_ signal: SQLSignal) {
        let woken = state.withLock { state -> [AsyncStream<Void>.Continuation] in
            switch signal {
            case .sent(let user): UserID(user).flatMap { state.listeners[$0] }.map { Array($0.values) } ?? []
            case .interrupted: []
            case .resumed: state.listeners.values.flatMap(\.values)
            }
        }
        for listener in woken { listener.yield() }
    }

    private func remove(_ id: Int, of user: UserID) {
        state.withLock { state in
            state.listeners[user]?[id] = nil
            if state.listeners[user]?.isEmpty == true { state.listeners[user] = nil }
        }
    }
}
