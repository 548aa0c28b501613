package import SQLStoreAPI

/// What a transaction leaves for after its commit.
package struct Aftermath: Sendable {
    /// How much of it there was at some moment.
    package struct Extent {
        fileprivate let signals: Int
        fileprivate let actions: Int
    }

    package private(set) var signals: [(topic: SQLTopic, payload: String)] = []
    package private(set) var actions: [@Sendable () -> Void] = []

    package init() {}

    package mutating func add(_ action: @escaping @Sendable () -> Void) { actions.append(action) }

    /// - Throws: What ``SQLStoreAPI/SQLWriting/signal(_:_:)`` does.
    package mutating func add(_ payload: String, about topic: SQLTopic) throws(SQLError) {
        guard payload.utf8.count <= SQLTopic.longestPayload else {
            throw SQLError(.tooLarge, "a signal of \(topic.name) has \(payload.utf8.count) bytes")
        }
        guard !payload.utf8.contains(0) else {
            throw SQLError(.notAllowed, "a signal of \(topic.name) holds a NUL")
        }
        signals.append((topic, payload))
    }

    package var isEmpty: Bool { signals.isEmpty && actions.isEmpty }

    package var extent: Extent { Extent(signals: signals.count, actions: actions.count) }

    /// Takes back what was added since.
    package mutating func cut(to extent: Extent) {
        signals.removeSubrange(extent.signals...)
        actions.removeSubrange(extent.actions...)
    }
}
