import CoreModels
import HTTPTransportAPI
import HTTPTypes
import LoginAPI
import LoginContract
import OfflineQueueAPI
import SecureStorageAPI
import SessionsAPI

/// Keeps the revocations of replaced sessions in the queue, and ends those that were never stored.
struct ReplacedSessions: SessionRevoking {
    let server: ServerClient
    /// nil where there is no queue, as in browsers, or where the queue calls.
    let queue: (any RequestQueueing)?
    let makeID: @Sendable () -> QueuedRequestID

    func revoke(_ session: StoredSession) async -> Bool {
        let revocation = KeptRevocation(
            logout: LoginContract.Logout(refreshToken: session.grant.refreshToken), replaced: session.id)
        guard let queue, let payload = try? SecretCoding.encode(revocation) else { return false }
        // Nothing that tells who it was stays on this device.
        let request = QueuedRequest(id: makeID(), kind: .logout, subject: "", payload: payload)
        return (try? await queue.enqueue(request)) != nil
    }

    func discard(_ session: StoredSession) async {
        let logout = LoginContract.Logout(refreshToken: session.grant.refreshToken)
        let answer = try? await server.post(
            LoginContract.logoutPath, json: logout, fields: [.idempotencyKey: makeID().description])
        if answer?.status.isSuccess != true { _ = await revoke(session) }
    }
}

/// A revocation as it is kept: what is sent, and which session has to be gone
/// from this device before.
struct KeptRevocation: Codable, Sendable {
    let logout: LoginContract.Logout
    /// nil for a session that the person logged out of: it is over in any case.
    let replaced: SessionID?

    private enum CodingKeys: CodingKey { case replaced }

    init(logout: LoginContract.Logout, replaced: SessionID?) {
        self.logout = logout
        self.replaced = replaced
    }

    init(from decoder: any Decoder) throws {
        logout = try LoginContract.Logout(from: decoder)
        replaced = try decoder.container(keyedBy: CodingKeys.self).decodeIfPresent(SessionID.self, forKey: .replaced)
    }

    func encode(to encoder: any Encoder) throws {
        try logout.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(replaced, forKey: .replaced)
    }
}
