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
    /// - Parameter prover: Who proved it.
    /// - Returns: What to announce after the commit; nil if there is no account
    ///   with that identifier and address.
    /// - Throws: What should undo the transaction.
    func markVerified(
        _ id: UserID, email: EmailAddress, by prover: AddressProver, in transaction: any SQLWriting
    ) throws -> AddressVerification?

    /// Logs the proof and tells observers; it counts for requests as soon as the
    /// transaction is committed.
    func announce(_ verification: AddressVerification) async
}

/// Who proved the address of an account.
public enum AddressProver: Hashable, Sendable {
    /// Somebody who is in the account, or knows its password.
    case member
    /// Whoever reads the mail of the address: the account may be another person's, who
    /// made it with an address that isn't theirs.
    case reader
}

/// An address that was proved.
public struct AddressVerification: Hashable, Sendable {
    /// The account as it is then.
    public let user: User
    /// Who proved it.
    package let prover: AddressProver
    /// Whether it wasn't verified before.
    package let isNew: Bool

    package init(user: User, prover: AddressProver, isNew: Bool) {
        self.user = user
        self.prover = prover
        self.isNew = isNew
    }
}
