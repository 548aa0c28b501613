package import SQLStoreAPI

/// The tables of proofs.
package enum ProofMigrations {
    /// All of them, in order.
    package static let all = [memory, ahead]

    /// `is_complete` says whether `used_proofs` holds all that the last run of
    /// the server remembered; before the first run it does.
    private static let memory = Migration(
        "proof-of-possession-0001",
        """
        CREATE TABLE used_proofs (
            mark BLOB PRIMARY KEY,
            ends_at BIGINT NOT NULL
        );
        CREATE TABLE proof_memory (
            is_complete INTEGER NOT NULL
        );
        INSERT INTO proof_memory (is_complete) VALUES (1);
        """)

    /// The latest second, ahead of the server's clock, for which each key used a
    /// proof: a row for each key and no more, however many proofs there are.
    private static let ahead = Migration(
        "proof-of-possession-0002",
        """
        CREATE TABLE proofs_ahead (
            key_thumbprint TEXT PRIMARY KEY,
            issued_at BIGINT NOT NULL
        );
        """)
}
