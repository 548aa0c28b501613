import CurlKit
import FoundationEssentials
import HTTPTransportAPI
import Locking

/// Holds the pieces of a stream between the loop that brings them and the task
/// that reads them, and slows the loop down when the task can't follow.
final class StreamBuffer: HTTPBodySource {
    /// With so many bytes waiting, no more are taken from the connection.
    static let highMark = 256 * 1024
    /// With no more than these left, the connection is read again.
    static let lowMark = 64 * 1024

    private struct State {
        var pieces: [Data] = []
        var next = 0
        var byteCount = 0
        var isPaused = false
        var readers: [CheckedContinuation<Result<Data?, HTTPTransportError>, Never>] = []
        var end: Result<Void, HTTPTransportError>?

        /// The next piece; pieces that were read are dropped in batches.
        mutating func takePiece() -> Data? {
            guard next < pieces.count else { return nil }
            let piece = pieces[next]
            pieces[next] = Data()
            next += 1
            byteCount -= piece.count
            if next == pieces.count {
                pieces.removeAll(keepingCapacity: true)
                next = 0
            }
            return piece
        }
    }

    private enum Step {
        case ready(Result<Data?, HTTPTransportError>, resumes: Bool)
        case waits
    }

    private let loop: CurlLoop
    private let ticket: CurlTicket
    private let state = Locked(State())

    init(loop: CurlLoop, ticket: CurlTicket) {
        self.loop = loop
        self.ticket = ticket
    }

    func next() async throws(HTTPTransportError) -> Data? {
        guard !Task.isCancelled else {
            cancel()
            throw .cancelled
        }
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in read(continuation) }
        } onCancel: {
            cancel()
        }
        return try result.get()
    }

    func cancel() {
        loop.cancel(ticket)
    }

    /// Takes a piece, or asks for a pause when enough are waiting.
    func offer(_ piece: Data) -> CurlReception {
        typealias Reader = CheckedContinuation<Result<Data?, HTTPTransportError>, Never>
        let (reception, reader) = state.withLock { state -> (CurlReception, Reader?) in
            if !state.readers.isEmpty { return (.taken, state.readers.removeFirst()) }
            guard state.byteCount < Self.highMark else {
                state.isPaused = true
                return (.paused, nil)
            }
            state.pieces.append(piece)
            state.byteCount += piece.count
            return (.taken, nil)
        }
        reader?.resume(returning: .success(piece))
        return reception
    }

    /// Ends the stream; after a cancellation nothing that waits is read.
    func finish(_ end: Result<Void, HTTPTransportError>) {
        let readers = state.withLock { state in
            defer { state.readers = [] }
            if case .failure(.cancelled) = end {
                state.pieces = []
                state.next = 0
                state.byteCount = 0
            }
            // Whoever waits now hears of the end; else the next one who asks.
            state.end = state.readers.isEmpty ? end : .success(())
            return state.readers
        }
        for reader in readers { reader.resume(returning: end.map { nil }) }
    }

    private func read(_ reader: CheckedContinuation<Result<Data?, HTTPTransportError>, Never>) {
        let step = state.withLock { state -> Step in
            if let piece = state.takePiece() {
                let resumes = state.isPaused && state.byteCount <= Self.lowMark
                if resumes { state.isPaused = false }
                return .ready(.success(piece), resumes: resumes)
            }
            if let end = state.end {
                state.end = .success(())
                return .ready(end.map { nil }, resumes: false)
            }
            state.readers.append(reader)
            return .waits
        }
        guard case .ready(let result, let resumes) = step else { return }
        if resumes { loop.resume(ticket) }
        reader.resume(returning: result)
    }
}
