import Locking

/// Values that were asked for lately, since each takes a while to compute.
final class Memo<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    /// More than are used again and again; when there are more, all are
    /// forgotten.
    private static var capacity: Int { 32 }

    private let values = Locked<[Key: Value]>([:])

    /// The value of a key, computed unless it is known.
    func value<Failure: Error>(
        of key: Key, _ compute: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        if let known = values.withLock({ $0[key] }) { return known }
        let value = try compute()
        values.withLock { values in
            if values.count >= Self.capacity { values.removeAll(keepingCapacity: true) }
            values[key] = value
        }
        return value
    }
}
