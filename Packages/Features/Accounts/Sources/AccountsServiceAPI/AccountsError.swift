public import CoreModels

/// Why an account could not be made, asked or changed.
///
/// Reasons are for logs and hold no password, no hash and no address.
public enum AccountsError: OutageError, Hashable {
    /// Another account has the address.
    case emailTaken
    /// There is no such account.
    case unknownAccount
    /// So many passwords are being hashed that one more would wait too long;
    /// the request should be answered with 503.
    case overloaded
    /// The task was cancelled; nothing was changed.
    case cancelled
    /// The database or the cryptography failed.
    case unavailable(reason: String)
}

extension AccountsError: CustomStringConvertible {
    /// Whether the service is out of order.
    public var isOutage: Bool { if case .unavailable = self { true } else { false } }

    /// What logs say.
    public var description: String {
        switch self {
        case .emailTaken: "another account has the address"
        case .unknownAccount: "there is no such account"
        case .overloaded: "too many passwords wait to be hashed"
        case .cancelled: "cancelled"
        case .unavailable(let reason): reason
        }
    }
}
