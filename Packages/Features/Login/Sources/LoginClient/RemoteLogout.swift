import CoreModels
import HTTPTransportAPI
import HTTPTypes
import LoginAPI
import LoginContract
import SessionsAPI

/// Removes the session from this device and asks the server to end it.
struct RemoteLogout: LoggingOut {
    /// Asks without credentials: what ends the session is the refresh token.
    let server: ServerClient
    let sessions: any SessionStoring

    func logOut() async throws(LogoutError) -> LogoutOutcome {
        let reading = await sessions.load()
        // Here first: whatever happens to the server's answer, this device has
        // forgotten the session.
        do throws(SessionStoreError) {
            try await sessions.remove()
        } catch {
            throw LogoutError(leftovers: [error.message])
        }
        guard case .present(let session) = reading else {
            if case .absent = reading { return .wasNotLoggedIn }
            return .endedHereOnly
        }
        let logout = LoginContract.Logout(refreshToken: session.grant.refreshToken)
        let answer = try? await server.post(LoginContract.logoutPath, json: logout)
        return answer?.status.isSuccess == true ? .ended : .endedHereOnly
    }
}
