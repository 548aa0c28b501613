package import SQLStoreAPI

/// The table of answers.
package enum IdempotencyMigrations {
    /// All of them, in order.
    package static let all = [
        Migration(
            "idempotency-0001",
            """
            CREATE TABLE idempotent_answers (
                key BLOB NOT NULL,
                request BLOB NOT NULL,
                client BLOB NOT NULL,
                answer BLOB NOT NULL,
                expires_at BIGINT NOT NULL,
                PRIMARY KEY (key, request)
            );
            CREATE INDEX idempotent_answers_client ON idempotent_answers (client, expires_at);
            CREATE INDEX idempotent_answers_expiry ON idempotent_answers (expires_at);
            """)
    ]
}
