import CoreModels
import HTTPServingAPI
import HTTPTypes
import Locking
import ScreensAPI
import ScreensHostingAPI

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

    /// The forms that are done, the first at the beginning.
    private struct Pool {
        /// How many there are at most.
        let limit: Int
        private(set) var forms: [(identity: Identity, room: DraftRoom)] = []

        init(limit: Int) { self.limit = limit }

        /// Notes that one is done.
        ///
        /// - Returns: The first one of whoever has the most, where there are too many: it is forgotten.
        mutating func note(_ identity: Identity, of room: DraftRoom) -> Identity? {
            forms.append((identity, room))
            guard forms.count > limit else { return nil }
            let counts = Dictionary(forms.map { ($0.room, 1) }, uniquingKeysWith: +), most = counts.values.max()
            return forms.firstIndex { counts[$0.room] == most }.map { forms.remove(at: $0).identity }
        }

        mutating func drop(where isMeant: (Identity) -> Bool) { forms.removeAll { isMeant($0.identity) } }
    }

    private struct State {
        var answers: [Identity: (answer: Answer, done: ServerResponse?)] = [:]
        /// Of browsers that are known, and of all others, who can't push out what people sent.
        private var people = Pool(limit: 256), strangers = Pool(limit: 32)

        /// Notes that one is done, and forgets another where there are too many.
        mutating func note(_ identity: Identity, from viewer: Viewer, of room: DraftRoom) {
            let excess =
                viewer.isKnown ? people.note(identity, of: room) : strangers.note(identity, of: room)
            if let excess { answers[excess] = nil }
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
            people.drop { $0 == identity }
            strangers.drop { $0 == identity }
        }

        /// What a browser sent and what is done counts no more.
        mutating func drop(of browser: String) {
            for (identity, _) in people.forms + strangers.forms where identity.browser == browser {
                answers[identity] = nil
            }
            people.drop { $0.browser == browser }
            strangers.drop { $0.browser == browser }
        }
    }

    private let state = Locked(State())

    /// The answer to a form; `act` makes it if it is asked for the first time.
    ///
    /// - Parameter room: Whose room its key takes: who fills the room pushes out their own.
    func answer(
        to identity: Identity?, from viewer: Viewer, of room: DraftRoom,
        _ act: @escaping @Sendable () async throws -> ServerResponse
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
                state.note(identity, from: viewer, of: room)
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
