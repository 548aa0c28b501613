public import CoreModels

/// Tells whom the link of an invitation invites.
///
/// Looking at it changes nothing: programs look at links before people do. Calls may run at the same time.
public protocol InvitationReading: Sendable {
    /// The address that the account gets.
    ///
    /// - Parameter link: What the link has as its token.
    /// - Throws: `invitationOver`; `unknown` where the server can't look now.
    func address(invitedBy link: Secret) async throws(RegistrationError) -> EmailAddress
}
