package import SQLStoreAPI

/// The tables of accounts.
package enum AccountsMigrations {
    /// All of them, in order.
    package static let all = [
        accounts, passwordReplacements, formerAddresses, suspensions, formerPasswords, deletions, foreignPasswords,
        orderedDeletions,
    ]

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

    /// Addresses beyond ASCII were compared in another way before; those of then
    /// go on finding their accounts (see ``FormerAddresses``).
    ///
    /// `GLOB` is SQLite's; an address has no control characters, so it is beyond
    /// ASCII where its bytes are more than its characters.
    private static let formerAddresses = Migration(
        "accounts-0003",
        """
        ALTER TABLE accounts ADD COLUMN former_canonical_email TEXT;
        UPDATE accounts SET former_canonical_email = canonical_email WHERE email GLOB '*[^ -~]*';
        CREATE UNIQUE INDEX accounts_former_canonical_email ON accounts (former_canonical_email);
        """,
        elsewhere: """
            ALTER TABLE accounts ADD COLUMN former_canonical_email TEXT;
            UPDATE accounts SET former_canonical_email = canonical_email
            WHERE OCTET_LENGTH(email) > CHAR_LENGTH(email);
            CREATE UNIQUE INDEX accounts_former_canonical_email ON accounts (former_canonical_email);
            """)

    /// Since when an account is suspended, and what its person is to be told of it.
    ///
    /// The indexes are those of lists, which go by when an account was made.
    private static let suspensions = Migration(
        "accounts-0004",
        """
        ALTER TABLE accounts ADD COLUMN suspended_at BIGINT;
        ALTER TABLE accounts ADD COLUMN suspension_reason TEXT;
        CREATE INDEX accounts_created ON accounts (created_at, id);
        CREATE INDEX accounts_suspended ON accounts (created_at, id) WHERE suspended_at IS NOT NULL;
        CREATE INDEX accounts_unverified ON accounts (created_at, id) WHERE verified_at IS NULL;
        CREATE TABLE account_letters (
            user_id TEXT NOT NULL,
            kind TEXT NOT NULL,
            reason TEXT,
            happened_at BIGINT NOT NULL,
            PRIMARY KEY (user_id, kind, happened_at)
        );
        """)

    /// Since when a person wants the account deleted, when it will be, and when a server
    /// first found that it is due.
    private static let deletions = Migration(
        "accounts-0006",
        """
        ALTER TABLE accounts ADD COLUMN deletion_asked_at BIGINT;
        ALTER TABLE accounts ADD COLUMN deletion_due_at BIGINT;
        ALTER TABLE accounts ADD COLUMN deletion_seen_at BIGINT;
        CREATE INDEX accounts_deletion_due ON accounts (deletion_due_at) WHERE deletion_due_at IS NOT NULL;
        CREATE INDEX accounts_closing ON accounts (created_at, id) WHERE deletion_due_at IS NOT NULL;
        CREATE INDEX account_letters_user ON account_letters (user_id);
        """)

    /// How another program made the hash of an account's password, whose person hasn't logged in here yet.
    private static let foreignPasswords = Migration(
        "accounts-0007",
        """
        ALTER TABLE accounts ADD COLUMN foreign_derivation TEXT;
        CREATE INDEX accounts_foreign_derivation ON accounts (foreign_derivation)
            WHERE foreign_derivation IS NOT NULL;
        """)

    /// Since when whoever runs the server wants an account deleted.
    private static let orderedDeletions = Migration(
        "accounts-0008", "ALTER TABLE accounts ADD COLUMN deletion_ordered_at BIGINT;")

    private static let formerPasswords = Migration(
        "accounts-0005",
        """
        CREATE TABLE former_passwords (
            user_id TEXT NOT NULL,
            password_hash TEXT NOT NULL,
            replaced_at BIGINT NOT NULL
        );
        CREATE INDEX former_passwords_user ON former_passwords (user_id, replaced_at);
        CREATE INDEX former_passwords_replaced_at ON former_passwords (replaced_at);
        """)
}
