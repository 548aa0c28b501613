import FoundationEssentials
import HTTPServingAPI
import Locking

/// The requests with keys that are being answered now.
///
/// Each runs in a task of its own: who asks the same meanwhile waits for it, and
/// it goes on when its client leaves, since that client will ask again.
final class RunningRequests: Sendable {
    private struct Running: Sendable {
        let marks: RequestMarks
        let answer: Task<ServerResponse, any Error>
    }

    private let running = Locked<[Data: [Running]]>([:])

    /// Answers by `work`, unless the same is under way.
    ///
    /// - Throws: what `work` throws, or 422 when the client uses the key for
    ///   something else at this moment.
    func answer(
        _ marks: RequestMarks, by work: @escaping @Sendable () async throws -> ServerResponse
    ) async throws -> ServerResponse {
        let answer = running.withLock { running -> Task<ServerResponse, any Error>? in
            let others = running[marks.key, default: []]
            if let same = others.first(where: { $0.marks.request == marks.request }) { return same.answer }
            guard !others.contains(where: { $0.marks.client == marks.client }) else { return nil }
            let answer = Task {
                defer { self.forget(marks) }
                return try await work()
            }
            running[marks.key, default: []].append(Running(marks: marks, answer: answer))
            return answer
        }
        guard let answer else { throw HTTPProblem.idempotencyKeyReused }
        return try await answer.value
    }

    private func forget(_ marks: RequestMarks) {
        running.withLock { running in
            running[marks.key]?.removeAll { $0.marks.request == marks.request }
            if running[marks.key]?.isEmpty == true { running[marks.key] = nil }
        }
    }
}
