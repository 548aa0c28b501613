import CoreModels
import CryptographyAPI
import FoundationEssentials
import HTTPServingAPI
import ProofOfPossessionServiceAPI
import SQLStoreAPI
import SessionsServiceAPI
import TelemetryAPI

/// Begins, renews and ends sessions: decides by ``RefreshFamily``, keeps the
/// tables, and tells observers.
struct SessionDirectory: Sendable {
    let database: any SQLDatabase
    let gate: Gatekeeper
    let access: AccessTokens
    let sealing: SuccessorSealing
    let random: any RandomSource
    let hashing: any Hashing
    let policy: RefreshPolicy
    /// Whether sessions have to be bound to a key.
    let requiresKey: Bool
    let observers: @Sendable () -> [any SessionObserving]
    let events: SecurityEvents
    let history: AccessHistory
    let accessMail: SuspiciousAccessMail
    let logger: Logger
    let now: @Sendable () -> Date

    /// A refresh token of 256 random bits, as text, and what is stored of it.
    func makeRefreshToken() throws -> (token: Secret, hash: Data) {
        let bits = try random.secret(byteCount: 32)
        let token = unsafe bits.withUnsafeBytes { unsafe Secret(Base64URL.encode($0)) }
        return (token, try hashing.sha256(token))
    }

    func lastMoment(of startedAt: Date) -> Date {
        startedAt.addingTimeInterval(Double(policy.absolute.components.seconds))
    }

    /// Logs sessions that were ended, and tells observers; their tokens are refused
    /// already.
    func announceEnd(_ ended: [UserID: [SessionID]], because reason: SessionEndReason) async {
        for (user, ids) in ended {
            logger.info("ended sessions", ["user": user, "count": ids.count, "reason": reason.rawValue])
            for observer in observers() {
                await observer.observe(.ended(ids, of: user, because: reason))
            }
        }
    }

    /// Ends sessions in the transaction of `db` and lets observers take part; once
    /// it is committed, their tokens are refused and their devices told.
    func end(
        where condition: SQL, because reason: SessionEndReason, in db: any SQLWriting
    ) throws -> [UserID: [SessionID]] {
        let ended = try SessionRow.end(where: condition, because: reason, at: now(), in: db)
        try db.announceChange(of: ended.values.flatMap(\.self))
        for (user, ids) in ended {
            for id in ids { try events.record(.sessionEnded(id, because: reason), of: user, in: db) }
            for observer in observers() { try observer.record(.ended(ids, of: user, because: reason), in: db) }
        }
        return ended
    }
}

extension SessionDirectory: SessionIssuing {
    func checkProof(of request: ServerRequest) throws(HTTPProblem) {
        guard requiresKey, request.possessionProof == nil else { return }
        throw .proofRequired
    }

    func admit(
        _ user: User, by way: WayIn, confirmedBy factor: AuthenticationMethod?, from origin: SessionOrigin?,
        on client: SessionClient, since begun: Date?,
        provided condition: @escaping @Sendable (any SQLWriting) throws -> Bool
    ) async throws(SessionsError) -> Admission {
        do {
            return try await gate.admit(
                user, by: way, confirmedBy: factor, from: origin, on: client, since: begun ?? now(), provided: condition
            )
        } catch {
            throw SessionsError(error)
        }
    }

    func admit(
        _ user: User, vouchedForBy session: SessionID, by way: WayIn, on client: SessionClient,
        provided condition: @escaping @Sendable (SessionID, any SQLWriting) throws -> Bool
    ) async throws(SessionsError) -> Admission {
        do {
            return try await gate.admit(user, vouchedForBy: session, by: way, provided: condition)
        } catch {
            throw SessionsError(error)
        }
    }

    func issueSession(
        _ admission: Admission, on client: SessionClient
    ) async throws(SessionsError) -> IssuedSession {
        let user = admission.user
        do {
            guard client.keyThumbprint != nil || !requiresKey else {
                throw SessionsError.unavailable(reason: "a session without a key was asked for")
            }
            // Not before: a proof is remembered for those who are let in only.
            try await client.proof?.use()
            let now = now(), id = SessionID(try random.uuid())
            let (token, hash) = try makeRefreshToken()
            let authentication = admission.authentication(at: now)
            let session = LiveSession(
                userID: user.id, startedAt: now, isVerified: user.isVerified, authentication: authentication,
                keyThumbprint: client.keyThumbprint)
            let grant = try await access.grant(
                session, id: id, refreshToken: token, at: now, notAfter: lastMoment(of: now))
            let event = SessionEvent.began(id, of: user.id, on: client)
            let observers = observers()
            let suspicion = try await history.suspicion(of: client, by: admission.way, for: user.id, at: now)
            let (tellsByMail, states) = try await database.write { db in
                guard try admission.condition(id, db), let states = try gate.passed(by: admission, in: db) else {
                    throw SessionsError.overtaken
                }
                try SessionRow.insert(
                    id, of: user, authentication, from: admission.origin, on: client, suspicion: suspicion,
                    tokenHash: hash, at: now, in: db)
                for observer in observers { try observer.record(event, in: db) }
                return (try recordSuspicion(suspicion, of: id, user.id, at: now, in: db), states)
            }
            for observer in observers { await observer.observe(event) }
            if !suspicion.isEmpty {
                logger.notice(
                    "suspicious access",
                    ["user": user.id, "session": id, "reasons": suspicion.stored, "peer": client.address?.description])
            }
            if tellsByMail {
                await accessMail.send(about: id, because: suspicion, of: user, on: client, at: now)
            }
            return IssuedSession(id: id, grant: grant, keepsAccount: states.contains(.closing))
        } catch {
            throw SessionsError(error)
        }
    }
}

