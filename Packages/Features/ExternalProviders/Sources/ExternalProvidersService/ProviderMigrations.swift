package import SQLStoreAPI

/// The tables of ways in through providers.
package enum ProviderMigrations {
    /// All of them, in order; what is released is never changed.
    package static let all = [
        Migration(
            "external-providers-0001",
            """
            CREATE TABLE provider_links (
                id TEXT PRIMARY KEY,
                user_id TEXT NOT NULL,
                issuer TEXT NOT NULL,
                subject TEXT NOT NULL,
                provider TEXT NOT NULL,
                email TEXT,
                linked_at BIGINT NOT NULL,
                UNIQUE (issuer, subject)
            );
            CREATE INDEX provider_links_user_id ON provider_links (user_id);
            CREATE TABLE provider_attempts (
                id BLOB PRIMARY KEY,
                provider TEXT NOT NULL,
                identity TEXT,
                expires_at BIGINT NOT NULL
            );
            CREATE INDEX provider_attempts_expires_at ON provider_attempts (expires_at);
            """),
        Migration(
            "external-providers-0002",
            """
            ALTER TABLE provider_links ADD COLUMN signed_out_at BIGINT;
            CREATE TABLE provider_notices (
                id BLOB PRIMARY KEY,
                expires_at BIGINT NOT NULL
            );
            CREATE INDEX provider_notices_expires_at ON provider_notices (expires_at);
            CREATE TABLE provider_deletions (
                code TEXT PRIMARY KEY,
                provider TEXT NOT NULL,
                deleted_at BIGINT NOT NULL
            );
            """),
        // Those that wait when it comes belong to nobody, and are over after minutes anyway.
        Migration("external-providers-0003", "ALTER TABLE provider_attempts ADD COLUMN user_id TEXT;"),
    ]
}
