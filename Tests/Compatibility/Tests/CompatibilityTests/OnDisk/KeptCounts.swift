import SQLStoreAPI

/// How many rows each table of a server's data has in which something lies that somebody would miss.
enum KeptCounts {
    private static let statements: [String: SQL] = [
        "accounts": "SELECT count(*) FROM accounts",
        "account_letters": "SELECT count(*) FROM account_letters",
        "address_changes": "SELECT count(*) FROM address_changes",
        "authenticators": "SELECT count(*) FROM authenticators",
        "browser_drafts": "SELECT count(*) FROM browser_drafts",
        "browsers": "SELECT count(*) FROM browsers",
        "comments": "SELECT count(*) FROM comments",
        "device_logins": "SELECT count(*) FROM device_logins",
        "former_passwords": "SELECT count(*) FROM former_passwords",
        "images": "SELECT count(*) FROM images",
        "mailed_proofs": "SELECT count(*) FROM mailed_proofs",
        // The decoy is always there.
        "passkeys": "SELECT count(*) FROM passkeys",
        "provider_links": "SELECT count(*) FROM provider_links",
        "recovery_codes": "SELECT count(*) FROM recovery_codes",
        "security_events": "SELECT count(*) FROM security_events",
        "sessions": "SELECT count(*) FROM sessions WHERE ended_at IS NULL",
        "signing_keys": "SELECT count(*) FROM signing_keys",
    ]

    static func read(_ db: any SQLReading) throws -> [String: JSON] {
        try statements.mapValues { .number(Double(try db.value($0, as: Int.self) ?? 0)) }
    }
}
