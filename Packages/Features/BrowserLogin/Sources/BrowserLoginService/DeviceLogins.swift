import BrowserLoginAPI
import BrowserLoginContract
import CoreModels
import CryptographyAPI
import FoundationEssentials
import HTTPServingAPI
import SQLStoreAPI
import SecurityMetricsServiceAPI
import ServerKeysAPI
import SessionsServiceAPI

/// What a device is told that asks how it stands.
enum DeviceStanding: Sendable {
    /// It is let in.
    case letIn(LetInDevice)
    /// Nobody decided yet.
    case pending
    /// It asks too often, and waits longer from now on.
    case tooFast
    /// The person refused it.
    case refused
    /// It has a session already, which somebody didn't get, or two know its code.
    case usedAgain(UserID, SessionID)
    /// Its code is unknown, too old, or another key's.
    case over
}

/// A device that a person lets in.
struct LetInDevice: Sendable {
    let user: UserID
    /// The session that lets it in.
    let session: SessionID
    let name: String?
    fileprivate let digest: Data
}

/// Keeps the devices that wait: a digest of each of both codes, for ten minutes and one
/// session, for who has the key that was proved at the beginning.
///
/// For some time it stays known which session one got: a code that is shown once more
/// ends it.
struct DeviceLogins: Sendable {
    static let lifetime: TimeInterval = 600
    /// For how many seconds a device waits before it asks again (RFC 8628, section 3.2).
    static let pause = 5
    /// How many wait at most: the fewer, the less is a guess worth.
    static let capacity = 5_000
    /// How many of them from one network: what a household or a mast shares.
    static let share = 50
    private static let memory: TimeInterval = 600
    /// For how long at least a device that was let in can hear of it.
    private static let fetching: TimeInterval = 60
    /// By how much a device's clock may run ahead, or its request catch up.
    private static let tolerance: TimeInterval = 1

    let database: any SQLDatabase
    let cryptography: Cryptography
    let serverKeys: any ServerKeyProviding
    let capacity: Int
    /// The audit trail, if there is one.
    let audit: @Sendable () -> [any AuditRecording]
    let now: @Sendable () -> Date

    /// There is no room for another one, of anybody or of one network.
    enum Full: Error {
        case all, network
    }

    /// Has a device wait.
    func begin(
        _ device: String?, from address: IPAddress, with key: String
    ) async throws -> (deviceCode: Secret, userCode: UserCode) {
        // Two of the codes that are good are hardly ever the same.
        for _ in 0..<8 {
            guard let userCode = UserCode(random: try cryptography.random.bytes(32)) else { continue }
            let deviceCode = Secret(try cryptography.random.text(byteCount: 32))
            let digest = try cryptography.hashing.sha256(deviceCode), codeDigest = try await self.digest(of: userCode)
            let now = now(), end = now.addingTimeInterval(Self.lifetime)
            let network = IPNetwork(address, prefixLength: address.isIPv4 ? 24 : 48).description
            let isNew = try await database.write { db in
                // Those of which somebody decided are worth no guess.
                let undecided: SQL = "ends_at > \(now) AND user_id IS NULL AND is_refused = \(false)"
                let waiting = try db.first(
                    """
                    SELECT count(*), count(CASE WHEN network = \(network) THEN 1 END)
                    FROM device_logins WHERE \(undecided)
                    """
                ) { row in (all: try row[0, as: Int.self], network: try row[1, as: Int.self]) }
                guard waiting?.network ?? 0 < Self.share else { throw Full.network }
                guard waiting?.all ?? 0 < capacity else { throw Full.all }
                let isInserted =
                    try db.run(
                        """
                        INSERT INTO device_logins
                            (digest, code_digest, key_thumbprint, device, address, network, begun_at, ends_at, pause,
                                is_refused)
                        VALUES (\(digest), \(codeDigest), \(key), \(device), \(address.description), \(network), \(now),
                            \(end), \(Self.pause), \(false))
                        ON CONFLICT (code_digest) DO NOTHING
                        """
                    ).rowsChanged == 1
                if isInserted { try record(AuditEvent(.deviceCodeShown), in: db) }
                return isInserted
            }
            if isNew { return (deviceCode, userCode) }
        }
        throw Full.all
    }

    // MARK: The device

    /// By what the questions with a code are counted; nil for a code that was never good, or
    /// is forgotten.
    func name(of code: Secret) async throws -> String? {
        guard (1...128).contains(code.count) else { return nil }
        let digest = try cryptography.hashing.sha256(code)
        let isKnown = try await database.read { db in
            try db.exists("SELECT 1 FROM device_logins WHERE digest = \(digest)")
        }
        return isKnown ? Base64URL.encode(digest) : nil
    }

    /// How a device stands that asks with its code and proves a key.
    func standing(of code: Secret, provedBy key: String?) async throws -> DeviceStanding {
        guard (1...128).contains(code.count) else { return .over }
        let digest = try cryptography.hashing.sha256(code), now = now()
        return try await database.write(.soon) { db in
            guard let row = try Self.row(digest, in: db), row.key == key else { return .over }
            if let begun = row.begun, let user = row.user { return .usedAgain(user, begun) }
            guard row.endsAt > now else { return .over }
            if row.isRefused { return .refused }
            let earliest = row.askedAt?.addingTimeInterval(TimeInterval(row.pause) - Self.tolerance)
            let isTooFast = earliest.map { $0 > now } ?? false
            try db.run(
                """
                UPDATE device_logins
                SET asked_at = \(now), pause = \(isTooFast ? row.pause + Self.pause : row.pause)
                WHERE digest = \(digest)
                """)
            if isTooFast { return .tooFast }
            guard let user = row.user, let session = row.session else { return .pending }
            return .letIn(LetInDevice(user: user, session: session, name: row.device, digest: digest))
        }
    }

