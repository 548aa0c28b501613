package import CoreModels
package import HTTPTransportAPI
import HTTPTypes
package import SessionsAPI

/// One renewal of the session, as a value: told what happened, it says what to
/// do next.
///
/// It does no input or output, and whoever drives it decides nothing.
///
/// Whatever action is the last to be carried out before the program is killed,
/// the session goes on: what is stored is the latest refresh token of its
/// family, or the one before while the latest was used by nobody. The server
/// exchanges the first, and answers the second with the latest again. So the
/// stored session is the journal: it stands before the request, and the answer
/// is stored before it is used (docs/adr/0016-renewal-without-a-journal.md).
package struct RenewalMachine: Sendable {
    /// What to do next.
    package enum Action: Sendable {
        /// Read the session.
        case load
        /// Send its refresh token to the server.
        case ask(StoredSession)
        /// Let time pass: at least so long, and a random part of `jitter` more.
        case wait(Duration, jitter: Duration)
        /// Write a session in place of `old`, or remove that.
        case replace(old: StoredSession, with: StoredSession?)
        /// Tell those who clean up after the session, then finish with `ended`.
        case announceEnd(SessionEnd)
        /// The renewal is over.
        case finish(Renewal)
    }

    /// What happened.
    package enum Event: Sendable {
        /// The renewal may begin: no other process is at it.
        case began
        /// The session was read.
        case loaded(SessionReading)
        /// The server answered.
        case answered(ServerAnswer)
        /// There was no complete answer.
        case failed(HTTPTransportError)
        /// The time has passed; false if the wait was given up.
        case waited(Bool)
        /// The session was replaced; false if another one was stored meanwhile.
        case replaced(Bool)
        /// The session could not be replaced.
        case notReplaced(SessionStoreError)
    }

    private enum Phase: Sendable {
        case idle
        case loading
        case asking(StoredSession)
        case waiting(StoredSession, RenewalFailure)
        case replacing(with: StoredSession)
        case removing(SessionEnd)
        case reloading
        case over
    }

    private let stale: StoredSession
    private let policy: RetryPolicy
    private var phase = Phase.idle
    private var tries = 0
    private var startedAt: BootTime?

    /// Creates a renewal.
    ///
    /// - Parameters:
    ///   - stale: The session whose access token is no good.
    ///   - policy: How often to ask, and when.
    package init(of stale: StoredSession, policy: RetryPolicy = RetryPolicy()) {
        self.stale = stale
        self.policy = policy
    }

    /// Takes the step that follows from an event.
    ///
    /// An event that doesn't answer the last action ends the renewal without
    /// touching the session.
    package mutating func step(_ event: Event, at now: BootTime) -> Action {
        switch (phase, event) {
        case (.idle, .began):
            startedAt = now
            phase = .loading
            return .load
        case (.loading, .loaded(.present(let current))): return begin(with: current, at: now)
        case (.loading, .loaded(.absent)), (.reloading, .loaded(.absent)): return finish(.ended)
        case (.loading, .loaded(.unavailable(let error))), (.reloading, .loaded(.unavailable(let error))):
            return finish(.failed(.store(error)))
        case (.asking(let session), .answered(let answer)): return read(answer, for: session, at: now)
        case (.asking(let session), .failed(let error)):
            let isWorthATry = RetryPolicy.isPassing(error)
            return again(session, after: .transport(error), isWorthATry ? .zero : nil, at: now)
        case (.waiting(let session, _), .waited(true)): return ask(session)
        case (.waiting(_, let failure), .waited(false)): return finish(.failed(failure))
        case (.replacing(let session), .replaced(true)): return finish(.renewed(session))
        case (.removing(let end), .replaced(true)):
            phase = .over
            return .announceEnd(end)
        case (.replacing, .replaced(false)), (.removing, .replaced(false)):
            // Somebody logged out or in while the server was asked: what they
            // did stands.
            phase = .reloading
            return .load
        case (.replacing, .notReplaced(let error)), (.removing, .notReplaced(let error)):
            return finish(.failed(.store(error)))
        case (.reloading, .loaded(.present(let session))): return finish(.renewed(session))
        default: return finish(.failed(.unintelligible(status: 0)))
        }
    }

    /// Takes what another process renewed meanwhile, if it is good.
    private mutating func begin(with current: StoredSession, at now: BootTime) -> Action {
        let isNews = !current.hasSameAccess(as: stale)
        if isNews, current.accessTimeLeft(at: now) > SessionRenewer.margin(of: current) {
            return finish(.renewed(current))
        }
        return ask(current)
    }

    private mutating func ask(_ session: StoredSession) -> Action {
        tries += 1
        phase = .asking(session)
        return .ask(session)
    }

    private mutating func read(_ answer: ServerAnswer, for session: StoredSession, at now: BootTime) -> Action {
        switch RefreshAnswer(answer) {
        case .granted(let grant):
            let renewed = session.renewed(with: grant, receivedAt: now)
            phase = .replacing(with: renewed)
            return .replace(old: session, with: renewed)
        case .invalidGrant(let end):
            phase = .removing(end.ending(session.user))
            return .replace(old: session, with: nil)
        case .later:
            let failure = RenewalFailure.later(
                HTTPResponse(status: answer.status, fields: answer.fields, body: answer.body))
            return again(session, after: failure, RetryPolicy.patience(askedBy: answer), at: now)
        case .unproven, .obstructed:
            return finish(
                .failed(
                    .later(HTTPResponse(status: answer.status, fields: answer.fields, body: answer.body))))
        case .unintelligible: return finish(.failed(.unintelligible(status: answer.status.rawValue)))
        }
    }

    /// Waits and asks again, if the policy allows it.
    ///
    /// - Parameter patience: How long the server asks to be left alone; nil if
    ///   asking again makes no sense.
    private mutating func again(
        _ session: StoredSession, after failure: RenewalFailure, _ patience: Duration?, at now: BootTime
    ) -> Action {
        let elapsed = startedAt?.duration(to: now)
        guard let patience, let elapsed, let pause = policy.pause(afterTry: tries, patience, elapsed: elapsed)
        else { return finish(.failed(failure)) }
        phase = .waiting(session, failure)
        return .wait(pause.least, jitter: pause.jitter)
    }

    private mutating func finish(_ renewal: Renewal) -> Action {
        phase = .over
        return .finish(renewal)
    }
}

/// What came of renewing the session.
package enum Renewal: Sendable {
    /// This is the session now, renewed by us or by somebody else.
    case renewed(StoredSession)
    /// Nobody is logged in any more.
    case ended
    /// The session stands as it was, and could not be renewed.
    case failed(RenewalFailure)
}

/// Why the session could not be renewed.
package enum RenewalFailure: Sendable {
    /// There was no complete answer.
    case transport(HTTPTransportError)
    /// The server asks for patience, or for another key, or something on the way
    /// to it answered; the answer says so.
    case later(HTTPResponse)
    /// The answer made no sense.
    case unintelligible(status: Int)
    /// The session could not be read or written.
    case store(SessionStoreError)

    /// What the log says of it: no header and no body of an answer.
    var reason: String {
        switch self {
        case .transport(let error): "\(error)"
        case .later(let answer): "the server answered \(answer.status.rawValue)"
        case .unintelligible(let status): "the server answered \(status) with no sense"
        case .store(let error): error.code
        }
    }
}

extension StoredSession {
    /// Whether both hold the same access token.
    func hasSameAccess(as other: StoredSession) -> Bool {
        grant.accessToken.isEqual(to: other.grant.accessToken)
    }
}
