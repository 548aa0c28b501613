import CoreModels
import Locking
import SessionsAPI

/// Lets all who follow on one device share one stream: a server has a few for each
/// session, and a browser has any number of windows.
///
/// The stream is followed for as long as anybody listens. Who listens slowly hears
/// the newest of what happened; nobody waits for them.
final class SharedSecurityNotices: SecurityNoticeFollowing {
    private typealias News = AsyncStream<Result<SecurityNews, SessionManagingError>>

    /// One stream, and who listens to it.
    private struct Run {
        let number: Int
        let task: Task<Void, Never>
        var isConnected = false
        var listeners: [Int: News.Continuation] = [:]
    }

    private struct State {
        /// By the session whose events they are: somebody else may log in meanwhile.
        var runs: [SessionID?: Run] = [:]
        var lastNumber = 0
    }

    private static let keptNews = 256

    private let stream: any SecurityNoticeFollowing
    private let sessions: any SessionStoring
    private let state = Locked(State())

    init(_ stream: any SecurityNoticeFollowing, sessions: any SessionStoring) {
        self.stream = stream
        self.sessions = sessions
    }

    func follow(_ hear: @escaping @Sendable (SecurityNews) async -> Void) async throws(SessionManagingError) {
        let session: SessionID? = if case .present(let own) = await sessions.load() { own.id } else { nil }
        let (news, listener) = News.makeStream(bufferingPolicy: .bufferingNewest(Self.keptNews))
        let number = join(session, listener)
        defer { leave(session, number) }
        for await item in news { await hear(try item.get()) }
        guard !Task.isCancelled else { throw .cancelled }
    }

    private func join(_ session: SessionID?, _ listener: News.Continuation) -> Int {
        state.withLock { state in
            state.lastNumber += 1
            let number = state.lastNumber
            var run = state.runs[session] ?? Run(number: number, task: Task { await follow(session, as: number) })
            run.listeners[number] = listener
            if run.isConnected { listener.yield(.success(.connected)) }
            state.runs[session] = run
            return number
        }
    }

    private func leave(_ session: SessionID?, _ number: Int) {
        state.withLock { state in
            guard state.runs[session]?.listeners.removeValue(forKey: number) != nil,
                let run = state.runs[session], run.listeners.isEmpty
            else { return }
            run.task.cancel()
            state.runs[session] = nil
        }
    }

    private func follow(_ session: SessionID?, as number: Int) async {
        do throws(SessionManagingError) {
            try await stream.follow { [self] news in tell(news, session, number) }
            end(session, number)
        } catch {
            end(session, number, error)
        }
    }

    private func tell(_ news: SecurityNews, _ session: SessionID?, _ number: Int) {
        state.withLock { state in
            guard let run = state.runs[session], run.number == number else { return }
            switch news {
            case .connected: state.runs[session]?.isConnected = true
            case .disconnected: state.runs[session]?.isConnected = false
            case .notice: break
            }
            for listener in run.listeners.values { listener.yield(.success(news)) }
        }
    }

    private func end(_ session: SessionID?, _ number: Int, _ failure: SessionManagingError? = nil) {
        state.withLock { state in
            guard let run = state.runs[session], run.number == number else { return }
            state.runs[session] = nil
            for listener in run.listeners.values {
                if let failure { listener.yield(.failure(failure)) }
                listener.finish()
            }
        }
    }
}
