public import CoreModels
public import SQLStoreAPI

/// Keeps what sessions know of their person in step with the account.
///
/// The accounts call what records within their transaction; as soon as that is
/// committed, it counts for requests, and the devices of the person are told.
/// Any number of calls may run at once.
public protocol SessionSubjectUpdating: Sendable {
    /// Records that the person proved the address.
    ///
    /// - Throws: `SQLError`; let it undo the transaction.
    func recordVerification(of user: UserID, in transaction: any SQLWriting) throws

    /// Records that the password is another one, and ends the sessions of the
    /// person, except the one that is named.
    ///
    /// - Returns: Those that were ended.
    /// - Throws: What should undo the transaction.
    func recordPasswordChange(
        of user: UserID, except kept: SessionID?, in transaction: any SQLWriting
    ) throws -> [SessionID]

    /// Counts and logs the sessions that were ended, and tells observers.
    func announcePasswordChange(of user: UserID, ending sessions: [SessionID]) async
}
