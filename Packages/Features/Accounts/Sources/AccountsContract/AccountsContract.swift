package import FoundationEssentials

/// The wire of accounts.
package enum AccountsContract {
    /// Where the account of the caller is; it is answered as a `User`.
    package static let mePath = "/auth/me"
    /// Where the caller's name is.
    package static let namePath = "/auth/me/name"

    /// Where the caller's wish to delete the account goes; the answer says until when a
    /// login takes it back.
    package static let deletionPath = "/auth/me/deletion"

    /// A deletion that has begun.
    package struct Deletion: Codable, Hashable, Sendable {
        /// When the account will be gone.
        package let dueAt: Date

        private enum CodingKeys: String, CodingKey {
            case dueAt = "due_at"
        }

        package init(dueAt: Date) {
            self.dueAt = dueAt
        }
    }

    /// A name, as it is put at ``namePath``.
    package struct Name: Codable, Hashable, Sendable {
        package let name: String

        package init(name: String) {
            self.name = name
        }
    }

    /// The codes of names that can't be accepted.
    package enum FieldCode: String, CaseIterable, Sendable {
        case emptyName = "empty_name"
        case invalidName = "invalid_name"
        case reservedName = "reserved_name"
    }

    /// The codes of the problems that accounts answer.
    package enum Code: String, CaseIterable, Sendable {
        /// 401: nobody is logged in, or the account is gone.
        case authenticationRequired = "authentication_required"
        /// 401: the person has to prove once more who they are.
        case insufficientAuthentication = "insufficient_user_authentication"
        /// 503: too much is being done at once.
        case unavailable
    }
}
