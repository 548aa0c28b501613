public import Localization

/// Why a store of secrets didn't do what it was asked.
///
/// No case carries a secret or the label of one, so an error may be logged.
public enum SecretStoreError: Error, Hashable, Sendable {
    // What was asked for can't be.

    /// The name is empty or nothing but white space.
    case blankName
    /// The name has more bytes than a name may have.
    case nameTooLong(limit: Int)
    /// The secret has no bytes.
    case emptyValue
    /// The secret has more bytes than the store takes.
    case valueTooLarge(byteCount: Int, limit: Int)
    /// The value can't be written as bytes; the text names its type.
    case unencodable(type: String)
    /// The bytes aren't a value of the type that was asked for.
    case undecodable(type: String)

    // The vault can't be opened.

    /// The key or the pass phrase isn't the vault's.
    case wrongKey
    /// A pass phrase is needed and there is nobody to ask.
    case passphraseRequired
    /// The file that should hold the pass phrase holds none that can be taken.
    case passphraseFile(path: String, reason: String)
    /// The pass phrase that is to protect the vault from now on is too easy to
    /// guess.
    case weakPassphrase(reason: LocalizedText)
    /// The key is gone from where it is kept.
    case keyMissing(protection: VaultProtection, location: String)
    /// The kernel's key store can't be used here.
    case keyringUnavailable(reason: String)
    /// A gesture is needed and there is nothing to ask for it.
    case confirmationRequired
    /// The person didn't make the gesture, or it gave other bytes than before.
    case confirmationRefused
    /// No pass phrase protects the vault, beside which an authenticator could open it.
    case passphraseUnset
    /// The authenticator isn't one that opens the vault.
    case authenticatorUnknown
    /// The authenticator gave other bytes than when it was set up, or the vault's header
    /// says something else; it opens the vault no more.
    case authenticatorChanged
    /// The authenticator computed nothing, or not as much as it should.
    case authenticatorSilent
    /// The vault has as many authenticators as it may have.
    case tooManyAuthenticators(limit: Int)
    /// The vault's header is missing or isn't as it was written.
    case damagedHeader(path: String, reason: String)
    /// The vault was written by a newer version of the program.
    case unsupportedFormat(found: Int, supported: Int)
    /// Something belongs to somebody else, or isn't a plain file or folder.
    case unsafeFile(path: String, reason: String)

    // Something in it is damaged.

    /// The record isn't as it was written; it is set aside.
    case damagedRecord(SetAsideRecord)
    /// The vault's list of its records is missing or isn't as it was written.
    case damagedList(path: String)
    /// What was read back isn't what had been written.
    case verificationFailed

    // The system refuses.

    /// The disk or the quota is full.
    case noSpace(path: String)
    /// The file system can only be read.
    case readOnly(path: String)
    /// The system denies the access.
    case accessDenied(path: String)
    /// The disk failed.
    case deviceFailure(path: String)
    /// The system is short of something that it gives back, such as memory or
    /// open files.
    case resourcesExhausted(operation: String, errorNumber: Int32)
    /// The file system knows no locks.
    case locksUnsupported(path: String)
    /// Any other failure of the system, with the number of `errno`.
    case system(operation: String, path: String, errorNumber: Int32)
    /// The cryptographic library failed.
    case cryptography(reason: String)

    // Circumstances.

    /// Others held the lock for longer than the limit.
    case busy
    /// The task was cancelled before anything was changed.
    case cancelled
    /// Every attempt failed, the last one for the reason given.
    indirect case retriesExhausted(attempts: Int, last: SecretStoreError)

    /// Whether the same call could succeed in a moment.
    public var isTransient: Bool {
        switch self {
        case .busy, .verificationFailed, .resourcesExhausted, .deviceFailure: true
        default: false
        }
    }

    /// Whether the secret, or all of them, can't be had back, so that one has
    /// to sign in again.
    public var requiresSigningInAgain: Bool {
        switch self {
        case .damagedRecord, .damagedHeader, .keyMissing, .undecodable: true
        case .retriesExhausted(_, let last): last.requiresSigningInAgain
        default: false
        }
    }
}
