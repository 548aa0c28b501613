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

    /// Invitations that nobody used, the oldest first, which stay where they are while others are made.
    ///
    /// - Parameter last: With which the page before ended; nil for the first page.
    /// - Returns: Them, and whether there are more; nil if there is no such invitation to go on behind.
    /// - Throws: `SQLError`.
    func invitations(
        after last: UserID?, limit: Int, in transaction: any SQLReading
    ) throws -> (invitations: [OpenInvitation], hasMore: Bool)?

    /// One that nobody used; nil if there is none.
    ///
    /// - Throws: `SQLError`.
    func invitation(_ id: UserID, in transaction: any SQLReading) throws -> OpenInvitation?

    /// Takes an invitation back: its link is good no more.
    ///
    /// - Returns: Whether there was one.
    /// - Throws: `SQLError`.
    func withdraw(_ id: UserID, in transaction: any SQLWriting) throws -> Bool
}

/// An invitation that nobody used yet.
public struct OpenInvitation: Hashable, Sendable {
    /// The identifier that the account gets.
    public let id: UserID
    /// Who is invited.
    public let email: EmailAddress
    /// Since when.
    public let invitedAt: Date
    /// Until when it is good.
    public let expiresAt: Date
    /// Whether the letter was handed over to be sent.
    public let hasLetter: Bool

    /// Creates a value.
    public init(id: UserID, email: EmailAddress, invitedAt: Date, expiresAt: Date, hasLetter: Bool) {
        self.id = id
        self.email = email
        self.invitedAt = invitedAt
        self.expiresAt = expiresAt
        self.hasLetter = hasLetter
    }
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
