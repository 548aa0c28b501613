package import SQLStoreAPI

/// The tables of proofs.
package enum ProofMigrations {
    /// All of them, in order.
    package static let all = [memory]

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
}
