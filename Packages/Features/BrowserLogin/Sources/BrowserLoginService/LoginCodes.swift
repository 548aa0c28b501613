import BrowserLoginContract
import CoreModels
import CryptographyAPI
import FoundationEssentials
package import SQLStoreAPI
import SessionsServiceAPI

/// The table of codes.
package enum BrowserLoginMigrations {
    /// All of them, in order; what is released is never changed.
    package static let all = [
        Migration(
            "browser-login-0001",
            """
            CREATE TABLE browser_login_codes (
                digest BLOB PRIMARY KEY,
                user_id TEXT NOT NULL,
                session_id TEXT NOT NULL,
                challenge TEXT NOT NULL,
                port INTEGER NOT NULL,
                key_thumbprint TEXT NOT NULL,
                device TEXT,
                ends_at BIGINT NOT NULL,
                begun_session_id TEXT
            );
            CREATE INDEX browser_login_codes_ends_at ON browser_login_codes (ends_at);
            """)
    ]
}

/// A code that was shown, as far as it is right.
struct ShownCode: Sendable {
    let user: UserID
    /// The session that lets the program in.
    let session: SessionID
    let device: String?
    /// The session that began with it; nil while it isn't used.
    let begun: SessionID?
    fileprivate let digest: Data
}

/// Keeps the codes: as a digest each, for a minute and one session, for the program that
/// has the verifier and the key, and waits at the port.
///
/// For some time it stays known which session a code gave: a program that shows the same
/// once more isn't alone with what it knows.
struct LoginCodes: Sendable {
    static let lifetime: TimeInterval = 60
    private static let memory: TimeInterval = 600

    let database: any SQLDatabase
    let random: any RandomSource
    let hashing: any Hashing
    let now: @Sendable () -> Date

    /// Makes a code for a program that a session lets in, which has to run still.
    func make(for program: BrowserLoginContract.Program, in session: AuthenticatedSession) async throws -> Secret {
        let code = Secret(try random.text(byteCount: 32))
        let digest = try hashing.sha256(code), end = now().addingTimeInterval(Self.lifetime)
        try await database.write { db in
            try session.standing.check(in: db)
            try db.run(
                """
                INSERT INTO browser_login_codes
                    (digest, user_id, session_id, challenge, port, key_thumbprint, device, ends_at)
                VALUES (\(digest), \(session.userID), \(session.sessionID), \(program.challenge), \(program.port),
                    \(program.key), \(program.device), \(end))
                """)
        }
        return code
    }

    /// The code of an exchange; nil for one that is unknown, too old, or another
    /// program's, which takes the same work each.
    func find(_ exchange: BrowserLoginContract.Exchange, provedBy key: String?) async throws -> ShownCode? {
        guard (1...128).contains(exchange.code.count), (43...128).contains(exchange.verifier.count) else { return nil }
        let digest = try hashing.sha256(exchange.code), now = now()
        let challenge = Secret(Base64URL.encode(try hashing.sha256(exchange.verifier)))
        let row = try await database.read { db in
            try db.first(
                """
                SELECT user_id, session_id, device, begun_session_id, challenge, port, key_thumbprint, ends_at
                FROM browser_login_codes WHERE digest = \(digest)
                """
            ) { row in
                (
                    ShownCode(
                        user: try row[0], session: try row[1], device: try row[2], begun: try row[3], digest: digest),
                    challenge: try row[4, as: String.self], port: try row[5, as: Int.self],
                    key: try row[6, as: String.self], endsAt: try row[7, as: Date.self]
                )
            }
        }
        let isRight = Secret(row?.challenge ?? Self.challengeOfNone).isEqual(to: challenge)
        guard let row, isRight else { return nil }
        // Whoever has a verifier that was used is told of by it, whatever the key.
        if row.0.begun != nil { return row.0 }
        return row.port == exchange.port && row.key == key && row.endsAt > now ? row.0 : nil
    }

    private static let challengeOfNone = String(repeating: "-", count: 43)

    /// Uses a code up for the session that begins.
    ///
    /// - Returns: Whether nobody else did.
    static func use(_ code: ShownCode, for session: SessionID, in db: any SQLWriting) throws -> Bool {
        try db.run(
            """
            UPDATE browser_login_codes SET begun_session_id = \(session)
            WHERE digest = \(code.digest) AND begun_session_id IS NULL
            """
        ).rowsChanged == 1
    }

    /// Forgets those of which nothing needs to be known any more.
    static func sweep(_ now: @escaping @Sendable () -> Date) -> Sweep {
        Sweep("browser-login-codes", every: .seconds(60)) { db in
            try db.run("DELETE FROM browser_login_codes WHERE ends_at <= \(now().addingTimeInterval(-Self.memory))")
        }
    }
}

/// Codes that weren't used end when who said yes ends what may be somebody else's.
extension LoginCodes: SessionObserving {
    func record(_ event: SessionEvent, in transaction: any SQLWriting) throws {
        guard let condition = event.conditionOfVouched else { return }
        try transaction.run("DELETE FROM browser_login_codes WHERE begun_session_id IS NULL AND \(condition)")
    }
}

extension SessionEvent {
    /// Which of those that a session lets in, and that haven't come in, stay out by this
    /// event, of a table with the columns `user_id` and `session_id`; nil for none.
    var conditionOfVouched: SQL? {
        switch self {
        case .began, .reused, .refreshRefused: nil
        case .ended(let sessions, _, _): "session_id IN \(in: sessions)"
        case .cleared(let user): "user_id = \(user)"
        }
    }
}
