public import CoreModels
public import SQLStoreAPI

/// Records that people have proved their addresses, within the transactions of
/// those who use the proofs up: no proof is spent for nothing.
///
/// Any number of calls may run at once.
public protocol AddressProofRecording: Sendable {
    /// Marks the address of an account as verified, as
    /// ``AccountVerifying/markVerified(_:email:)`` does.
    ///
    /// - Returns: What to announce after the commit; nil if there is no account
    ///   with that identifier and address.
    /// - Throws: What should undo the transaction.
    func markVerified(
        _ id: UserID, email: EmailAddress, in transaction: any SQLWriting
    ) throws -> AddressVerification?

    /// Logs the proof and tells observers; it counts for requests as soon as the
    /// transaction is committed.
    func announce(_ verification: AddressVerification) async
}

/// An address that was proved.
public struct AddressVerification: Hashable, Sendable {
    /// The account as it is then.
    public let user: User
    /// Whether it wasn't verified before.
    package let isNew: Bool

    package init(user: User, isNew: Bool) {
        self.user = user
        self.isNew = isNew
    }
}
