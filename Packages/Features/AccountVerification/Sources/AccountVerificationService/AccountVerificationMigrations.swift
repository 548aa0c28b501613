package import SQLStoreAPI

/// The tables of confirming addresses.
package enum AccountVerificationMigrations {
    /// All of them, in order.
    package static let all = [flows, MailAllowance.migration]

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
}
