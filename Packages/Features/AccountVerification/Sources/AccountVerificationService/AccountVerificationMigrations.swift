package import SQLStoreAPI

/// The tables of confirming addresses, of which none is left: codes and links
/// are those of `MailedProofs`.
package enum AccountVerificationMigrations {
    /// All of them, in order.
    package static let all = [flows, mails, removal]

    private static let flows = Migration(
        "account-verification-0001",
        """
        CREATE TABLE verification_flows (
            user_id TEXT PRIMARY KEY,
            email TEXT NOT NULL,
            code_digest BLOB NOT NULL,
            created_at BIGINT NOT NULL,
            attempts INTEGER NOT NULL,
            used INTEGER NOT NULL
        );
        """)

    private static let mails = Migration(
        "account-verification-0002",
        """
        CREATE TABLE verification_mails (
            email TEXT NOT NULL,
            kind TEXT NOT NULL,
            sent_at BIGINT NOT NULL
        );
        CREATE INDEX verification_mails_email ON verification_mails (email, kind, sent_at);
        CREATE INDEX verification_mails_sent_at ON verification_mails (sent_at);
        """)

    /// Codes that are on their way still count.
    private static let removal = Migration(
        "account-verification-0003",
        """
        INSERT INTO mailed_proofs (kind, user_id, email, code_digest, created_at, attempts, used)
        SELECT 'account-verification', user_id, email, code_digest, created_at, attempts, used
        FROM verification_flows;
        DROP TABLE verification_flows;
        DROP TABLE verification_mails;
        """)
}
