public import CoreModels
public import FoundationEssentials
public import SQLStoreAPI

/// Invites people to make an account, also where registration is closed.
///
/// Any number of calls may run at once.
public protocol PersonInviting: Sendable {
    /// Has a letter with a link for one use go to an address; it takes the place of an earlier one, whose link is
    /// good no more.
    ///
    /// - Parameters:
    ///   - id: The identifier that the account gets, of which there is none yet.
    ///   - transaction: That of who notes that it was done; the letter goes out soon after it.
    /// - Throws: `SQLError`.
    func invite(
        _ email: EmailAddress, as id: UserID, in transaction: any SQLWriting
    ) throws -> InvitationOutcome
}

/// What becomes of the wish to invite somebody.
public enum InvitationOutcome: Hashable, Sendable {
    /// They are invited.
    case invited(until: Date, replacesEarlier: Bool)
    /// The address has an account, or is kept for this one; nobody was invited.
    case hasAccount(UserID)
    /// No mail ever arrives there , as below `.invalid` (RFC 2606, section 2); nobody was invited.
    case withoutMail
}
