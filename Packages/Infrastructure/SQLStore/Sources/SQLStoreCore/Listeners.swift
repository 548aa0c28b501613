import Locking
package import SQLStoreAPI

/// Those who listen to the signals of a database.
package final class Listeners: Sendable {
    private let listeners = Locked<[SQLTopic: [@Sendable (SQLSignal) -> Void]]>([:])

    package init() {}

    package func add(_ hear: @escaping @Sendable (SQLSignal) -> Void, to topic: SQLTopic) {
        listeners.withLock { $0[topic, default: []].append(hear) }
    }

    package func send(_ payload: String, about topic: SQLTopic) {
        for hear in listeners.current[topic] ?? [] { hear(.sent(payload)) }
    }

    /// - Parameter name: That of the topic, as another process passed it on.
    package func send(_ payload: String, toTopicNamed name: String) {
        for (topic, listeners) in listeners.current where topic.name == name {
            for hear in listeners { hear(.sent(payload)) }
        }
    }

    package func sendToAll(_ signal: SQLSignal) {
        for hear in listeners.current.values.joined() { hear(signal) }
    }
}