    private struct Row {
        let key: String
        let device: String?
        let endsAt: Date
        let pause: Int
        let askedAt: Date?
        let isRefused: Bool
        let user: UserID?
        let session: SessionID?
        let begun: SessionID?
    }

    private static func row(_ digest: Data, in db: any SQLReading) throws -> Row? {
        try db.first(
            """
            SELECT key_thumbprint, device, ends_at, pause, asked_at, is_refused, user_id, session_id, begun_session_id
            FROM device_logins WHERE digest = \(digest)
            """
        ) { row in
            Row(
                key: try row[0], device: try row[1], endsAt: try row[2], pause: try row[3], askedAt: try row[4],
                isRefused: try row[5], user: try row[6], session: try row[7], begun: try row[8])
        }
    }

    /// Uses a code up for the session that begins.
    ///
    /// - Returns: Whether nobody else did.
    static func use(_ device: LetInDevice, for session: SessionID, in db: any SQLWriting) throws -> Bool {
        try db.run(
            """
            UPDATE device_logins SET begun_session_id = \(session)
            WHERE digest = \(device.digest) AND begun_session_id IS NULL
            """
        ).rowsChanged == 1
    }

    // MARK: The person

    /// The device that waits with a code that somebody typed; nil for one that is unknown, too old
    /// or decided, which takes the same work each.
    func device(
        with code: UserCode?, for session: AuthenticatedSession
    ) async throws -> DeviceLoginContract.Waiting? {
        let digest = try await digest(of: code), now = now()
        return try await database.write(.soon) { db in
            let waiting: DeviceLoginContract.Waiting? = try db.first(
                """
                SELECT device, address, begun_at FROM device_logins
                WHERE code_digest = \(digest) AND ends_at > \(now) AND user_id IS NULL AND is_refused = \(false)
                """
            ) { row in
                .init(device: try row[0], location: nil, address: try row[1], begunAt: try row[2])
            }
            try record(.deviceCodeTyped, by: session, waiting == nil ? .refused : .done, in: db)
            return waiting
        }
    }

    private func record(
        _ kind: AuditKind, by session: AuthenticatedSession, _ outcome: AuditOutcome, in db: any SQLWriting
    ) throws {
        try record(AuditEvent(kind, of: session.userID, session: session.sessionID, outcome: outcome), in: db)
    }

    private func record(_ event: AuditEvent, in db: any SQLWriting) throws {
        for trail in audit() { try trail.record(event, in: db) }
    }

    /// Notes that a session, which has to run still, lets a device in, which it has some time to hear.
    ///
    /// - Returns: Whether it waited still, and nobody had decided.
    func letIn(_ code: UserCode?, by session: AuthenticatedSession) async throws -> Bool {
        let digest = try await digest(of: code), now = now(), end = now.addingTimeInterval(Self.fetching)
        return try await database.write { db in
            try session.standing.check(in: db)
            let isLetIn =
                try db.run(
                    """
                    UPDATE device_logins SET user_id = \(session.userID), session_id = \(session.sessionID),
                        ends_at = CASE WHEN ends_at < \(end) THEN \(end) ELSE ends_at END
                    WHERE code_digest = \(digest) AND ends_at > \(now) AND user_id IS NULL AND is_refused = \(false)
                    """
                ).rowsChanged == 1
            try record(isLetIn ? .deviceLetIn : .deviceCodeTyped, by: session, isLetIn ? .done : .refused, in: db)
            return isLetIn
        }
    }

    /// Notes that a person, whose session has to run still, refuses a device, also one that they let in themselves, for as
    /// long as it hasn't heard of that.
    ///
    /// - Returns: Whether it waited still.
    func refuse(_ code: UserCode?, by session: AuthenticatedSession) async throws -> Bool {
        let digest = try await digest(of: code), now = now()
        return try await database.write { db in
            try session.standing.check(in: db)
            let isRefused =
                try db.run(
                    """
                    UPDATE device_logins SET user_id = NULL, session_id = NULL, is_refused = \(true)
                    WHERE code_digest = \(digest) AND ends_at > \(now) AND is_refused = \(false)
                        AND begun_session_id IS NULL AND (user_id IS NULL OR user_id = \(session.userID))
                    """
                ).rowsChanged == 1
            try record(isRefused ? .deviceRefused : .deviceCodeTyped, by: session, .refused, in: db)
            return isRefused
        }
    }

    /// A copy of the database lets nobody try codes: that takes the server's key.
    private func digest(of code: UserCode?) async throws -> Data {
        try cryptography.authentication.authenticationCode(
            for: Data((code?.description ?? "").utf8), using: try await serverKeys.key(for: .userCodes))
    }

    /// Forgets those of which nothing needs to be known any more.
    static func sweep(_ now: @escaping @Sendable () -> Date) -> Sweep {
        Sweep("device-logins", every: .seconds(60)) { db in
            try db.run("DELETE FROM device_logins WHERE ends_at <= \(now().addingTimeInterval(-Self.memory))")
        }
    }
}

/// Devices that were let in and haven't heard of it stay out when who said yes ends what
/// may be somebody else's.
extension DeviceLogins: SessionObserving {
    func record(_ event: SessionEvent, in transaction: any SQLWriting) throws {
        guard let condition = event.conditionOfVouched else { return }
        try transaction.run("DELETE FROM device_logins WHERE begun_session_id IS NULL AND \(condition)")
    }
}
