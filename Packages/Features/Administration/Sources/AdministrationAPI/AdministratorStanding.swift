public import CoreModels

/// Tells whether the person at a device is an administrator of the server, and makes them one.
///
/// Any number of calls may run at once.
public protocol AdministratorStanding: Sendable {
    /// The administrator who is there, and proved it lately.
    ///
    /// - Throws: `notAdministrator` to whoever is none, however long ago they proved who they are;
    ///   `authenticationNeeded` to an administrator who did so too long ago; what else is in the way.
    func administrator() async throws(AdministrationError) -> Administrator

    /// Makes the person an administrator, by an invitation that is good once. Whoever is one already
    /// uses up nothing.
    ///
    /// - Throws: `invitationOver` for one that isn't good, `authenticationNeeded`, `addressNotProved`;
    ///   what else is in the way. Where an answer was lost, the same invitation tells by a second call.
    func accept(_ invitation: Secret) async throws(AdministrationError)
}

/// Somebody who may see and do what administrators may, as was found out just now.
public struct Administrator: Hashable, Sendable {
    /// Whose account it is.
    public let id: UserID
    /// The session in which they are there.
    public let session: SessionID

    /// Creates a value.
    public init(id: UserID, session: SessionID) {
        self.id = id
        self.session = session
    }
}
