public import CoreModels
public import FoundationEssentials
import Locking
public import SecureStorageAPI

/// Authenticators of a vault that isn't there, whose pass phrase is `right` and which
/// open it if they give the bytes with which they were set up.
public final class AuthenticatingFake: VaultAuthenticating {
    private struct State {
        var all: [VaultAuthenticator]
        var outputs: [UUID: Secret] = [:]
        var setUps: [UUID: AuthenticatorSetUp] = [:]
    }

    private let state: Locked<State>
    private let didUnlock: @Sendable () -> Void

    /// Creates the fake.
    ///
    /// - Parameters:
    ///   - all: Those that are set up, without bytes.
    ///   - didUnlock: Is called when one opened the vault.
    public init(_ all: [VaultAuthenticator] = [], didUnlock: @escaping @Sendable () -> Void = {}) {
        state = Locked(State(all: all))
        self.didUnlock = didUnlock
    }

    /// Has one that is set up give these bytes.
    public func give(_ output: Secret, by id: UUID) {
        state.withLock { $0.outputs[id] = output }
    }

    /// Those that are set up.
    public func authenticators() async throws(SecretStoreError) -> [VaultAuthenticator] { state.current.all }

    /// Begins for whoever says `right`.
    public func beginSetUp(with passphrase: Secret) async throws(SecretStoreError) -> AuthenticatorSetUp {
        guard passphrase.isEqual(to: Secret("right")) else { throw .wrongKey }
        return state.withLock { state in
            let known = state.all.filter { !$0.isVoid }.map(\.credential)
            let setUp = AuthenticatorSetUp(
                id: UUID(), user: Data([1]), salt: Data(repeating: 2, count: 32), known: known)
            state.setUps[setUp.id] = setUp
            return setUp
        }
    }

    /// What was begun.
    public func setUp(_ id: UUID) async -> AuthenticatorSetUp? { state.current.setUps[id] }

    /// Adds one that was begun.
    public func finishSetUp(
        _ id: UUID, as authenticator: NewAuthenticator, giving output: Secret
    ) async throws(SecretStoreError) {
        let isBegun = state.withLock { state in
            guard let setUp = state.setUps.removeValue(forKey: id) else { return false }
            state.outputs[id] = output
            state.all.append(
                VaultAuthenticator(
                    id: id, name: authenticator.name, credential: authenticator.credential,
                    relyingParty: authenticator.relyingParty, salt: setUp.salt,
                    madeAt: Date(timeIntervalSince1970: 1_800_000_000)))
            return true
        }
        guard isBegun else { throw .authenticatorUnknown }
    }

    /// Opens it with the same bytes; others make the authenticator void, and none don't.
    public func unlock(byAuthenticator credential: Data, giving output: Secret) async throws(SecretStoreError) {
        let result = state.withLock { state -> Result<Void, SecretStoreError> in
            guard let place = state.all.firstIndex(where: { $0.credential == credential && !$0.isVoid }) else {
                return .failure(.authenticatorUnknown)
            }
            guard !output.isEmpty else { return .failure(.authenticatorSilent) }
            let one = state.all[place]
            if state.outputs[one.id]?.isEqual(to: output) == true { return .success(()) }
            state.all[place] = VaultAuthenticator(
                id: one.id, name: one.name, credential: one.credential, relyingParty: one.relyingParty,
                salt: one.salt, madeAt: one.madeAt, isVoid: true)
            return .failure(.authenticatorChanged)
        }
        try result.get()
        didUnlock()
    }

    /// Removes one.
    public func removeAuthenticator(_ id: UUID) async throws(SecretStoreError) {
        let isRemoved = state.withLock { state in
            let count = state.all.count
            state.all.removeAll { $0.id == id }
            return state.all.count < count
        }
        guard isRemoved else { throw .authenticatorUnknown }
    }
}
