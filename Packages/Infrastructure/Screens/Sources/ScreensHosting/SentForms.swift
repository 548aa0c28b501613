import HTTPServingAPI
import Locking

/// The answers to the forms that were sent last, so that one that is sent twice,
/// by two clicks or by loading its answer anew, is done once.
///
/// Each form has a random key of its own, which only the browser knows to which
/// it was shown.
final class SentForms: Sendable {
    private typealias Answer = Task<ServerResponse, any Error>

    private struct State {
        var answers: [String: Answer] = [:]
        var order: [String] = []
    }

    private static let limit = 256
    private let state = Locked(State())

    /// The answer to a form; `act` makes it if it is asked for the first time.
    func answer(
        to key: String, _ act: @escaping @Sendable () async throws -> ServerResponse
    ) async throws -> ServerResponse {
        guard key.utf8.count >= 16, key.utf8.count <= 64 else { return try await act() }
        let answer = state.withLock { state in
            if let answer = state.answers[key] { return answer }
            // What was begun goes on if the browser leaves.
            let answer = Task { try await act() }
            state.answers[key] = answer
            state.order.append(key)
            if state.order.count > Self.limit { state.answers[state.order.removeFirst()] = nil }
            return answer
        }
        do {
            return try await answer.value
        } catch {
            // Nothing stands of it, so it may be tried again.
            state.withLock { $0.answers[key] = nil }
            throw error
        }
    }
}
