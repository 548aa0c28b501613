import FoundationEssentials
import HTTPTransportAPI
import HTTPTransportTesting
import HTTPTypes
import Locking

/// Holds each stream back until the test lets it go, and knows which were
/// cancelled.
final class GatedTransport: HTTPTransport {
    private typealias Answer = Result<HTTPStreamingResponse, HTTPTransportError>

    private struct State {
        var requests: [HTTPRequest] = []
        var open: [Int: CheckedContinuation<Answer, Never>] = [:]
        var cancelled: Set<Int> = []
        var watchers: [@Sendable (State) -> Bool] = []
    }

    private let state = Locked(State())

    /// The addresses that were asked for.
    var urls: [URL] { requests.map(\.url) }
    /// What was asked for.
    var requests: [HTTPRequest] { state.current.requests }
    /// The numbers of the streams that were cancelled, from 0.
    var cancelled: Set<Int> { state.current.cancelled }

    /// Answers a stream that waits.
    func answer(
        _ number: Int, status: HTTPStatus = .ok, fields: HTTPFields = [:], pieces: [Data],
        failure: HTTPTransportError? = nil
    ) async {
        await answer(
            number, status: status, fields: fields, body: HTTPBodyStream(pieces: pieces, failure: failure))
    }

    /// Answers a stream that waits, with a body that the test made.
    func answer(
        _ number: Int, status: HTTPStatus = .ok, fields: HTTPFields = [:], body: HTTPBodyStream
    ) async {
        await wait { $0.open[number] != nil }
        let continuation = state.withLock { $0.open.removeValue(forKey: number) }
        continuation?.resume(returning: .success(HTTPStreamingResponse(status: status, fields: fields, body: body)))
    }

    /// Returns once so many streams were asked for.
    func waitForCalls(_ count: Int) async { await wait { $0.open.count + $0.cancelled.count >= count } }
    /// Returns once so many streams were asked for, answered or not.
    func waitForRequests(_ count: Int) async { await wait { $0.requests.count >= count } }
    /// Returns once the stream was cancelled.
    func waitForCancellation(of number: Int) async { await wait { $0.cancelled.contains(number) } }

    private func wait(_ condition: @escaping @Sendable (State) -> Bool) async {
        await withCheckedContinuation { continuation in
            let watcher: @Sendable (State) -> Bool = { state in
                guard condition(state) else { return false }
                continuation.resume()
                return true
            }
            state.withLock { if !watcher($0) { $0.watchers.append(watcher) } }
        }
    }

    private func change<Value: Sendable>(_ body: (inout State) -> Value) -> Value {
        state.withLock { state in
            let value = body(&state)
            let now = state
            state.watchers.removeAll { $0(now) }
            return value
        }
    }

    func stream(_ request: HTTPRequest) async throws(HTTPTransportError) -> HTTPStreamingResponse {
        let number = change { state in
            state.requests.append(request)
            return state.requests.count - 1
        }
        let answer = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                change { $0.open[number] = continuation }
                if Task.isCancelled { cancel(number) }
            }
        } onCancel: {
            cancel(number)
        }
        return try answer.get()
    }

    private func cancel(_ number: Int) {
        var continuation: CheckedContinuation<Answer, Never>?
        change { state in
            continuation = state.open.removeValue(forKey: number)
            if continuation != nil { state.cancelled.insert(number) }
        }
        continuation?.resume(returning: .failure(.cancelled))
    }

    func send(_ request: HTTPRequest) async throws(HTTPTransportError) -> HTTPResponse {
        throw .invalidRequest(reason: "pictures are streamed")
    }

    func download(
        _ request: HTTPRequest, toFile path: String, progress: (@Sendable (TransferProgress) -> Void)?
    ) async throws(HTTPTransportError) -> HTTPResponse {
        throw .invalidRequest(reason: "pictures are streamed")
    }
}
