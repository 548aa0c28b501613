package import FoundationEssentials
package import HTTPServingAPI
package import HTTPTransportAPI
import Locking

/// Brings the body of an answer from its producer to the client.
///
/// Each write waits until the client has taken it, so that a test sees the two
/// in step.
package final class LoopbackPipe: ResponseWriter, HTTPBodySource {
    private typealias Read = CheckedContinuation<Result<Data?, HTTPTransportError>, Never>
    private typealias Write = CheckedContinuation<ResponseWriterError?, Never>

    private struct State {
        var offers: [(id: Int, data: Data, writer: Write?)] = []
        var nextID = 0
        /// Writes that were cancelled before they were offered.
        var cancelled: Set<Int> = []
        var end: Result<Data?, HTTPTransportError>?
        var reader: Read?
        var task: Task<Void, Never>?
    }

    private let state = Locked(State())

    /// Starts to produce a body.
    package init(_ body: ResponseBody) {
        switch body {
        case .none: end(.success(nil))
        case .bytes(let data): offerAll(data)
        case .file(let path, let range): offerFile(path, range)
        case .stream(let produce), .events(let produce):
            let task = Task { await run(produce) }
            state.withLock { $0.task = task }
        }
    }

    private func run(_ produce: ResponseBody.Producer) async {
        do {
            try await produce(self)
            end(.success(nil))
        } catch {
            end(.failure(.connectivity(reason: "the server broke the answer off")))
        }
    }

    private func offerAll(_ data: Data) {
        state.withLock { state in
            if !data.isEmpty { state.offers.append((0, data, nil)) }
            state.end = .success(nil)
        }
    }

    private func offerFile(_ path: String, _ range: Range<Int>?) {
        guard let data = FileManager.default.contents(atPath: path), range?.upperBound ?? 0 <= data.count else {
            end(.failure(.connectivity(reason: "the server can't read \(path)")))
            return
        }
        offerAll(range.map { data.subdata(in: $0) } ?? data)
    }

    private func end(_ end: Result<Data?, HTTPTransportError>) {
        let reader = state.withLock { state -> Read? in
            if state.end == nil { state.end = end }
            guard state.offers.isEmpty else { return nil }
            defer { state.reader = nil }
            return state.reader
        }
        reader?.resume(returning: end)
    }

    // MARK: The server's side

    package func write(_ data: Data) async throws(ResponseWriterError) {
        guard !Task.isCancelled else { throw .cancelled }
        guard !data.isEmpty else { return }
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        let error = await withTaskCancellationHandler {
            await withCheckedContinuation { (writer: Write) in offer(id, data, writer) }
        } onCancel: {
            cancelWrite(id)
        }
        if let error { throw error }
    }

    private func offer(_ id: Int, _ data: Data, _ writer: Write) {
        enum Step { case wait, deliver(Read), refuse(ResponseWriterError) }
        let step = state.withLock { state -> Step in
            guard state.cancelled.remove(id) == nil else { return .refuse(.cancelled) }
            guard state.end == nil else { return .refuse(.disconnected) }
            guard let reader = state.reader else {
                state.offers.append((id, data, writer))
                return .wait
            }
            state.reader = nil
            return .deliver(reader)
        }
        switch step {
        case .wait: break
        case .deliver(let reader):
            reader.resume(returning: .success(data))
            writer.resume(returning: nil)
        case .refuse(let error): writer.resume(returning: error)
        }
    }

    private func cancelWrite(_ id: Int) {
        let writer = state.withLock { state -> Write? in
            guard let index = state.offers.firstIndex(where: { $0.id == id }) else {
                state.cancelled.insert(id)
                return nil
            }
            return state.offers.remove(at: index).writer
        }
        writer?.resume(returning: .cancelled)
    }

    // MARK: The client's side

    package func next() async throws(HTTPTransportError) -> Data? {
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { (reader: Read) in take(reader) }
        } onCancel: {
            cancel()
        }
        return try result.get()
    }

    private func take(_ reader: Read) {
        enum Step { case wait, give(Result<Data?, HTTPTransportError>, Write?) }
        let step = state.withLock { state -> Step in
            if !state.offers.isEmpty {
                let offer = state.offers.removeFirst()
                return .give(.success(offer.data), offer.writer)
            }
            if let end = state.end { return .give(end, nil) }
            state.reader = reader
            return .wait
        }
        guard case .give(let result, let writer) = step else { return }
        reader.resume(returning: result)
        writer?.resume(returning: nil)
    }

    package func cancel() {
        let (task, reader, writers) = state.withLock { state -> (Task<Void, Never>?, Read?, [Write]) in
            if state.end == nil { state.end = .failure(.cancelled) }
            defer {
                state.offers = []
                state.reader = nil
                state.task = nil
            }
            return (state.task, state.reader, state.offers.compactMap(\.writer))
        }
        task?.cancel()
        reader?.resume(returning: .failure(.cancelled))
        for writer in writers { writer.resume(returning: .disconnected) }
    }
}
