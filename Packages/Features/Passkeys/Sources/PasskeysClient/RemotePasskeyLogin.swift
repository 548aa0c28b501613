import CoreModels
import HTTPTransportAPI
import HTTPTypes
import LoginAPI
import PasskeysAPI
import PasskeysContract
import Presenting
import SessionsAPI

/// Logs in with passkeys at the server, and stores the session.
struct RemotePasskeyLogin: PasskeySigningIn {
    /// Asks without a session.
    let stranger: ServerClient
    let beginning: SessionBeginning
    let device: String?
    let now: @Sendable () -> BootTime

    func question() async throws(PasskeyError) -> PasskeyQuestion {
        try await PasskeyQuestion(
            asking: stranger, at: PasskeysContract.loginQuestionPath, PasskeysContract.AnswerQuestion.self)
    }

    func logIn(with answer: String) async throws(PasskeyError) -> LoggedIn {
        let login = PasskeysContract.Login(credential: try read(answer), device: device)
        let reply = try await asked { () async throws(HTTPTransportError) in
            try await stranger.post(PasskeysContract.loginPath, json: login)
        }
        guard reply.status == .ok, let begun = reply.decode(PasskeysContract.LoggedIn.self) else {
            throw PasskeyError(reply)
        }
        do throws(SessionStoreError) {
            // A browser asks for a passkey only where nobody is logged in.
            let session = StoredSession(user: begun.user, grant: begun.token, receivedAt: now())
            try await beginning.begin(session, since: .nobody)
        } catch {
            throw error.refusal.map { .impossible($0) } ?? .sessionNotStored(Obstacle(error))
        }
        return LoggedIn(begun.user, keepsAccount: begun.accountKept == true)
    }
}
