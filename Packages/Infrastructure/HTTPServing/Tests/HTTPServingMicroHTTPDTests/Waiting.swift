import Glibc
import Locking

/// Opens once; who comes before waits.
actor Gate {
    private var isOpen = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func wait() async {
        guard !isOpen else { return }
        await withCheckedContinuation { waiting.append($0) }
    }

    func open() {
        isOpen = true
        for waiter in waiting { waiter.resume() }
        waiting = []
    }
}

/// A value that comes later; the first one counts.
final class Promise<Value: Sendable>: Sendable {
    private struct State {
        var value: Value?
        var waiting: [CheckedContinuation<Value, Never>] = []
    }

    private let state = Locked(State())

    func fulfil(_ value: Value) {
        let waiting = state.withLock { state -> [CheckedContinuation<Value, Never>] in
            guard state.value == nil else { return [] }
            state.value = value
            defer { state.waiting = [] }
            return state.waiting
        }
        for waiter in waiting { waiter.resume(returning: value) }
    }

    func value() async -> Value {
        await withCheckedContinuation { continuation in
            let value = state.withLock { state -> Value? in
                if state.value == nil { state.waiting.append(continuation) }
                return state.value
            }
            if let value { continuation.resume(returning: value) }
        }
    }
}

extension RawConnection {
    /// Whether something, or the end, comes within a time.
    func waitForInput(milliseconds: Int32) async -> Bool {
        await onThread { [descriptor] in
            var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            return poll(&entry, 1, milliseconds) > 0
        }
    }

    /// Sends until the server has taken nothing for half a second, and tells
    /// how much it took.
    func sendUntilBlocked(_ bytes: [UInt8]) async -> Int {
        await onThread { [descriptor] in
            var sent = 0
            while sent < bytes.count {
                var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                guard poll(&entry, 1, 500) > 0 else { break }
                let count = bytes.withUnsafeBytes {
                    Glibc.send(
                        descriptor, $0.baseAddress.map { $0 + sent }, min(bytes.count - sent, 1 << 20),
                        Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
                }
                guard count > 0 else { break }
                sent += count
            }
            return sent
        }
    }
}
