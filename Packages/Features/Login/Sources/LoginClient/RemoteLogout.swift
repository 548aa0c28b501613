import CoreModels
import HTTPTransportAPI
import HTTPTypes
import Localization
import LoginAPI
import LoginContract
import SessionsAPI

/// Removes the session from this device and asks the server to end it.
struct RemoteLogout: LoggingOut {
    /// Asks without credentials: what ends the session is the refresh token.
    let server: ServerClient
    let sessions: any SessionStoring
    let endObservers: @Sendable () -> [any SessionEndObserving]

    /// Each step is taken whatever became of those before: a vault that can't
    /// be written is no reason to keep caches, or a session at the server.
    func logOut() async throws(LogoutError) -> LogoutOutcome {
        let reading = await sessions.load()
        var leftovers: [LocalizedText] = []
        do throws(SessionStoreError) {
            try await sessions.remove()
        } catch {
            leftovers.append(error.message + error.hint)
        }
        // Also if nobody is logged in: the program may have ended halfway
        // through an earlier logout.
        for observer in endObservers() { await observer.sessionDidEnd(.loggedOut) }
        let outcome = await endAtServer(reading)
        guard leftovers.isEmpty else { throw LogoutError(leftovers: leftovers) }
        return outcome
    }

    private func endAtServer(_ reading: SessionReading) async -> LogoutOutcome {
        switch reading {
        case .absent: return .wasNotLoggedIn
        case .unavailable: return .endedHereOnly
        case .present(let session):
            let logout = LoginContract.Logout(refreshToken: session.grant.refreshToken)
            let answer = try? await server.post(LoginContract.logoutPath, json: logout)
            return answer?.status.isSuccess == true ? .ended : .endedHereOnly
        }
    }
}
