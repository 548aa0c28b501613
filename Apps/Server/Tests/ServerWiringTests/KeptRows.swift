import SQLStoreAPI

/// What the tables say that lasts of people: not what is counted, sent or cleared away
/// meanwhile.
struct KeptRows: Equatable, Sendable {
    private static let queries: [SQL] = [
        """
        SELECT id || name || email || coalesce(verified_at, '') || coalesce(password_hash, '')
            || coalesce(deletion_due_at, '') FROM accounts ORDER BY id
        """,
        "SELECT id || coalesce(ended_at, '') || coalesce(suspicion, '') || is_verified FROM sessions ORDER BY id",
        "SELECT id || coalesce(amr, '') || coalesce(authenticated_at, '') FROM sessions ORDER BY id",
        "SELECT user_id || latest FROM security_events_seen ORDER BY user_id",
        "SELECT user_id || hex(sealed_secret) || coalesce(confirmed_at, '') FROM authenticators ORDER BY user_id",
        "SELECT hex(digest) || coalesce(used_at, '') FROM recovery_codes ORDER BY digest",
        "SELECT user_id || ends_at FROM factor_losses ORDER BY user_id",
        "SELECT id || name FROM passkeys ORDER BY id", "SELECT id FROM provider_links ORDER BY id",
        "SELECT kind || user_id || email || hex(code_digest) || used FROM mailed_proofs ORDER BY user_id, kind, email",
        "SELECT user_id FROM address_changes ORDER BY user_id", "SELECT id FROM images ORDER BY id",
        "SELECT id || message FROM comments ORDER BY id", "SELECT user_id FROM verified_users ORDER BY user_id",
        "SELECT hex(digest) FROM browser_login_codes ORDER BY digest",
        "SELECT hex(digest) || coalesce(user_id, '') || is_refused FROM device_logins ORDER BY digest",
    ]

    private let rows: [[String]]

    init(in database: any SQLDatabase) async throws {
        rows = try await database.read { db in try Self.queries.map { try db.values($0, as: String.self) } }
    }
}
