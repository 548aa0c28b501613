import Locking

/// What happened to a peer, for the test that looks at it.
final class PeerJournal: Sendable {
    struct Counts {
        var requestCount = 0
        var closedCount = 0
    }

    private struct State {
        var sockets: [PeerSocket] = []
        var requests: [PeerRequest] = []
        var counts = Counts()
        var isEnding = false
        var waiting: [(condition: @Sendable (Counts) -> Bool, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state = Locked(State())

    var requests: [PeerRequest] { state.withLock { $0.requests } }
    var connectionCount: Int { state.withLock { $0.sockets.count } }

    /// Returns the number of the connection, counted from 1.
    func add(_ socket: PeerSocket) -> Int {
        let (number, isEnding) = state.withLock { state in
            state.sockets.append(socket)
            return (state.sockets.count, state.isEnding)
        }
        if isEnding { socket.shutDown() }
        return number
    }

    func note(_ request: PeerRequest) {
        change { state in
            state.requests.append(request)
            state.counts.requestCount += 1
        }
    }

    func noteClosed() {
        change { $0.counts.closedCount += 1 }
    }

    /// Wakes all threads that read from a connection or wait for its end.
    func shutDownAll() {
        let sockets = state.withLock { state in
            state.isEnding = true
            return state.sockets
        }
        for socket in sockets { socket.shutDown() }
    }

    func wait(_ condition: @escaping @Sendable (Counts) -> Bool) async {
        await withCheckedContinuation { continuation in
            let holds = state.withLock { state in
                if condition(state.counts) { return true }
                state.waiting.append((condition, continuation))
                return false
            }
            if holds { continuation.resume() }
        }
    }

    private func change(_ body: @Sendable (inout State) -> Void) {
        let ready = state.withLock { state in
            body(&state)
            let counts = state.counts
            let ready = state.waiting.filter { $0.condition(counts) }.map(\.continuation)
            state.waiting.removeAll { $0.condition(counts) }
            return ready
        }
        for continuation in ready { continuation.resume() }
    }
}
