package import SQLStoreAPI
import ServerKeysAPI

/// The table of devices that wait.
package enum DeviceLoginMigrations {
    /// All of them, in order; what is released is never changed.
    package static let all = [
        Migration(
            "device-login-0001",
            """
            CREATE TABLE device_logins (
                digest BLOB PRIMARY KEY,
                code_digest BLOB NOT NULL UNIQUE,
                key_thumbprint TEXT NOT NULL,
                device TEXT,
                address TEXT NOT NULL,
                begun_at BIGINT NOT NULL,
                ends_at BIGINT NOT NULL,
                pause INTEGER NOT NULL,
                asked_at BIGINT,
                is_refused INTEGER NOT NULL,
                user_id TEXT,
                session_id TEXT,
                begun_session_id TEXT
            );
            CREATE INDEX device_logins_ends_at ON device_logins (ends_at);
            """),
        // From which network each asks, to count them by.
        Migration(
            "device-login-0002",
            """
            ALTER TABLE device_logins ADD COLUMN network TEXT;
            CREATE INDEX device_logins_network ON device_logins (network);
            """),
    ]
}

extension ServerKeyPurpose {
    /// Makes the digests of user codes.
    static let userCodes = ServerKeyPurpose("device-login.user-codes.1")
}
