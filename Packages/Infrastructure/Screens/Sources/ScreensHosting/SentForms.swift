import CoreModels
import HTTPServingAPI
import HTTPTypes
import Locking
import ScreensAPI

/// The answers to the forms that were sent last, so that one that is sent twice,
/// by two clicks or by loading its answer anew, is done once.
///
/// Each form has a random key of its own. It counts together with what the form
/// holds and who sent it: a page that a browser brings back has its key again, and
/// somebody else may have seen it.
final class SentForms: Sendable {
    /// What tells a form from all others.
    struct Identity: Hashable, Sendable {
        /// What the browser shows of itself; nil for nothing.
        let browser: String?
        /// Who is signed in, where one browser may be that of several, one after the
        /// other.
        private let person: UserID?
        fileprivate let key: String
        fileprivate let path: String
        /// Of what was typed and chosen: that the key is the same tells more.
        fileprivate let contents: Int

        /// - Returns: nil for a form without a key that could be its own.
        init?(_ form: SubmittedForm, at path: String, from viewer: Viewer) {
            guard form.hasOwnKey else { return nil }
            person = viewer.person
            browser = viewer.browser?.withText { $0 }
            key = form.key
            self.path = path
            var hasher = Hasher()
            hasher.combine(form.name)
            hasher.combine(form.values)
            for (name, secret) in form.secrets.sorted(by: { $0.key < $1.key }) {
                hasher.combine(name)
                unsafe secret.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
            }
            for (name, file) in form.files.sorted(by: { $0.key < $1.key }) {
                hasher.combine(name)
                hasher.combine(file.received.name)
                hasher.combine(file.count)
            }
            contents = hasher.finalize()
        }
    }

    private typealias Answer = Task<ServerResponse, any Error>

    private struct State {
        var answers: [Identity: (answer: Answer, done: ServerResponse?)] = [:]
        /// Those that are done, the first at the beginning: of browsers that are known, and of all
        /// others.
        var people: [Identity] = [], strangers: [Identity] = []

        /// Notes that one is done, and forgets the first one where there are too many.
        mutating func note(_ identity: Identity, from viewer: Viewer) {
            if viewer.isKnown {
                people.append(identity)
                if people.count > limits.people { answers[people.removeFirst()] = nil }
            } else {
                strangers.append(identity)
                if strangers.count > limits.strangers { answers[strangers.removeFirst()] = nil }
            }
        }

        /// Has those that gave a browser what it shows of itself give it to nobody any
        /// more: they lead elsewhere.
        mutating func end(_ browser: String, leadingTo address: String) {
            for (identity, entry) in answers where entry.done?.gives(browser) == true {
                let lead = ScreenHost.redirect(to: address)
                answers[identity] = (Task { lead }, lead)
            }
        }

        mutating func drop(_ identity: Identity) {
            answers[identity] = nil
            people.removeAll { $0 == identity }
            strangers.removeAll { $0 == identity }
        }

        /// What a browser sent and what is done counts no more.
        mutating func drop(of browser: String) {
            for identity in people + strangers where identity.browser == browser { answers[identity] = nil }
            people.removeAll { $0.browser == browser }
            strangers.removeAll { $0.browser == browser }
        }
    }

    /// Strangers can't push out what people sent.
    private static let limits = (people: 256, strangers: 32)
    private let state = Locked(State())

    /// The answer to a form; `act` makes it if it is asked for the first time.
    func answer(
        to identity: Identity?, from viewer: Viewer, _ act: @escaping @Sendable () async throws -> ServerResponse
    ) async throws -> ServerResponse {
        guard let identity else { return try await act() }
        let answer = state.withLock { state in
            if let known = state.answers[identity] { return known.answer }
            // What was begun goes on if the browser leaves.
            let answer = Task { try await act() }
            state.answers[identity] = (answer, nil)
            return answer
        }
        do {
            let response = try await answer.value
            state.withLock { state in
                guard let entry = state.answers[identity], entry.done == nil else { return }
                state.answers[identity] = (answer, response)
                state.note(identity, from: viewer)
            }
            return response
        } catch {
            // Nothing stands of it, so it may be tried again.
            state.withLock { $0.drop(identity) }
            throw error
        }
    }

    /// Forgets all that was sent, and what is being done: it may be sent anew.
    func forgetAll() {
        state.withLock { $0 = State() }
    }

    /// Forgets what a browser sent: somebody else is in front of it now.
    ///
    /// - Parameter address: Where the form leads if it is sent again by which somebody logged
    ///   in there: it counted once.
    func forget(_ browser: Secret?, leadingTo address: String) {
        guard let browser = browser?.withText({ $0 }) else { return }
        state.withLock { state in
            state.end(browser, leadingTo: address)
            state.drop(of: browser)
        }
    }
}

extension ServerResponse {
    /// Whether it gives a browser what that shows of itself.
    fileprivate func gives(_ browser: String) -> Bool {
        fields.values(of: .setCookie).contains { $0.prefix { $0 != ";" }.hasSuffix("=" + browser) }
    }
}
