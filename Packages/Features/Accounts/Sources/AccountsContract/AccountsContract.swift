/// The wire of accounts.
package enum AccountsContract {
    /// Where the account of the caller is; it is answered as a `User`.
    package static let mePath = "/auth/me"

    /// The codes of the problems that accounts answer.
    package enum Code: String, CaseIterable, Sendable {
        /// 401: nobody is logged in, or the account is gone.
        case authenticationRequired = "authentication_required"
        /// 503: too much is being done at once.
        case unavailable
    }
}
