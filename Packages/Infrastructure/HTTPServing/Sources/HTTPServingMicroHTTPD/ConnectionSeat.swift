import HTTPServingAPI
import Locking
import Synchronization

/// What a connection does, in the order in which connections give way.
package enum ConnectionStanding: UInt64, Sendable {
    /// No whole request has come yet.
    case asking
    /// It was answered, and asks for nothing.
    case idle
    /// It has an answer, which it may be reading.
    case reading
    /// Something is done for it.
    case busy
}

/// What is known of a connection where room is made.
final class ConnectionSeat: Sendable {
    private enum Way {
        case unknown
        case known(@Sendable () -> Void)
        case left
    }

    let client: IPNetwork
    private let time: @Sendable () -> Duration
    /// The standing, and for how long it has been so: two bits and microseconds.
    private let standing: Atomic<UInt64>
    private let way = Locked(Way.unknown)

    init(_ client: IPNetwork, time: @escaping @Sendable () -> Duration) {
        self.client = client
        self.time = time
        standing = Atomic(Self.encoded(.asking, time()))
    }

    func stand(_ new: ConnectionStanding) {
        standing.store(Self.encoded(new, time()), ordering: .relaxed)
    }

    /// Who gives way first has the least.
    var order: UInt64 { standing.load(ordering: .relaxed) }
    var isBusy: Bool { order >> 62 == ConnectionStanding.busy.rawValue }

    func canGiveWay(at now: Duration, _ patience: Duration) -> Bool {
        switch ConnectionStanding(rawValue: order >> 62) {
        case .asking, .idle: true
        case .reading: now - .microseconds(order & (1 << 62 - 1)) >= patience
        case .busy, nil: false
        }
    }

    private static func encoded(_ standing: ConnectionStanding, _ time: Duration) -> UInt64 {
        standing.rawValue << 62 | UInt64(clamping: Int64(time / .microseconds(1))) & (1 << 62 - 1)
    }

    // MARK: Leaving

    func givesWay(by leaving: @escaping @Sendable () -> Void) {
        let mustLeave = way.withLock { way in
            if case .left = way { return true }
            way = .known(leaving)
            return false
        }
        if mustLeave { leaving() }
    }

    func leave() {
        let way = way.withLock { way in
            defer { if case .unknown = way { way = .left } }
            return way
        }
        if case .known(let leaving) = way { leaving() }
    }
}
