public import CoreModels
public import FoundationEssentials
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

    /// Records that the person deletes the account, and ends all sessions.
    ///
    /// - Returns: Those that were ended.
    /// - Throws: What should undo the transaction.
    func recordClosing(of user: UserID, in transaction: any SQLWriting) throws -> [SessionID]

    /// Counts and logs the sessions that were ended, and tells observers.
    func announceClosing(of user: UserID, ending sessions: [SessionID]) async

    /// Whether a session of somebody began after a moment, as far as that is kept.
    ///
    /// - Throws: `SQLError`.
    func hasBegun(since moment: Date, of user: UserID, in transaction: any SQLReading) throws -> Bool

    /// Records that the account is gone: nothing is left of its sessions but what tells a
    /// device so that still has a token, which names nobody.
    ///
    /// - Throws: What should undo the transaction.
    func recordDeletion(of user: UserID, in transaction: any SQLWriting) throws
}
