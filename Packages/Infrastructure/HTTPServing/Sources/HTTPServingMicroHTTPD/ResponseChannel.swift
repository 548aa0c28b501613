import FoundationEssentials
import HTTPServingAPI
import Locking

/// Carries the body of an answer from the handler to the connection, and holds
/// the handler back while the client is slower.
final class ResponseChannel: ResponseWriter, ContentSource {
    private typealias Waiter = CheckedContinuation<ResponseWriterError?, Never>

    private enum End { case finished, failed }

    private struct State {
        var chunks: [Data] = []
        var offset = 0
        var bufferedBytes = 0
        var takenBytes = 0
        var end: End?
        /// Nothing more is taken from the handler.
        var isClosed = false
        /// The connection waits for bytes.
        var isStarved = false
        var nextWaiter = 0
        var waiters: [Int: Waiter] = [:]
        /// Writers that were cancelled before they began to wait.
        var cancelled: Set<Int> = []
    }

    /// From how many bytes on a writer waits.
    private static let highMark = 64 * 1024

    private let state = Locked(State())
    private let onReady: @Sendable () -> Void

    /// Creates a channel.
    ///
    /// - Parameter onReady: is called when the connection waits and there is
    ///   something to send, or an end.
    init(onReady: @escaping @Sendable () -> Void) {
        self.onReady = onReady
    }

    /// How many bytes the connection has taken.
    var takenBytes: Int { state.withLock { $0.takenBytes } }

    // MARK: The handler's side

    func write(_ data: Data) async throws(ResponseWriterError) {
        guard !Task.isCancelled else { throw .cancelled }
        enum Step { case closed, done, wait(Int) }
        let (step, wakes) = state.withLock { state -> (Step, Bool) in
            guard !state.isClosed, state.end == nil else { return (.closed, false) }
            guard !data.isEmpty else { return (.done, false) }
            state.chunks.append(data)
            state.bufferedBytes += data.count
            let wakes = state.isStarved
            state.isStarved = false
            guard state.bufferedBytes > Self.highMark else { return (.done, wakes) }
            state.nextWaiter += 1
            return (.wait(state.nextWaiter), wakes)
        }
        if wakes { onReady() }
        switch step {
        case .closed: throw .disconnected
        case .done: return
        case .wait(let id): if let error = await waitForRoom(id) { throw error }
        }
    }

    private func waitForRoom(_ id: Int) async -> ResponseWriterError? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { (waiter: Waiter) in
                enum Step { case wait, resume(ResponseWriterError?) }
                let step = state.withLock { state -> Step in
                    if state.cancelled.remove(id) != nil { return .resume(.cancelled) }
                    if state.isClosed { return .resume(.disconnected) }
                    if state.bufferedBytes <= Self.highMark { return .resume(nil) }
                    state.waiters[id] = waiter
                    return .wait
                }
                if case .resume(let error) = step { waiter.resume(returning: error) }
            }
        } onCancel: {
            let waiter = state.withLock { state -> Waiter? in
                if let waiter = state.waiters.removeValue(forKey: id) { return waiter }
                state.cancelled.insert(id)
                return nil
            }
            waiter?.resume(returning: .cancelled)
        }
    }

    /// Marks the end of the body; what is buffered is still sent.
    func finish() {
        end(.finished)
    }

    /// Marks the body as incomplete.
    func fail() {
        end(.failed)
    }

    private func end(_ end: End) {
        let (wakes, waiters) = state.withLock { state -> (Bool, [Waiter]) in
            if state.end == nil { state.end = end }
            defer { state.isStarved = false }
            return (state.isStarved, Self.close(&state))
        }
        for waiter in waiters { waiter.resume(returning: .disconnected) }
        if wakes { onReady() }
    }

    /// Refuses further writes: the client is gone, or the answer is over.
    func close() {
        let waiters = state.withLock { Self.close(&$0) }
        for waiter in waiters { waiter.resume(returning: .disconnected) }
    }

    private static func close(_ state: inout State) -> [Waiter] {
        state.isClosed = true
        defer { state.waiters = [:] }
        return Array(state.waiters.values)
    }

    // MARK: The connection's side

    func read(at position: Int, into buffer: UnsafeMutableRawBufferPointer) -> ContentRead {
        let (result, waiters) = state.withLock { state -> (ContentRead, [Waiter]) in
            guard state.bufferedBytes > 0 else {
                switch state.end {
                case .finished: return (.end, [])
                case .failed: return (.failure, [])
                case nil:
                    state.isStarved = true
                    return (.nothingYet, [])
                }
            }
            let count = unsafe Self.take(&state, buffer)
            guard state.bufferedBytes <= Self.highMark / 2 else { return (.bytes(count), []) }
            defer { state.waiters = [:] }
            return (.bytes(count), Array(state.waiters.values))
        }
        for waiter in waiters { waiter.resume(returning: nil) }
        return result
    }

    private static func take(_ state: inout State, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
        var filled = 0
        while filled < buffer.count, let chunk = state.chunks.first {
            let count = min(chunk.count - state.offset, buffer.count - filled)
            let start = chunk.startIndex + state.offset
            unsafe chunk.copyBytes(
                to: UnsafeMutableRawBufferPointer(rebasing: buffer[filled..<filled + count]),
                from: start..<start + count)
            filled += count
            state.offset += count
            if state.offset == chunk.count {
                state.chunks.removeFirst()
                state.offset = 0
            }
        }
        state.bufferedBytes -= filled
        state.takenBytes += filled
        return filled
    }
}
