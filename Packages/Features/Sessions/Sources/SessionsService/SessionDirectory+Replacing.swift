import CoreModels
import CryptographyAPI
import FoundationEssentials
import SQLStoreAPI
import SessionsServiceAPI

extension SessionDirectory: SessionTokenReplacing {
    func prepareTokens() throws(SessionsError) -> PreparedTokens {
        do {
            let (token, hash) = try makeRefreshToken()
            return PreparedTokens(token: token, hash: hash)
        } catch {
            throw SessionsError(error)
        }
    }

    func replaceTokens(
        of id: SessionID, holding refreshToken: Secret?, with tokens: PreparedTokens, on client: SessionClient,
        in transaction: any SQLWriting
    ) throws -> TokenReplacement? {
        let now = now()
        guard let session = try SessionRow.find(id, in: transaction), !session.isEnded,
            session.keyThumbprint == nil || session.keyThumbprint == client.keyThumbprint
        else { return nil }
        let token: Secret?
        if let refreshToken {
            token = try exchange(refreshToken, of: session, for: tokens, on: client, at: now, in: transaction)
        } else {
            token = try supersede(session, with: tokens, on: client, at: now, in: transaction)
        }
        guard let token else { return nil }
        // Access tokens tell their age in whole seconds: counting from the next
        // one leaves out those of this second.
        let since = Date(timeIntervalSince1970: now.timeIntervalSince1970.rounded(.down) + 1)
        try SessionRow.refuseAccess(before: since, of: id, in: transaction)
        try transaction.announceChange(of: [id])
        return TokenReplacement(
            id: id, userID: session.userID, startedAt: session.startedAt, isVerified: session.isVerified,
            authentication: session.authentication, keyThumbprint: session.keyThumbprint, refreshToken: token,
            since: since)
    }

    func grant(_ replacement: TokenReplacement) async throws(SessionsError) -> TokenGrant {
        let session = LiveSession(
            userID: replacement.userID, startedAt: replacement.startedAt, isVerified: replacement.isVerified,
            authentication: replacement.authentication, keyThumbprint: replacement.keyThumbprint,
            accessSince: replacement.since)
        return try await access.grant(
            session, id: replacement.id, refreshToken: replacement.refreshToken, at: now(),
            notAfter: lastMoment(of: replacement.startedAt))
    }

    /// Exchanges the client's refresh token as ``SessionRefreshing`` does, but
    /// ends nothing: an old one is no reason to refuse more than this request.
    private func exchange(
        _ presented: Secret, of session: SessionRow, for tokens: PreparedTokens, on client: SessionClient,
        at now: Date, in db: any SQLWriting
    ) throws -> Secret? {
        guard (1...512).contains(presented.count) else { return nil }
        let hash = try hashing.sha256(presented)
        guard let (owner, row) = try SessionRow.find(tokenHash: hash, in: db), owner.id == session.id else {
            return nil
        }
        var family = session.family
        switch family.present(generation: row.generation, usedAt: row.usedAt, at: now, under: policy) {
        case .rotate:
            let sealed = try sealing.seal(tokens.token, for: presented, of: session.id)
            try RefreshTokenRow.markUsed(hash: hash, successor: sealed, at: now, in: db)
            try RefreshTokenRow.insert(hash: tokens.hash, of: session.id, generation: family.latest, in: db)
            try SessionRow.advance(session.id, to: family.latest, on: client, at: now, in: db)
            return tokens.token
        case .repeatSuccessor:
            // The answer to an earlier exchange was lost: its token is new to
            // the client.
            guard let sealed = row.sealedSuccessor else { return nil }
            try SessionRow.advance(session.id, to: family.latest, on: client, at: now, in: db)
            return try sealing.open(sealed, with: presented, of: session.id)
        case .refuse, .end: return nil
        }
    }

    private func supersede(
        _ session: SessionRow, with tokens: PreparedTokens, on client: SessionClient, at now: Date,
        in db: any SQLWriting
    ) throws -> Secret? {
        let generation = session.generation + 1
        try RefreshTokenRow.supersede(allOf: session.id, at: now, in: db)
        try RefreshTokenRow.insert(hash: tokens.hash, of: session.id, generation: generation, in: db)
        try SessionRow.advance(session.id, to: generation, on: client, at: now, in: db)
        return tokens.token
    }
}
