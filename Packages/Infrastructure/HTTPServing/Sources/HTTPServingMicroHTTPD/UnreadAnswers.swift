import HTTPServingAPI
import Locking

/// Bounds the memory of answers that their readers haven't read yet, in all and
/// for each client address.
///
/// Where there is no room, whoever reads slowest gives way: the oldest answer is
/// broken off if it is older than any reader needs, else the new one is refused.
/// So readers that don't read can neither fill the memory nor shut others out.
final class UnreadAnswers: Sendable {
    /// Stands for an answer that is being sent.
    struct Lease: Hashable, Sendable {
        fileprivate let client: IPNetwork
        fileprivate let number: Int
    }

    private struct Answer: Sendable {
        let bytes: Int
        let start: ContinuousClock.Instant
        let breakOff: @Sendable () -> Void
    }

    private struct Share: Sendable {
        var bytes = 0
        /// By their numbers, which grow.
        var answers: [Int: Answer] = [:]
    }

    private struct State: Sendable {
        var bytes = 0
        var last = 0
        var shares: [IPNetwork: Share] = [:]
    }

    /// Answers of this size and less aren't counted: there are no more of them
    /// than connections, each of which takes more.
    static let small = 8 * 1024

    private let state = Locked(State())
    private let limit: Int
    private let limitPerClient: Int
    private let patience: Duration
    private let clock: ContinuousClock

    init(_ limits: HTTPServerLimits, clock: ContinuousClock) {
        limit = limits.unreadBytes
        limitPerClient = max(1, limits.unreadBytes / 2)
        patience = limits.unreadTime
        self.clock = clock
    }

    /// Makes room for an answer.
    ///
    /// - Parameter breakOff: Ends the connection of the answer; called from any
    ///   thread when others need its room.
    /// - Returns: What to ``release(_:)`` when it has been sent; nil if there is
    ///   no room.
    func admit(_ bytes: Int, to address: IPAddress, breakOff: @escaping @Sendable () -> Void) -> Lease? {
        let client = address.client, now = clock.now
        let (lease, victims) = state.withLock { state -> (Lease?, [@Sendable () -> Void]) in
            var victims: [@Sendable () -> Void] = []
            while let crowded = crowded(state, with: bytes, from: client) {
                guard let victim = state.shares[crowded]?.answers.min(by: { $0.key < $1.key }),
                    now - victim.value.start >= patience
                else { return (nil, victims) }
                Self.remove(Lease(client: crowded, number: victim.key), from: &state)
                victims.append(victim.value.breakOff)
            }
            state.last += 1
            state.bytes += bytes
            state.shares[client, default: Share()].bytes += bytes
            state.shares[client]?.answers[state.last] = Answer(bytes: bytes, start: now, breakOff: breakOff)
            return (Lease(client: client, number: state.last), victims)
        }
        for breakOff in victims { breakOff() }
        return lease
    }

    func release(_ lease: Lease) {
        state.withLock { Self.remove(lease, from: &$0) }
    }

    /// Whose answers are in the way of another one; nil if there is room.
    private func crowded(_ state: State, with bytes: Int, from client: IPNetwork) -> IPNetwork? {
        let own = state.shares[client]?.bytes ?? 0
        // An answer that is too large for any room is sent alone.
        if own > 0, own + bytes > limitPerClient { return client }
        guard state.bytes > 0, state.bytes + bytes > limit else { return nil }
        return state.shares.max { $0.value.bytes < $1.value.bytes }?.key
    }

    private static func remove(_ lease: Lease, from state: inout State) {
        guard let answer = state.shares[lease.client]?.answers.removeValue(forKey: lease.number) else { return }
        state.bytes -= answer.bytes
        state.shares[lease.client]?.bytes -= answer.bytes
        if state.shares[lease.client]?.answers.isEmpty == true { state.shares[lease.client] = nil }
    }
}
