public import CoreModels
public import FoundationEssentials

/// Has authenticators, such as a fingerprint reader or a stick, open a vault beside
/// its pass phrase.
///
/// An authenticator computes 32 bytes that nobody else can, once it has verified the
/// person (WebAuthn level 3, section 10.1.4, the PRF extension): the vault's keys are
/// sealed under these. Whoever shows pages asks it. The pass phrase opens the vault as
/// before.
public protocol VaultAuthenticating: Sendable {
    /// Those that were set up, in that order; nobody is asked for anything.
    func authenticators() async throws(SecretStoreError) -> [VaultAuthenticator]

    /// Begins to set one up, for somebody who knows the pass phrase.
    ///
    /// - Returns: What the authenticator has to be told; good for ten minutes, and until
    ///   the vault is locked or gets another key.
    /// - Throws: ``SecretStoreError/wrongKey`` for another pass phrase,
    ///   ``SecretStoreError/passphraseUnset`` where none protects the vault,
    ///   ``SecretStoreError/tooManyAuthenticators(limit:)``.
    func beginSetUp(with passphrase: Secret) async throws(SecretStoreError) -> AuthenticatorSetUp

    /// What an authenticator has to be told that is being set up; nil if it wasn't begun or
    /// took too long.
    func setUp(_ id: UUID) async -> AuthenticatorSetUp?

    /// Sets it up: seals the vault's keys, and opens them again, before it counts.
    ///
    /// - Throws: ``SecretStoreError/authenticatorUnknown`` if it wasn't begun, took too
    ///   long, or the vault has another key since.
    func finishSetUp(
        _ id: UUID, as authenticator: NewAuthenticator, giving output: Secret
    ) async throws(SecretStoreError)

    /// Opens the vault.
    ///
    /// - Parameters:
    ///   - credential: By which the authenticator knows what it answered for.
    ///   - output: What it computed for the salt; no bytes if it did no more.
    /// - Throws: ``SecretStoreError/authenticatorUnknown`` for one that isn't set up or is
    ///   void, ``SecretStoreError/authenticatorSilent`` for one that gives none, and
    ///   ``SecretStoreError/authenticatorChanged`` for one that gives other bytes than
    ///   before, which makes it void.
    func unlock(byAuthenticator credential: Data, giving output: Secret) async throws(SecretStoreError)

    /// Removes one, also while the vault is locked.
    ///
    /// Whoever has both it and a copy of the vault from before can open that, until the
    /// vault's key is replaced.
    ///
    /// - Throws: ``SecretStoreError/authenticatorUnknown``.
    func removeAuthenticator(_ id: UUID) async throws(SecretStoreError)
}

/// An authenticator that was set up to open the vault; none of it is secret.
public struct VaultAuthenticator: Hashable, Sendable, Identifiable {
    /// Tells it from others.
    public let id: UUID
    /// What the person calls it.
    public let name: String
    /// By which it knows what it computes with.
    public let credential: Data
    /// The name of the place that may ask it (WebAuthn's RP ID).
    public let relyingParty: String
    /// For what it computes; 32 random bytes.
    public let salt: Data
    /// When it was set up.
    public let madeAt: Date
    /// Whether it opens nothing any more, since the vault's key was replaced or it was
    /// changed itself: it has to be set up anew.
    public let isVoid: Bool

    /// Creates a description.
    public init(
        id: UUID, name: String, credential: Data, relyingParty: String, salt: Data, madeAt: Date, isVoid: Bool = false
    ) {
        self.id = id
        self.name = name
        self.credential = credential
        self.relyingParty = relyingParty
        self.salt = salt
        self.madeAt = madeAt
        self.isVoid = isVoid
    }
}

/// What an authenticator has to be told to be set up.
public struct AuthenticatorSetUp: Hashable, Sendable, Identifiable {
    /// Tells it from others.
    public let id: UUID
    /// For whom it makes its credential: the vault, so that one takes the place of one
    /// from before.
    public let user: Data
    /// For what it computes; 32 random bytes.
    public let salt: Data
    /// The credentials of those that open the vault already.
    public let known: [Data]

    /// Creates a description.
    public init(id: UUID, user: Data, salt: Data, known: [Data]) {
        self.id = id
        self.user = user
        self.salt = salt
        self.known = known
    }
}

/// An authenticator that is being set up.
public struct NewAuthenticator: Hashable, Sendable {
    /// What the person calls it; up to 64 bytes.
    public let name: String
    /// By which it knows what it computes with.
    public let credential: Data
    /// The name of the place that may ask it.
    public let relyingParty: String

    /// Creates a description.
    public init(name: String, credential: Data, relyingParty: String) {
        self.name = name
        self.credential = credential
        self.relyingParty = relyingParty
    }
}
