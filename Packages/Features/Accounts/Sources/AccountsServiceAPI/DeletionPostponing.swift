public import CoreModels
public import FoundationEssentials
public import SQLStoreAPI

/// Leaves whoever is kept out of an account that is to be deleted the time to take that
/// back.
///
/// Any number of calls may run at once.
public protocol DeletionPostponing: Sendable {
    /// Has a deletion end at the earliest as long after a moment as one lasts at least,
    /// seven days; does nothing for an account that isn't to be deleted.
    ///
    /// - Parameter moment: Until when something keeps the person out.
    /// - Throws: `SQLError`; let it undo the transaction.
    func postponeDeletion(of user: UserID, keptOutUntil moment: Date, in transaction: any SQLWriting) throws
}
