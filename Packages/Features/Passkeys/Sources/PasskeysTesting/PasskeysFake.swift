public import CoreModels
public import FoundationEssentials
import Locking
public import LoginAPI
public import PasskeysAPI

/// A person's passkeys in memory, and one answer that is right.
public final class PasskeysFake: PasskeyManaging, PasskeySigningIn {
    /// The answer that is right.
    public static let answer = #"{"id":"AAAA"}"#
    /// What is asked.
    public static let question = PasskeyQuestion(options: #"{"challenge":"AAAA","rpId":"example.org"}"#)

    private struct State {
        var passkeys: [Passkey]
        var isRecent: Bool
    }

    private let state: Locked<State>
    private let user: User
    private let keepsAccount: Bool

    /// Creates passkeys; the last of them can't be removed.
    ///
    /// - Parameter keepsAccount: Whether a login takes the deletion of the account back.
    public init(of user: User, _ passkeys: [Passkey] = [], isRecent: Bool = true, keepsAccount: Bool = false) {
        self.user = user
        self.keepsAccount = keepsAccount
        state = Locked(State(passkeys: passkeys, isRecent: isRecent))
    }

    /// What is asked.
    public func question() async throws(PasskeyError) -> PasskeyQuestion { Self.question }

    /// Logs in with the right answer.
    public func logIn(with answer: String) async throws(PasskeyError) -> LoggedIn {
        try check(answer)
        return LoggedIn(user, keepsAccount: keepsAccount)
    }

    /// Those that there are.
    public func passkeys() async throws(PasskeyError) -> [Passkey] { state.current.passkeys }

    /// What is asked, of who proved lately who they are.
    public func makingQuestion() async throws(PasskeyError) -> PasskeyQuestion {
        guard state.current.isRecent else { throw .notRecent }
        return Self.question
    }

    /// Keeps one with the right answer.
    public func add(_ answer: String, named name: String) async throws(PasskeyError) -> Passkey {
        try check(answer)
        guard !name.isEmpty else { throw .invalidName }
        let passkey = Passkey(
            id: UUID(), name: name, madeAt: Date(timeIntervalSince1970: 1_700_000_000), usedAt: nil, isBackedUp: false)
        state.withLock { $0.passkeys.append(passkey) }
        return passkey
    }

    /// Gives one another name.
    public func rename(_ id: UUID, to name: String) async throws(PasskeyError) -> Passkey {
        guard state.current.isRecent else { throw .notRecent }
        guard !name.isEmpty else { throw .invalidName }
        let renamed = state.withLock { state -> Passkey? in
            guard let index = state.passkeys.firstIndex(where: { $0.id == id }) else { return nil }
            let old = state.passkeys[index]
            state.passkeys[index] = Passkey(
                id: id, name: name, madeAt: old.madeAt, usedAt: old.usedAt, isBackedUp: old.isBackedUp,
                copySeenAt: old.copySeenAt)
            return state.passkeys[index]
        }
        guard let renamed else { throw .unknown }
        return renamed
    }

    /// Takes one away, but not the last.
    public func remove(_ id: UUID) async throws(PasskeyError) {
        let failure = state.withLock { state -> PasskeyError? in
            guard state.isRecent else { return .notRecent }
            guard state.passkeys.contains(where: { $0.id == id }) else { return .unknown }
            guard state.passkeys.count > 1 else { return .lastWay }
            state.passkeys.removeAll { $0.id == id }
            return nil
        }
        if let failure { throw failure }
    }

    /// What is asked.
    public func authenticationQuestion() async throws(PasskeyError) -> PasskeyQuestion { Self.question }

    /// Proves it with the right answer.
    public func authenticate(with answer: String) async throws(PasskeyError) {
        try check(answer)
        state.withLock { $0.isRecent = true }
    }

    private func check(_ answer: String) throws(PasskeyError) {
        guard !answer.isEmpty else { throw .noAnswer }
        guard answer == Self.answer else { throw .refused }
    }
}
