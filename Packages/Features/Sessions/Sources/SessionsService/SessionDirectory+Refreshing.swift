import CoreModels
import FoundationEssentials
import ProofOfPossessionServiceAPI
import SQLStoreAPI
import SessionsServiceAPI

extension SessionDirectory: SessionRefreshing {
    /// What the transaction did about a presented token.
    private enum Step: Sendable {
        case rotated(SessionRow, Secret)
        case repeated(SessionRow, Secret)
        /// Nothing; the session is nil where none is known.
        case refused(SessionRow?, RefreshRefusal)
        case unproven(hasOtherKey: Bool)
        case ended(SessionRow, [UserID: [SessionID]], SessionEndReason)
    }

    func refresh(_ refreshToken: Secret, on client: SessionClient) async throws(SessionsError) -> RefreshOutcome {
        guard let hash = try await knownHash(of: refreshToken) else { return .refused(.unknown) }
        do {
            try await useProof(of: client, for: hash)
            let now = now()
            let successor = try makeRefreshToken()
            let step = try await database.write { db in
                let step = try present(refreshToken, hash: hash, successor: successor, on: client, at: now, in: db)
                try tellOfRefusal(step, in: db)
                return step
            }
            switch step {
            case .rotated(let session, let token):
                if !session.isInUse { await takePlace(of: session.id) }
                return .rotated(try await grant(session, token, at: now))
            case .repeated(let session, let token): return .repeated(try await grant(session, token, at: now))
            case .refused(let session, let refusal): return Self.outcome(refusal, of: session)
            case .unproven(let hasOtherKey): return .unproven(hasOtherKey: hasOtherKey)
            case .ended(let session, let ended, let reason):
                await announceEnd(ended, because: reason)
                return Self.outcome(reason == .reuse ? .reused : .expired, of: session)
            }
        } catch {
            throw SessionsError(error)
        }
    }

    /// Who comes this far with a session that is bound has proved its key.
    private static func outcome(_ refusal: RefreshRefusal, of session: SessionRow?) -> RefreshOutcome {
        session?.keyThumbprint == nil ? .refused(refusal) : .refusedToItsDevice(refusal)
    }

    /// Uses the client's proof up if it is of the key of a session that runs:
    /// others change nothing, and aren't worth remembering.
    private func useProof(of client: SessionClient, for hash: Data) async throws {
        guard let proof = client.proof else { return }
        let key = try await database.read { db in
            try db.value(
                """
                SELECT s.key_thumbprint FROM refresh_tokens t JOIN sessions s ON s.id = t.session_id
                WHERE t.hash = \(hash) AND s.ended_at IS NULL
                """, as: String?.self)
        }
        if key == proof.keyThumbprint { try await proof.use() }
    }

    /// Lets observers take part where somebody comes with a token that was granted and is worth
    /// nothing.
    private func tellOfRefusal(_ step: Step, in db: any SQLWriting) throws {
        let event: SessionEvent
        switch step {
        case .refused(let session?, let refusal):
            event = .refreshRefused(session.id, of: session.userID, because: refusal)
        case .ended(let session, _, .reuse): event = .reused(session.id, of: session.userID)
        case .ended(let session, _, _):
            event = .refreshRefused(session.id, of: session.userID, because: .expired)
        case .refused, .rotated, .repeated, .unproven: return
        }
        for observer in observers() { try observer.record(event, in: db) }
    }

    private func grant(_ session: SessionRow, _ token: Secret, at now: Date) async throws(SessionsError) -> TokenGrant {
        try await access.grant(
            LiveSession(session), id: session.id, refreshToken: token, at: now,
            notAfter: lastMoment(of: session.startedAt))
    }

    private func present(
        _ token: Secret, hash: Data, successor: (token: Secret, hash: Data), on client: SessionClient, at now: Date,
        in db: any SQLWriting
    ) throws -> Step {
        guard let (session, row) = try SessionRow.find(tokenHash: hash, in: db) else {
            return .refused(nil, try ClosedTokens.contain(hash, in: db) ? .closed : .unknown)
        }
        // Before anything else: without the key a stolen token must not even
        // end the session.
        if let key = session.keyThumbprint {
            guard client.keyThumbprint == key else { return .unproven(hasOtherKey: client.keyThumbprint != nil) }
        } else if requiresKey {
            return .refused(session, .unbound)
        }
        var family = session.family
        switch family.present(generation: row.generation, usedAt: row.usedAt, at: now, under: policy) {
        case .rotate:
            let sealed = try sealing.seal(successor.token, for: token, of: session.id)
            try RefreshTokenRow.markUsed(hash: hash, successor: sealed, at: now, in: db)
            try RefreshTokenRow.insert(hash: successor.hash, of: session.id, generation: family.latest, in: db)
            try SessionRow.advance(session.id, to: family.latest, on: client, at: now, in: db)
            try RefreshTokenRow.forgetSuccessors(
                of: session.id, before: row.generation,
                usedUntil: now.addingTimeInterval(-Double(policy.grace.components.seconds)), in: db)
            return .rotated(session, successor.token)
        case .repeatSuccessor:
            // Superseded by tokens that were granted for something else.
            guard let sealed = row.sealedSuccessor else { return .refused(session, .unknown) }
            if family.isParentOfLatest(row.generation) { try RefreshTokenRow.renewGrace(hash: hash, at: now, in: db) }
            try SessionRow.advance(session.id, to: family.latest, on: client, at: now, in: db)
            return .repeated(session, try sealing.open(sealed, with: token, of: session.id))
        case .refuse(let refusal):
            return .refused(session, session.knownRefusal ?? refusal)
        case .end(.reuse):
            // Who copied one token of the person may have copied others.
            return .ended(session, try end(where: "user_id = \(session.userID)", because: .reuse, in: db), .reuse)
        case .end(let reason):
            return .ended(session, try end(where: "id = \(session.id)", because: reason, in: db), reason)
        }
    }
}

extension SessionRow {
    /// Why it is over, where that is kept apart.
    fileprivate var knownRefusal: RefreshRefusal? {
        switch endReason.flatMap(SessionEndReason.init) {
        case .reuse where keyThumbprint != nil: .endedByReuse
        case .suspended: .suspended
        case .endedByOperator: .endedByOperator
        case .accountClosed: .closed
        default: nil
        }
    }
}
