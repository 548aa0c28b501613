package import SQLStoreAPI

/// The tables of accounts.
package enum AccountsMigrations {
    /// All of them, in order.
    package static let all = [accounts, passwordReplacements]

    private static let accounts = Migration(
        "accounts-0001",
        """
        CREATE TABLE accounts (
            id TEXT PRIMARY KEY,
            name TEXT NOT NULL,
            email TEXT NOT NULL,
            canonical_email TEXT NOT NULL UNIQUE,
            verified_at BIGINT,
            password_hash TEXT,
            created_at BIGINT NOT NULL
        );
        """)

    private static let passwordReplacements = Migration(
        "accounts-0002", "ALTER TABLE accounts ADD COLUMN password_replacements INTEGER NOT NULL DEFAULT 0;")
}
