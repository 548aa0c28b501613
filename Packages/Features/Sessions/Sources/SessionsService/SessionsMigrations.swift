package import SQLStoreAPI

/// The tables of sessions.
package enum SessionsMigrations {
    /// All of them, in order.
    package static let all = [
        sessions, events, keys, accessSince, inUse, seen, authentication, origin, provedHere,
        ClosedTokens.migration,
    ]

    private static let sessions = Migration(
        "sessions-0001",
        """
        CREATE TABLE sessions (
            id TEXT PRIMARY KEY,
            user_id TEXT NOT NULL,
            is_verified INTEGER NOT NULL,
            device TEXT,
            user_agent TEXT,
            address TEXT,
            started_at BIGINT NOT NULL,
            last_seen_at BIGINT NOT NULL,
            generation INTEGER NOT NULL,
            ended_at BIGINT,
            end_reason TEXT
        );
        CREATE INDEX sessions_user ON sessions (user_id, ended_at);
        CREATE INDEX sessions_ended ON sessions (ended_at, last_seen_at);
        CREATE TABLE refresh_tokens (
            hash BLOB PRIMARY KEY,
            session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
            generation INTEGER NOT NULL,
            used_at BIGINT,
            sealed_successor BLOB,
            UNIQUE (session_id, generation)
        );
        CREATE TABLE verified_users (
            user_id TEXT PRIMARY KEY
        );
        CREATE TABLE signing_keys (
            id TEXT PRIMARY KEY,
            sealed_private_key BLOB NOT NULL,
            created_at BIGINT NOT NULL
        );
        """)

    /// Events have numbers that only grow, so that a device can ask for what
    /// came after one, also when older ones are gone.
    private static let events = Migration(
        "sessions-0002",
        """
        ALTER TABLE sessions ADD COLUMN suspicion TEXT;
        CREATE TABLE security_events (
            id BIGINT PRIMARY KEY,
            user_id TEXT NOT NULL,
            kind TEXT NOT NULL,
            session_id TEXT,
            detail TEXT,
            happened_at BIGINT NOT NULL
        );
        CREATE INDEX security_events_user ON security_events (user_id, id);
        CREATE INDEX security_events_age ON security_events (happened_at);
        CREATE TABLE security_event_counter (
            name TEXT PRIMARY KEY,
            latest BIGINT NOT NULL
        );
        INSERT INTO security_event_counter (name, latest) VALUES ('security_events', 0);
        """)

    private static let keys = Migration(
        "sessions-0003", "ALTER TABLE sessions ADD COLUMN key_thumbprint TEXT;")

    /// A session that nobody used yet has not taken the place of the one before
    /// on its device; those from before this migration have none to replace.
    private static let inUse = Migration(
        "sessions-0005",
        """
        ALTER TABLE sessions ADD COLUMN is_in_use INTEGER NOT NULL DEFAULT 1;
        CREATE INDEX sessions_key ON sessions (key_thumbprint);
        """)

    /// How far each person has read.
    private static let seen = Migration(
        "sessions-0006",
        """
        CREATE TABLE security_events_seen (
            user_id TEXT PRIMARY KEY,
            latest BIGINT NOT NULL
        );
        """)

    private static let accessSince = Migration(
        "sessions-0004", "ALTER TABLE sessions ADD COLUMN access_since BIGINT;")

    /// How and when the person proved who they are; those from before have
    /// nothing there.
    private static let authentication = Migration(
        "sessions-0007",
        """
        ALTER TABLE sessions ADD COLUMN amr TEXT;
        ALTER TABLE sessions ADD COLUMN authenticated_at BIGINT;
        """)

    /// By whose word it began, and by which session there; nothing where it was the
    /// person's own.
    private static let origin = Migration(
        "sessions-0008",
        """
        ALTER TABLE sessions ADD COLUMN origin TEXT;
        ALTER TABLE sessions ADD COLUMN origin_session TEXT;
        CREATE INDEX sessions_origin ON sessions (origin) WHERE origin IS NOT NULL;
        CREATE INDEX sessions_origin_session ON sessions (origin_session) WHERE origin_session IS NOT NULL;
        """)

    /// Whether it was proved where the session is used; so it was in all of before, as far
    /// as anybody can tell.
    private static let provedHere = Migration(
        "sessions-0009", "ALTER TABLE sessions ADD COLUMN is_proved_here INTEGER NOT NULL DEFAULT 1;")
}
