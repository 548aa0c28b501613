import CoreModels
import SecureStorageAPI
import SessionsAPI

/// How a session is written in the vault.
enum SessionCoding {
    /// Writes a session, and makes sure that it reads back as the same one.
    static func encode(_ session: StoredSession) throws(SessionStoreError) -> Secret {
        guard let secret = try? SecretCoding.encode(Record(session)), let copy = decode(secret),
            copy.isSame(as: session), copy.grant.accessToken.isEqual(to: session.grant.accessToken)
        else { throw .unencodable }
        return secret
    }

    static func decode(_ secret: Secret) -> StoredSession? {
        guard let record = try? SecretCoding.decode(Record.self, from: secret) else { return nil }
        return StoredSession(
            user: record.user, id: record.sessionID, grant: record.grant,
            receivedAt: record.receivedAt)
    }

    private struct Record: Codable {
        let user: User
        let sessionID: SessionID?
        let grant: TokenGrant
        /// The start of the machine, and the seconds since then; nil in
        /// sessions that were stored before these were kept.
        let boot: String?
        let uptime: Double?

        private enum CodingKeys: String, CodingKey {
            case user, grant
            case sessionID = "session_id"
            case boot = "received_boot"
            case uptime = "received_uptime"
        }

        init(_ session: StoredSession) {
            user = session.user
            sessionID = session.id
            grant = session.grant
            boot = session.receivedAt?.boot
            uptime = session.receivedAt.map { $0.uptime / .seconds(1) }
        }

        var receivedAt: BootTime? {
            guard let boot, let uptime else { return nil }
            return BootTime(boot: boot, uptime: .seconds(uptime))
        }
    }
}
