import SQLStoreAPI

/// Removes the files of pictures that no row names: those of deleted pictures,
/// and those that were adopted when a kill came before their row.
///
/// A file goes in a transaction, and a row comes in one that makes sure of its
/// files (``ImageFiles/areThere(_:)``): one of the two is first, also if they
/// are of two processes. So no row loses its file, and a publication whose
/// file went makes it anew.
struct UnnamedFiles: Sendable {
    let database: any SQLDatabase
    let files: ImageFiles

    /// Removes those of some files that no row names.
    func remove(among digests: [String]) async throws {
        let candidates = try await database.read { reader in try Self.unnamed(among: digests, reader) }
        guard !candidates.isEmpty else { return }
        try await database.write { writer in
            for digest in try Self.unnamed(among: candidates, writer) { files.remove(digest) }
        }
    }

    /// Removes all that no row names, a folder at a time.
    func removeAll() async throws {
        for folder in try await files.folders() {
            try Task.checkCancellation()
            try await remove(among: try await files.digests(in: folder))
        }
    }

    private static func unnamed(among digests: [String], _ reader: any SQLReading) throws -> [String] {
        try digests.filter { digest in
            try !reader.exists(
                """
                SELECT 1 FROM images WHERE digest = \(digest)
                UNION ALL SELECT 1 FROM image_sizes WHERE digest = \(digest)
                """)
        }
    }
}