extension SessionDirectory {
    /// - Returns: Whether the person is told by mail too.
    private func recordSuspicion(
        _ reasons: [SuspicionReason], of id: SessionID, _ user: UserID, at now: Date, in db: any SQLWriting
    ) throws -> Bool {
        guard !reasons.isEmpty else { return false }
        let isMailAllowed = try SuspiciousAccessMail.isAllowed(for: user, because: reasons, at: now, in: db)
        try events.record(.suspiciousAccess(id, reasons: reasons), of: user, in: db)
        return isMailAllowed
    }
}

extension SessionDirectory: SessionEnding {
    func endSession(
        holding refreshToken: Secret, because reason: SessionEndReason
    ) async throws(SessionsError) -> Bool {
        guard let hash = try await knownHash(of: refreshToken) else { return false }
        let ended = try await end(
            where: "id IN (SELECT session_id FROM refresh_tokens WHERE hash = \(hash))", because: reason)
        return !ended.isEmpty
    }

    func endSession(
        _ id: SessionID, of user: UserID, because reason: SessionEndReason
    ) async throws(SessionsError) -> Bool {
        do {
            let ended = try await database.write { db in
                let ended = try end(where: Self.device(id, of: user), because: reason, in: db)
                if reason == .reuse, !ended.isEmpty {
                    for observer in observers() { try observer.record(.reused(id, of: user), in: db) }
                }
                return ended
            }
            await announceEnd(ended, because: reason)
            return !ended.isEmpty
        } catch {
            throw SessionsError(error)
        }
    }

    /// A session, and what the same device began and never used: it is listed as one.
    private static func device(_ id: SessionID, of user: UserID) -> SQL {
        """
        user_id = \(user) AND (id = \(id) OR is_in_use = \(false) AND key_thumbprint = (
            SELECT s.key_thumbprint FROM sessions s WHERE s.id = \(id) AND s.user_id = \(user)))
        """
    }

    /// Ends another session of whoever asks, if theirs stands still: one that was ended while it waited
    /// to write ends no other.
    ///
    /// - Returns: Whether there was one.
    func endSession(_ id: SessionID, for asking: AuthenticatedSession) async throws -> Bool {
        let ended = try await database.write { db in
            try asking.standing.check(in: db)
            return try end(where: Self.device(id, of: asking.userID), because: .terminated, in: db)
        }
        await announceEnd(ended, because: .terminated)
        return !ended.isEmpty
    }

    /// Ends all other sessions of whoever asks, if theirs stands still.
    func endOtherSessions(for asking: AuthenticatedSession) async throws {
        let ended = try await database.write { db in
            try asking.standing.check(in: db)
            return try clear(asking.userID, except: asking.sessionID, because: .terminated, in: db)
        }
        await announceEnd(ended, because: .terminated)
    }

    func endSessions(
        of user: UserID, except kept: SessionID?, because reason: SessionEndReason
    ) async throws(SessionsError) -> [SessionID] {
        do {
            let ended = try await database.write { db in
                try clear(user, except: kept, because: reason, in: db)
            }
            await announceEnd(ended, because: reason)
            return ended[user] ?? []
        } catch {
            throw SessionsError(error)
        }
    }

    /// Ends all sessions of a person but perhaps one, and lets observers end what waits.
    func clear(
        _ user: UserID, except kept: SessionID?, because reason: SessionEndReason, in db: any SQLWriting
    ) throws -> [UserID: [SessionID]] {
        for observer in observers() { try observer.record(.cleared(user), in: db) }
        return try end(where: "user_id = \(user)" + Self.others(than: kept), because: reason, in: db)
    }

    static func others(than kept: SessionID?) -> SQL {
        if let kept { " AND id <> \(kept)" } else { "" }
    }

    /// What is stored of a token; nil for one that was never granted.
    ///
    /// Anybody may ask, so it is only read here: tokens that somebody makes up
    /// must not keep others from writing.
    func knownHash(of refreshToken: Secret) async throws(SessionsError) -> Data? {
        guard (1...512).contains(refreshToken.count) else { return nil }
        do {
            let hash = try hashing.sha256(refreshToken)
            let isKnown = try await database.read { db in
                try db.exists("SELECT 1 FROM refresh_tokens WHERE hash = \(hash)")
                    || ClosedTokens.contain(hash, in: db)
            }
            return isKnown ? hash : nil
        } catch {
            throw SessionsError(error)
        }
    }

    private func end(
        where condition: SQL, because reason: SessionEndReason
    ) async throws(SessionsError) -> [UserID: [SessionID]] {
        do {
            let ended = try await database.write { db in try end(where: condition, because: reason, in: db) }
            await announceEnd(ended, because: reason)
            return ended
        } catch {
            throw SessionsError(error)
        }
    }
}

extension SessionDirectory: SessionReauthenticating {
    func record(
        _ authentication: Authentication, in session: SessionID, _ transaction: any SQLWriting
    ) throws {
        try SessionRow.record(authentication, in: session, transaction)
        try transaction.announceChange(of: [session])
    }
}

extension SessionDirectory: SessionSubjectUpdating {
    func recordVerification(of user: UserID, in transaction: any SQLWriting) throws {
        try transaction.announceChange(of: try SessionRow.markVerified(user, in: transaction))
        try events.record(.emailVerified, of: user, in: transaction)
    }

    func recordPasswordChange(
        of user: UserID, except kept: SessionID?, in transaction: any SQLWriting
    ) throws -> [SessionID] {
        try events.record(.passwordChanged, of: user, in: transaction)
        return try clear(user, except: kept, because: .passwordChanged, in: transaction)[user] ?? []
    }

    func announcePasswordChange(of user: UserID, ending sessions: [SessionID]) async {
        guard !sessions.isEmpty else { return }
        await announceEnd([user: sessions], because: .passwordChanged)
    }
}
