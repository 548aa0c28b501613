import CoreModels
import FoundationEssentials
import HTTPServingAPI
import SQLStoreAPI
import SessionsServiceAPI

/// Compares a login with those before it.
struct AccessHistory: Sendable {
    /// How many sessions before are looked at.
    private static let depth = 50

    let database: any SQLDatabase
    let places: Places

    /// Why a session that is about to begin isn't like the person.
    func suspicion(
        of client: SessionClient, by way: WayIn, for user: UserID, at now: Date
    ) async throws -> [SuspicionReason] {
        let earlier = try await database.read { db in try accesses(of: user, in: db) }
        let access = Access(
            device: client.device, userAgent: client.userAgent, address: client.address,
            place: places.place(of: client.address), keyThumbprint: client.keyThumbprint, startedAt: now,
            isByTypedCode: way == .device)
        return SuspicionScorer(earlier: earlier).reasons(for: access)
    }

    private func accesses(of user: UserID, in db: any SQLReading) throws -> [Access] {
        try db.rows(
            """
            SELECT device, user_agent, address, started_at, last_seen_at, suspicion, key_thumbprint FROM sessions
            WHERE user_id = \(user) ORDER BY last_seen_at DESC LIMIT \(Self.depth)
            """
        ) { row in
            let address = try row[2, as: String?.self].flatMap { IPAddress($0) }
            return Access(
                device: try row[0], userAgent: try row[1], address: address, place: places.place(of: address),
                keyThumbprint: try row[6], startedAt: try row[3], lastSeenAt: try row[4],
                isTrusted: try row[5, as: String?.self] == nil)
        }
    }
}
