import Locking
import SQLStoreAPI

/// Those who listen to the signals of a database.
final class Listeners: Sendable {
    private let listeners = Locked<[SQLTopic: [@Sendable (SQLSignal) -> Void]]>([:])

    func add(_ hear: @escaping @Sendable (SQLSignal) -> Void, to topic: SQLTopic) {
        listeners.withLock { $0[topic, default: []].append(hear) }
    }

    func send(_ payload: String, about topic: SQLTopic) {
        for hear in listeners.current[topic] ?? [] { hear(.sent(payload)) }
    }

    func sendToAll(_ signal: SQLSignal) {
        for hear in listeners.current.values.joined() { hear(signal) }
    }
}
