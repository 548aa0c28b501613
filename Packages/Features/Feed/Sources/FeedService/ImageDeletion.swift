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
        let observers = observers(), author = session.userID
        let digests = try await database.write { writer -> [String] in
            try session.standing.check(in: writer)
            let whole = try writer.rows(
                "SELECT digest FROM images WHERE id = \(id) AND author_id = \(author)", Self.digest)
            guard !whole.isEmpty else { return [] }
            let smaller = try writer.rows("SELECT digest FROM image_sizes WHERE image_id = \(id)", Self.digest)
            // Who scrolled to the picture goes on from its place.
            try writer.run(
                """
                INSERT INTO deleted_images (id, position, visibility)
                SELECT id, position, visibility FROM images WHERE id = \(id)
                ON CONFLICT (id) DO UPDATE SET position = excluded.position, visibility = excluded.visibility
                """)
            try writer.run("DELETE FROM image_sizes WHERE image_id = \(id)")
            try writer.run("DELETE FROM images WHERE id = \(id)")
            for observer in observers { try observer.recordDeletion(of: id, in: writer) }
            return whole + smaller
        }
        guard !digests.isEmpty else { return false }
        await files.release(digests)
        return true
    }

    private static func digest(_ row: any SQLRow) throws -> String { try row["digest"] }
}
