package import SQLStoreAPI

/// The table of what clients found.
package enum DeviceFindingsMigrations {
    /// All of them, in order; what is released is never changed.
    package static let all = [
        // Each finding of a session once, for as long as the session lasts: what is told again is no event any more.
        Migration(
            "device-findings-0001",
            """
            CREATE TABLE device_findings (
                session_id TEXT NOT NULL,
                kind TEXT NOT NULL,
                user_id TEXT NOT NULL,
                told_at BIGINT NOT NULL,
                PRIMARY KEY (session_id, kind)
            );
            CREATE INDEX device_findings_user ON device_findings (user_id);
            """)
    ]
}
