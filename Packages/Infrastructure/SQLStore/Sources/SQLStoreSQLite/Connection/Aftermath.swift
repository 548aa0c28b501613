import SQLStoreAPI

/// What a transaction leaves for after its commit.
struct Aftermath {
    /// How much of it there was at some moment.
    struct Extent {
        fileprivate let signals: Int
        fileprivate let actions: Int
    }

    private(set) var signals: [(topic: SQLTopic, payload: String)] = []
    private(set) var actions: [@Sendable () -> Void] = []

    mutating func add(_ action: @escaping @Sendable () -> Void) { actions.append(action) }

    mutating func add(_ payload: String, about topic: SQLTopic) { signals.append((topic, payload)) }

    var extent: Extent { Extent(signals: signals.count, actions: actions.count) }

    /// Takes back what was added since.
    mutating func cut(to extent: Extent) {
        signals.removeSubrange(extent.signals...)
        actions.removeSubrange(extent.actions...)
    }
}
