import CoreModels
import FoundationEssentials
import SQLStoreAPI
import SessionsServiceAPI

extension SessionDirectory: SessionRefreshing {
    /// What the transaction did about a presented token.
    private enum Step: Sendable {
        case rotated(SessionRow, Secret)
        case repeated(SessionRow, Secret)
        case refused(RefreshRefusal)
        case unproven(hasOtherKey: Bool)
        case ended([UserID: [SessionID]], SessionEndReason)
    }

    func refresh(_ refreshToken: Secret, on client: SessionClient) async throws(SessionsError) -> RefreshOutcome {
        guard let hash = try await knownHash(of: refreshToken) else { return .refused(.unknown) }
        do {
            let now = now()
            let successor = try makeRefreshToken()
            let step = try await database.write { db in
                try present(refreshToken, hash: hash, successor: successor, on: client, at: now, in: db)
            }
            switch step {
            case .rotated(let session, let token): return .rotated(try await grant(session, token, at: now))
            case .repeated(let session, let token): return .repeated(try await grant(session, token, at: now))
            case .refused(let refusal): return .refused(refusal)
            case .unproven(let hasOtherKey): return .unproven(hasOtherKey: hasOtherKey)
            case .ended(let ended, let reason):
                await announceEnd(ended, because: reason)
                return .refused(reason == .reuse ? .reused : .expired)
            }
        } catch {
            throw SessionsError(error)
        }
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
        guard let (session, row) = try SessionRow.find(tokenHash: hash, in: db) else { return .refused(.unknown) }
        // Before anything else: without the key a stolen token must not even
        // end the session.
        if let key = session.keyThumbprint {
            guard client.keyThumbprint == key else { return .unproven(hasOtherKey: client.keyThumbprint != nil) }
        } else if requiresKey {
            return .refused(.unbound)
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
            guard let sealed = row.sealedSuccessor else { return .refused(.unknown) }
            if family.isParentOfLatest(row.generation) { try RefreshTokenRow.renewGrace(hash: hash, at: now, in: db) }
            try SessionRow.advance(session.id, to: family.latest, on: client, at: now, in: db)
            return .repeated(session, try sealing.open(sealed, with: token, of: session.id))
        case .refuse(let refusal):
            return .refused(refusal)
        case .end(let reason):
            return .ended(try end(where: "id = \(session.id)", because: reason, in: db), reason)
        }
    }
}
