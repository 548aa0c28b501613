import CoreModels
import SessionsAPI

/// The session of this device, which the server has ended with the password of its account.
struct EndedSession: Sendable {
    let sessions: any SessionStoring
    let lock: any SessionLocking
    let endObservers: @Sendable () -> [any SessionEndObserving]

    /// Forgets it: its owner knows why it is over.
    ///
    /// Where that fails, the next request finds out.
    ///
    /// - Parameter email: Whose it has to be; somebody else's stays.
    func forget(of email: EmailAddress) async {
        let isRemoved = try? await lock.withSessionLock { () async throws(SessionStoreError) -> Bool in
            guard case .present(let session) = await sessions.load(), session.user.email == email else {
                return false
            }
            return try await sessions.replace(session, with: nil)
        }
        guard isRemoved == true else { return }
        for observer in endObservers() { await observer.sessionDidEnd(.loggedOut) }
    }
}
