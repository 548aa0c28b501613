import CoreModels
import FoundationEssentials
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
            receivedAt: Date(timeIntervalSince1970: record.receivedAt))
    }

    private struct Record: Codable {
        let user: User
        let sessionID: SessionID?
        let grant: TokenGrant
        /// Seconds since 1970, with a fraction.
        let receivedAt: Double

        private enum CodingKeys: String, CodingKey {
            case user, grant
            case sessionID = "session_id"
            case receivedAt = "received_at"
        }

        init(_ session: StoredSession) {
            user = session.user
            sessionID = session.id
            grant = session.grant
            receivedAt = session.receivedAt.timeIntervalSince1970
        }
    }
}
