import AccountsServiceAPI
import CoreModels
import FeedServiceAPI
import SQLStoreAPI
import SessionsServiceAPI

/// Takes pictures out of the feed for good: the rows first, then the files, so
/// that every row has its files, also after a kill.
struct ImageDeletion: Sendable {
    let database: any SQLDatabase
    let files: UnnamedFiles
    let observers: @Sendable () -> [any ImageDeletionObserving]

    /// Deletes a picture, if it is the person's own.
    ///
    /// - Returns: false if it isn't, or if there is none.
    func delete(_ id: ImageID, in session: AuthenticatedSession) async throws -> Bool {
        let digests = try await database.write { writer -> [String] in
            try session.standing.check(in: writer)
            guard try writer.exists("SELECT 1 FROM images WHERE id = \(id) AND author_id = \(session.userID)") else {
                return []
            }
            return try delete(id, in: writer)
        }
        guard !digests.isEmpty else { return false }
        await files.release(digests)
        return true
    }

    /// Deletes the rows of a picture.
    ///
    /// - Returns: What names its files.
    private func delete(_ id: ImageID, in writer: any SQLWriting) throws -> [String] {
        let digests = try writer.values(
            """
            SELECT digest FROM images WHERE id = \(id)
            UNION ALL SELECT digest FROM image_sizes WHERE image_id = \(id)
            """, as: String.self)
        // Who scrolled to the picture goes on from its place.
        try writer.run(
            """
            INSERT INTO deleted_images (id, position, visibility)
            SELECT id, position, visibility FROM images WHERE id = \(id)
            ON CONFLICT (id) DO UPDATE SET position = excluded.position, visibility = excluded.visibility
            """)
        try writer.run("DELETE FROM image_sizes WHERE image_id = \(id)")
        try writer.run("DELETE FROM images WHERE id = \(id)")
        for observer in observers() { try observer.recordDeletion(of: id, in: writer) }
        return digests
    }
}

extension ImageDeletion: AccountObserving {
    /// A person's pictures go with the account.
    ///
    /// Files that a kill leaves go at the next start.
    func record(_ event: AccountEvent, in transaction: any SQLWriting) throws {
        guard case .deleted(let user) = event else { return }
        // What an administrator hid stays so, and doesn't say by whom any more.
        try transaction.run("UPDATE images SET hidden_by = NULL WHERE hidden_by = \(user.id)")
        let images = try transaction.values(
            "SELECT id FROM images WHERE author_id = \(user.id)", as: ImageID.self)
        let digests = try images.flatMap { try delete($0, in: transaction) }
        guard !digests.isEmpty else { return }
        try transaction.afterCommit { [files] in
            Task { await files.release(digests) }
        }
    }
}
