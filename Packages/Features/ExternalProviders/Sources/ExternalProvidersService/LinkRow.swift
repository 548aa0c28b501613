import CoreModels
import ExternalProvidersContract
import FoundationEssentials
import SQLStoreAPI

/// A way into an account through a provider.
struct LinkRow: Sendable {
    let id: LinkID
    let userID: UserID
    let issuer: String
    let provider: String
    let email: String?
    let linkedAt: Date

    private static let columns: SQL = "id, user_id, issuer, provider, email, linked_at"

    private static func read(_ row: any SQLRow) throws -> LinkRow {
        LinkRow(
            id: try row[0], userID: try row[1], issuer: try row[2], provider: try row[3], email: try row[4],
            linkedAt: try row[5])
    }

    static func find(_ identity: ExternalIdentity, in db: any SQLReading) throws -> LinkRow? {
        try find(issuer: identity.issuer, subject: identity.subject, in: db)
    }

    static func find(issuer: String, subject: String, in db: any SQLReading) throws -> LinkRow? {
        try db.first(
            "SELECT \(columns) FROM provider_links WHERE issuer = \(issuer) AND subject = \(subject)", read)
    }

    static func all(of user: UserID, in db: any SQLReading) throws -> [LinkRow] {
        try db.rows("SELECT \(columns) FROM provider_links WHERE user_id = \(user) ORDER BY linked_at, id", read)
    }

    static func insert(
        _ id: LinkID, of user: UserID, _ identity: ExternalIdentity, at provider: String, now: Date,
        in db: any SQLWriting
    ) throws {
        try db.run(
            """
            INSERT INTO provider_links (id, user_id, issuer, subject, provider, email, linked_at)
            VALUES (\(id), \(user), \(identity.issuer), \(identity.subject), \(provider),
                \(identity.email?.description), \(now))
            """)
    }

    static func delete(_ id: LinkID, of user: UserID, in db: any SQLWriting) throws {
        try db.run("DELETE FROM provider_links WHERE id = \(id) AND user_id = \(user)")
    }

    /// Answers that were asked for before count no more.
    static func voidAnswers(from id: LinkID, at now: Date, in db: any SQLWriting) throws {
        try db.run("UPDATE provider_links SET signed_out_at = \(now) WHERE id = \(id)")
    }

    /// Whether it is there, and an answer of that time counts.
    static func counts(_ id: LinkID, answeredAt time: Date, in db: any SQLReading) throws -> Bool {
        try db.exists(
            """
            SELECT 1 FROM provider_links
            WHERE id = \(id) AND (signed_out_at IS NULL OR signed_out_at < \(time))
            """)
    }
}
