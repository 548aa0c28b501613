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
        let earlier = try await database.read { db in try Self.accesses(of: user, in: db) }
        var located: [Access] = []
        for access in earlier { located.append(await locate(access)) }
        let access = await locate(
            Access(
                device: client.device, userAgent: client.userAgent, address: client.address, startedAt: now,
                isByTypedCode: way == .device))
        return SuspicionScorer(earlier: located).reasons(for: access)
    }

    private func locate(_ access: Access) async -> Access {
        guard let address = access.address, let place = await places.place(of: address) else { return access }
        return Access(
            device: access.device, userAgent: access.userAgent, address: address, place: place,
            startedAt: access.startedAt, lastSeenAt: access.lastSeenAt, isTrusted: access.isTrusted,
            isByTypedCode: access.isByTypedCode)
    }

    private static func accesses(of user: UserID, in db: any SQLReading) throws -> [Access] {
        try db.rows(
            """
            SELECT device, user_agent, address, started_at, last_seen_at, suspicion FROM sessions
            WHERE user_id = \(user) ORDER BY last_seen_at DESC LIMIT \(depth)
            """
        ) { row in
            Access(
                device: try row[0], userAgent: try row[1],
                address: try row[2, as: String?.self].flatMap { IPAddress($0) }, startedAt: try row[3],
                lastSeenAt: try row[4], isTrusted: try row[5, as: String?.self] == nil)
        }
    }
}

/// Where networks are, as far as any plugin knows.
struct Places: Sendable {
    let locators: @Sendable () -> [any PlaceLocating]

    func place(of address: IPAddress) async -> Place? {
        for locator in locators() {
            if let place = await locator.place(of: address) { return place }
        }
        return nil
    }
}
