package import AccountsServiceAPI
package import CoreModels
import CryptographyAPI
package import FoundationEssentials
package import HTTPServingAPI
import HTTPTypes
import Localization
import LoginContract
import LoginServiceAPI
package import SQLStoreAPI
package import SessionsServiceAPI

/// A first step of logging in that is done, and waits for the second.
struct LoginTicket: Sendable {
    let user: UserID
    let way: WayIn
    /// By whose word; nil for nobody's.
    let origin: SessionOrigin?
    /// How the device calls itself.
    let device: String?
    fileprivate let digest: Data

    var firstStep: FirstStep { .login(way, from: origin) }
}

/// Keeps the first steps that are done: as a digest each, for five minutes, for
/// the device that did it, and for one session.
///
/// Another password ends them.
package struct LoginTickets: Sendable {
    private static let lifetime: TimeInterval = 300

    let database: any SQLDatabase
    let random: any RandomSource
    let hashing: any Hashing
    let now: @Sendable () -> Date

    package static let migrations = [
        Migration(
            "login-0001",
            """
            CREATE TABLE login_tickets (
                digest BLOB PRIMARY KEY,
                user_id TEXT NOT NULL,
                way TEXT NOT NULL,
                device TEXT,
                key_thumbprint TEXT,
                ends_at BIGINT NOT NULL
            );
            CREATE INDEX login_tickets_user ON login_tickets (user_id);
            CREATE INDEX login_tickets_ends_at ON login_tickets (ends_at);
            """),
        Migration(
            "login-0002",
            """
            ALTER TABLE login_tickets ADD COLUMN origin TEXT;
            ALTER TABLE login_tickets ADD COLUMN origin_session TEXT;
            """),
        Migration("login-0003", "ALTER TABLE login_tickets ADD COLUMN origin_proved_at BIGINT;"),
    ]

    /// The ticket that a device shows; nil for one that is over, used, or another
    /// device's.
    func find(_ ticket: Secret, on client: SessionClient) async throws -> LoginTicket? {
        guard (1...128).contains(ticket.count) else { return nil }
        let digest = try hashing.sha256(ticket), now = now()
        return try await database.read { db in
            try db.first(
                """
                SELECT user_id, way, device, key_thumbprint, origin, origin_session, origin_proved_at
                FROM login_tickets WHERE digest = \(digest) AND ends_at > \(now)
                """
            ) { row -> LoginTicket? in
                guard let way = WayIn(rawValue: try row[1]), try row[3, as: String?.self] == client.keyThumbprint
                else { return nil }
                let session: String? = try row[5], provedAt: Date? = try row[6]
                let origin = try row[4, as: String?.self].map {
                    SessionOrigin(way: $0, session: session, provedAt: provedAt)
                }
                return LoginTicket(
                    user: try row[0], way: way, origin: origin, device: try row[2], digest: digest)
            } ?? nil
        }
    }

    /// Whether a ticket isn't used up and isn't void.
    static func isGood(_ ticket: LoginTicket, in db: any SQLReading) throws -> Bool {
        try db.exists("SELECT 1 FROM login_tickets WHERE digest = \(ticket.digest)")
    }

    /// Uses a ticket up.
    ///
    /// - Returns: Whether nobody else did, and it isn't void.
    static func use(_ ticket: LoginTicket, in db: any SQLWriting) throws -> Bool {
        try db.run("DELETE FROM login_tickets WHERE digest = \(ticket.digest)").rowsChanged == 1
    }

    /// Forgets those that are over, which count no more.
    package static func sweep(_ now: @escaping @Sendable () -> Date) -> Sweep {
        Sweep("login-tickets", every: .seconds(300)) { db in
            try db.run("DELETE FROM login_tickets WHERE ends_at <= \(now())")
        }
    }
}

extension LoginTickets: SecondFactorAsking {
    package func askForFactor(
        _ user: User, after way: WayIn, from origin: SessionOrigin?, on client: SessionClient,
        provided condition: @escaping @Sendable (any SQLWriting) throws -> Bool
    ) async throws -> HTTPProblem? {
        let ticket = Secret(try random.text(byteCount: 32))
        let digest = try hashing.sha256(ticket), end = now().addingTimeInterval(Self.lifetime)
        let isKept = try await database.write { db in
            guard try condition(db) else { return false }
            try db.run(
                """
                INSERT INTO login_tickets
                    (digest, user_id, way, device, key_thumbprint, ends_at, origin, origin_session, origin_proved_at)
                VALUES (\(digest), \(user.id), \(way.rawValue), \(client.device), \(client.keyThumbprint), \(end),
                    \(origin?.way), \(origin?.session), \(origin?.provedAt))
                """)
            return true
        }
        return isKept ? ticket.withText { $0.map { .secondFactorRequired(ticket: $0) } } : nil
    }

    package func voidSteps(from origin: EndedOrigin, in transaction: any SQLWriting) throws {
        try transaction.run("DELETE FROM login_tickets WHERE \(origin.condition)")
    }
}

extension LoginTickets: AccountObserving {
    package func record(_ event: AccountEvent, in transaction: any SQLWriting) throws {
        switch event {
        // Nobody takes a deletion back by what they did before it.
        case .passwordReplaced(let user, _), .deletionBegun(let user), .deleted(let user):
            try transaction.run("DELETE FROM login_tickets WHERE user_id = \(user.id)")
        case .created, .verified, .addressReplaced, .returned, .recovered: break
        }
    }
}

extension OperatorActFollowing {
    /// First steps that wait are void with the sessions.
    package static let loginTickets = OperatorActFollowing(LoginTickets.migrations) { act, user, _, db in
        guard case .endedAccess = act else { return 0 }
        try db.run("DELETE FROM login_tickets WHERE user_id = \(user)")
        return 0
    }
}

extension HTTPProblem {
    /// 403: the first step is done, and the second factor has to be proved.
    static func secondFactorRequired(ticket: String) -> HTTPProblem {
        HTTPProblem(
            status: .forbidden, code: LoginContract.Code.secondFactorRequired.rawValue,
            title: LocalizedText(
                en: "The code of your second factor is needed as well.",
                es: "También hace falta el código de tu segundo factor."),
            detail: LocalizedText(
                en: "Send it with the ticket within five minutes.", es: "Envíalo con el tique en cinco minutos."),
            members: ["ticket": ticket])
    }
}
