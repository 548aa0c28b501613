/// The wire of accounts.
package enum AccountsContract {
    /// Where the account of the caller is; it is answered as a `User`.
    package static let mePath = "/auth/me"
    /// Where the caller's name is.
    package static let namePath = "/auth/me/name"

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
        /// 503: too much is being done at once.
        case unavailable
    }
}
