package import HTTPServingAPI
import Locking

/// Counts open connections, in all and of each client.
///
/// When there are as many as may be, those give way that keep nobody waiting: first
/// who has connected and not asked, then who has asked nothing for longest, then who
/// doesn't read an answer. So neither silence nor slowness shuts others out.
package final class ConnectionGate: Sendable {
    /// Why a connection isn't let in.
    package enum Refusal: Equatable {
        case full
        case fullForClient
    }

    private struct State {
        var last = 0
        var byClient: [IPNetwork: Int] = [:]
        var seats: [Int: ConnectionSeat] = [:]
    }

    private let state = Locked(State())
    private let limit: Int
    private let limitPerClient: Int
    private let patience: Duration
    private let time: @Sendable () -> Duration

    /// - Parameter patience: For how long a reader is waited for when others want in.
    package init(
        limit: Int, perClient: Int, patience: Duration = .seconds(5), clock: some Clock<Duration> = ContinuousClock()
    ) {
        self.limit = limit
        self.patience = patience
        limitPerClient = perClient
        let start = clock.now
        time = { start.duration(to: clock.now) }
    }

    /// Lets a connection in, or tells why not.
    ///
    /// It counts until the lease goes.
    package func admit(_ client: IPNetwork) -> Result<ConnectionLease, RefusalError> {
        let seat = ConnectionSeat(client, time: time)
        let (outcome, leaving) = state.withLock { state in
            var leaving: [ConnectionSeat] = []
            if state.byClient[client, default: 0] >= limitPerClient {
                leaving = makeRoom(in: &state, limitPerClient) { $0.client == client }
                if leaving.isEmpty {
                    return (Result<Int, RefusalError>.failure(.init(refusal: .fullForClient)), leaving)
                }
            } else if state.seats.count >= limit {
                leaving = makeRoom(in: &state, limit) { _ in true }
                if leaving.isEmpty { return (.failure(.init(refusal: .full)), leaving) }
            }
            state.last += 1
            Self.take(seat, state.last, in: &state)
            return (.success(state.last), leaving)
        }
        for seat in leaving { seat.leave() }
        return outcome.map { ConnectionLease(gate: self, number: $0, seat: seat) }
    }

    /// Takes the seats of those who can give way, some at once: looking for them takes
    /// time, and whoever floods comes again.
    private func makeRoom(
        in state: inout State, _ limit: Int, where isMeant: (ConnectionSeat) -> Bool
    ) -> [ConnectionSeat] {
        let now = time()
        let able = state.seats.filter { isMeant($0.value) && $0.value.canGiveWay(at: now, patience) }
            .map {
                (number: $0.key, seat: $0.value, order: $0.value.order, crowd: state.byClient[$0.value.client] ?? 0)
            }
            // Who has most gives way first.
            .sorted { ($1.crowd, $0.order, $0.number) < ($0.crowd, $1.order, $1.number) }
        let leaving = able.prefix(max(1, limit / 64))
        for one in leaving { Self.free(one.number, in: &state) }
        return leaving.map(\.seat)
    }

    private static func take(_ seat: ConnectionSeat, _ number: Int, in state: inout State) {
        state.seats[number] = seat
        state.byClient[seat.client, default: 0] += 1
    }

    private static func free(_ number: Int, in state: inout State) {
        guard let seat = state.seats.removeValue(forKey: number) else { return }
        let rest = state.byClient[seat.client, default: 1] - 1
        state.byClient[seat.client] = rest > 0 ? rest : nil
    }

    fileprivate func release(_ number: Int) {
        state.withLock { Self.free(number, in: &$0) }
    }

    /// It was asked for something in the moment in which it was to give way.
    fileprivate func keep(_ seat: ConnectionSeat, _ number: Int) {
        state.withLock { Self.take(seat, number, in: &$0) }
    }

    package struct RefusalError: Error {
        package let refusal: Refusal
    }
}

/// Counts as one connection for as long as it lives, or until it gives way.
package final class ConnectionLease: Sendable {
    private let gate: ConnectionGate
    private let seat: ConnectionSeat
    let number: Int

    fileprivate init(gate: ConnectionGate, number: Int, seat: ConnectionSeat) {
        self.gate = gate
        self.number = number
        self.seat = seat
    }

    deinit {
        gate.release(number)
    }

    /// Says what the connection does from now on.
    package func stand(_ standing: ConnectionStanding) {
        seat.stand(standing)
    }

    /// Says how it gives way, which it may have to do already; called from any
    /// thread.
    package func givesWay(by leaving: @escaping @Sendable () -> Void) {
        seat.givesWay(by: leaving)
    }

    /// Whether it still has to give way.
    func mustLeave() -> Bool {
        guard seat.isBusy else { return true }
        gate.keep(seat, number)
        return false
    }
}
