import CoreModels
import FeedAPI
import FeedContract
import FeedServiceAPI
import FoundationEssentials
import SQLStoreAPI

/// Shows all pictures to administrators, and hides them.
struct PictureOffice: PictureModerating {
    let catalog: ImageCatalog
    let files: ImageFiles
    let missing: MissingSizes
    let now: @Sendable () -> Date

    func pictures(
        hidden isHidden: Bool, after place: PicturePlace?, limit: Int, in transaction: any SQLReading
    ) throws -> (pictures: [ModeratedPicture], hasMore: Bool) {
        var condition: SQL = isHidden ? "hidden_at IS NOT NULL" : "position IS NOT NULL"
        if let place {
            condition.append(
                isHidden
                    ? " AND (hidden_at, position) < (\(place.hidden), \(place.position))"
                    : " AND position < \(place.position)")
        }
        let order: SQL = isHidden ? "hidden_at DESC, position DESC" : "position DESC"
        let found = try Self.rows("\(condition) ORDER BY \(order) LIMIT \(limit + 1)", in: transaction)
        return (Array(found.prefix(limit)), found.count > limit)
    }

    func picture(_ id: ImageID, in transaction: any SQLReading) throws -> ModeratedPicture? {
        try Self.rows("id = \(id)", in: transaction).first
    }

    func hide(_ id: ImageID, by administrator: UserID, in transaction: any SQLWriting) throws -> Bool? {
        guard try transaction.exists("SELECT 1 FROM images WHERE id = \(id)") else { return nil }
        return try transaction.run(
            """
            UPDATE images SET hidden_at = \(now()), hidden_by = \(administrator)
            WHERE id = \(id) AND hidden_at IS NULL
            """
        ).rowsChanged == 1
    }

    func show(_ id: ImageID, in transaction: any SQLWriting) throws -> Bool? {
        guard try transaction.exists("SELECT 1 FROM images WHERE id = \(id)") else { return nil }
        return try transaction.run(
            "UPDATE images SET hidden_at = NULL, hidden_by = NULL WHERE id = \(id) AND hidden_at IS NOT NULL"
        ).rowsChanged == 1
    }

    func bytes(of id: ImageID, width: Int?) async throws -> PictureBytes? {
        guard let record = try await catalog.record(of: id) else { return nil }
        var copy = record.whole, isComplete = true
        if let width {
            isComplete = await missing.make(for: record)
            // Making them takes a while, in which the picture may be deleted.
            guard let smaller = try await catalog.copy(of: id, atLeast: width) else { return nil }
            copy = smaller
        }
        let path = files.path(of: copy.digest)
        guard await files.verification.holds(copy.digest, at: path) else { return nil }
        let bytes = await ImageFiles.onDisk { try? Data(contentsOf: URL(filePath: path), options: .mappedIfSafe) }
        return bytes.map {
            PictureBytes($0, type: copy.format.rawValue, version: copy.digest, isFinal: isComplete)
        }
    }

    private static func rows(_ condition: SQL, in db: any SQLReading) throws -> [ModeratedPicture] {
        try db.rows(
            """
            SELECT id, description, author_id, created_at, visibility, hidden_at, hidden_by, position
            FROM images WHERE \(condition)
            """
        ) { row in
            let hidden: Int? = try row[5], visibility: String = try row[4]
            return ModeratedPicture(
                id: try row[0], description: try row[1], author: try row[2], createdAt: try row[3],
                isForMembers: visibility != ImageVisibility.everyone.rawValue, hiddenAt: try row[5],
                hiddenBy: try row[6], place: PicturePlace(hidden: hidden ?? 0, position: try row[7]))
        }
    }
}
