public import CoreModels
public import SQLStoreAPI

/// Keeps what sessions know of their person in step with the account.
///
/// The accounts call both methods, in this order, when a person proves the
/// address. Any number of calls may run at once.
public protocol SessionSubjectUpdating: Sendable {
    /// Writes into the transaction of the account's change.
    ///
    /// - Throws: `SQLError`; let it undo the transaction.
    func recordVerification(of user: UserID, in transaction: any SQLWriting) throws

    /// Makes the change count for requests from now on; called after the
    /// transaction was committed.
    func applyVerification(of user: UserID)
}
