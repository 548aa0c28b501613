import SQLStoreAPI

/// Removes the files of pictures that no row names: those of deleted pictures,
/// and those whose rows couldn't be made or were prevented by a kill.
///
/// A file goes after a transaction that found no row for it, and a row comes in
/// one that makes sure of its files (``ImageFiles/areThere(_:)``), both under one
/// lock: one of the two is first. So no row loses its file, and a publication
/// whose file went makes it anew.
struct UnnamedFiles: Sendable {
    /// The lock under which rows come to agree with files.
    static let lock = "feed.files"

    let database: any SQLDatabase
    let files: ImageFiles

    /// Does what keeps files and makes the rows that name them; the files that it
    /// leaves without a row are removed.
    func releasing<Value>(_ digests: [String], after body: () async throws -> Value) async throws -> Value {
        do {
            let value = try await body()
            await release(digests)
            return value
        } catch {
            await release(digests)
            throw error
        }
    }

    /// Removes those of some files that no row names, also for somebody who has
    /// hung up meanwhile.
    func release(_ digests: [String]) async {
        // What can't be removed now goes at the next start.
        await Task { try? await remove(among: digests) }.value
    }

    private func remove(among digests: [String]) async throws {
        let candidates = try await database.read { reader in try Self.unnamed(among: digests, reader) }
        guard !candidates.isEmpty else { return }
        try await database.write { [files] writer in
            try writer.lock(Self.lock)
            let unnamed = try Self.unnamed(among: candidates, writer)
            try writer.afterCommit { for digest in unnamed { files.remove(digest) } }
        }
    }

    /// Removes all that no row names, a folder at a time.
    func removeAll() async throws {
        for folder in try await files.folders() {
            try Task.checkCancellation()
            try await remove(among: try await files.digests(in: folder))
        }
    }

    static func unnamed(among digests: [String], _ reader: any SQLReading) throws -> [String] {
        try digests.filter { digest in
            try !reader.exists(
                """
                SELECT 1 FROM images WHERE digest = \(digest)
                UNION ALL SELECT 1 FROM image_sizes WHERE digest = \(digest)
                """)
        }
    }
}
