public import AccountsAPI
import CoreModels
public import SessionsAPI

/// Tells whose session there is on this device: another one may have given the account
/// another address.
public struct PresentSession: Sendable {
    private let sessions: any SessionStoring
    private let account: any AccountLoading

    /// Creates one.
    ///
    /// - Parameters:
    ///   - sessions: Keeps the session of this device.
    ///   - account: Tells whose account it is now.
    public init(sessions: any SessionStoring, account: any AccountLoading) {
        self.sessions = sessions
        self.account = account
    }

    /// The session, with the person as the server knows them now, if it is asked and says
    /// so.
    func read(asking: Bool) async -> SessionReading {
        let known = await sessions.load()
        guard asking, case .present = known else { return known }
        let user = try? await account.loadAccount()
        // The answer may have renewed the session, or said that it is over.
        let present = await sessions.load()
        guard let user, case .present(let session) = present, session.user.id == user.id else { return present }
        return .present(session.describing(user))
    }
}
