/// Why a cryptographic operation gave no result.
///
/// No case carries a key, a plain text or a password, so an error may be logged.
public enum CryptographyError: Error, Equatable, Sendable {
    /// The key, the associated data or the sealed bytes aren't the ones that
    /// were sealed. Which of them differs can't be known.
    case authenticationFailed
    /// A key has the wrong length, the wrong kind, or isn't a valid key.
    case invalidKey(reason: String)
    /// An argument is outside of what the algorithm allows.
    case invalidInput(reason: String)
    /// A stored password hash isn't in the form that this library writes.
    case malformedPasswordHash
    /// A stored password hash names a pepper that wasn't given.
    case unknownPepper(id: String)
    /// A library is missing that an algorithm needs; Debian has it in this package.
    case missingLibrary(package: String)
    /// The task was cancelled while the work was waiting for its turn.
    case cancelled
    /// Too much work is waiting already; the caller should try again later.
    case overloaded
    /// The system gave no memory for a secret; the number is that of `errno`.
    case memoryUnavailable(errorNumber: Int32)
    /// The library underneath failed; the text is its own, with its numbers.
    case libraryFailure(operation: String, details: [String])
}

extension CryptographyError: CustomStringConvertible {
    /// What logs say.
    public var description: String {
        switch self {
        case .authenticationFailed: "not sealed with this key, or changed since"
        case .invalidKey(let reason): "invalid key: \(reason)"
        case .invalidInput(let reason): "invalid input: \(reason)"
        case .malformedPasswordHash: "malformed password hash"
        case .unknownPepper(let id): "unknown pepper \(id)"
        case .missingLibrary(let package): "the library of Debian's package \(package) is missing"
        case .cancelled: "cancelled"
        case .overloaded: "too much work waits"
        case .memoryUnavailable(let number): "no memory for a secret (error \(number))"
        case .libraryFailure(let operation, let details): ([operation + " failed"] + details).joined(separator: "; ")
        }
    }
}
