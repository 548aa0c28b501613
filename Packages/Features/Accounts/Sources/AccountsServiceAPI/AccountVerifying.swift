public import CoreModels

/// Records that people have proved their addresses.
///
/// Any number of calls may run at once.
public protocol AccountVerifying: Sendable {
    /// Marks the address of an account as verified; it counts for the sessions
    /// that run as well.
    ///
    /// When this method returns, the change is on disk. Marking twice changes
    /// nothing and tells observers nothing.
    ///
    /// - Parameters:
    ///   - id: The account.
    ///   - email: The address that was proved. If the account has another one
    ///     by now, the proof is worth nothing.
    /// - Returns: The account as it is then.
    /// - Throws: `unknownAccount` if there is none with that identifier and
    ///   address; `cancelled`, `unavailable`.
    @discardableResult
    func markVerified(_ id: UserID, email: EmailAddress) async throws(AccountsError) -> User
}
