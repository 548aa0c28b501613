import FoundationEssentials
import HTTPServingAPI
import Locking

/// Carries the body of a request from the connection to the handler, and holds
/// the connection back while the handler is slower.
final class BodyChannel: Sendable {
    private struct State {
        var chunks: [Data] = []
        var bufferedBytes = 0
        var isEnded = false
        var failure: HTTPProblem?
        var isDemanded = false
        var isBlocked = false
        var reader: CheckedContinuation<Result<Data?, HTTPProblem>, Never>?
    }

    /// How many bytes wait for the handler at most, besides one read.
    private static let capacity = 64 * 1024

    private let state = Locked(State())
    private let onDemand: @Sendable () -> Void

    /// Creates a channel.
    ///
    /// - Parameter onDemand: is called when the handler wants more.
    init(onDemand: @escaping @Sendable () -> Void) {
        self.onDemand = onDemand
    }

    /// Whether the handler has begun to read.
    var isDemanded: Bool { state.withLock { $0.isDemanded } }

    // MARK: The connection's side

    /// Takes bytes.
    ///
    /// - Returns: false, without taking them, when too many wait; `onDemand`
    ///   tells when to offer them again.
    func offer(_ bytes: UnsafeRawBufferPointer) -> Bool {
        enum Answer { case taken, full, hand(CheckedContinuation<Result<Data?, HTTPProblem>, Never>) }
        let chunk = unsafe Data(bytes)
        let answer: Answer = state.withLock { state in
            guard !state.isEnded, state.failure == nil else { return .taken }
            if let reader = state.reader {
                state.reader = nil
                return .hand(reader)
            }
            guard state.bufferedBytes < Self.capacity else {
                state.isBlocked = true
                return .full
            }
            state.chunks.append(chunk)
            state.bufferedBytes += chunk.count
            return .taken
        }
        switch answer {
        case .taken: return true
        case .full: return false
        case .hand(let reader):
            reader.resume(returning: .success(chunk))
            return true
        }
    }

    /// Marks the end of the body.
    func finish() {
        let reader = state.withLock { state in
            state.isEnded = true
            defer { state.reader = nil }
            return state.reader
        }
        reader?.resume(returning: .success(nil))
    }

    /// Makes reading fail, unless the body has ended.
    func fail(_ problem: HTTPProblem) {
        let reader = state.withLock { state in
            if !state.isEnded, state.failure == nil { state.failure = problem }
            defer { state.reader = nil }
            return state.reader
        }
        reader?.resume(returning: .failure(problem))
    }

    // MARK: The handler's side

    /// The next chunk, or nil at the end.
    func next() async throws(HTTPProblem) -> Data? {
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in read(continuation) }
        } onCancel: {
            fail(.incompleteBody)
        }
        return try result.get()
    }

    private func read(_ continuation: CheckedContinuation<Result<Data?, HTTPProblem>, Never>) {
        let (result, wantsMore) = state.withLock { state -> (Result<Data?, HTTPProblem>?, Bool) in
            let wasBlocked = state.isBlocked || !state.isDemanded
            state.isDemanded = true
            if !state.chunks.isEmpty {
                let chunk = state.chunks.removeFirst()
                state.bufferedBytes -= chunk.count
                let isLow = state.bufferedBytes < Self.capacity / 2
                if isLow { state.isBlocked = false }
                return (.success(chunk), wasBlocked && isLow)
            }
            if let failure = state.failure { return (.failure(failure), false) }
            if state.isEnded { return (.success(nil), false) }
            state.reader = continuation
            state.isBlocked = false
            return (nil, wasBlocked)
        }
        if wantsMore { onDemand() }
        if let result { continuation.resume(returning: result) }
    }
}
