import CNeighbours
import CoreModels
import FoundationEssentials
import SQLStoreAPI

/// A picture as the neighbour in C has it.
struct Picture: Sendable {
    static let table = Migration(
        "pictures-0001",
        """
        CREATE TABLE pictures (id TEXT PRIMARY KEY, description TEXT, location TEXT, image TEXT NOT NULL,
            created_at BIGINT NOT NULL);
        """)

    static let columns: SQL = "id, description, location, image, created_at"

    let id: ImageID
    let description: String?
    let location: String?
    let image: String
    let createdAt: Date

    init(number: Int) {
        id = Self.id(number: number)
        description = "Picture \(number) of a lake in the morning"
        location = "Bled, Slovenia \(number)"
        image = "https://example.com/image/\(number)-86e7e3e4b8b6e0fa"
        createdAt = Date(timeIntervalSince1970: 1_700_000_000 + Double(number) / 1_000)
    }

    /// The key that the C program gives the picture: another order of keys would
    /// make another tree, and other work for SQLite.
    private static func id(number: Int) -> ImageID {
        let a = UInt64(number + 1) &* 0x9E37_79B9_7F4A_7C15
        let b = (a ^ a >> 29) &* 0xBF58_476D_1CE4_E5B9
        let high = a & ~0xFFFF | 0x4000 | a & 0xFFF
        let low = (0x8000 | b >> 52) << 48 | b & 0xFFFF_FFFF_FFFF
        return ImageID(UUID(uuid: unsafe unsafeBitCast((high.bigEndian, low.bigEndian), to: uuid_t.self)))
    }

    private init(id: ImageID, description: String?, location: String?, image: String, createdAt: Date) {
        self.id = id
        self.description = description
        self.location = location
        self.image = image
        self.createdAt = createdAt
    }

    static func read(_ row: any SQLRow) throws -> Picture {
        Picture(
            id: try row[0], description: try row[1], location: try row[2], image: try row[3], createdAt: try row[4])
    }

    func insert(in db: any SQLWriting) throws {
        try db.run(
            """
            INSERT INTO pictures (id, description, location, image, created_at)
            VALUES (\(id), \(description), \(location), \(image), \(createdAt))
            """)
    }

    func touch(_ date: Date, in db: any SQLWriting) throws {
        try db.run("UPDATE pictures SET created_at = \(date) WHERE id = \(id)")
    }

    static func find(_ id: ImageID, in db: any SQLReading) throws {
        let found = try db.first("SELECT \(columns) FROM pictures WHERE id = \(id)", read)
        guard found?.id == id else { throw NeighbourFailure(step: 1) }
    }
}

/// The database of the neighbour in C.
///
/// `@unchecked Sendable`: contestants take turns, so one uses it at a time.
@safe final class SQLNeighbour: @unchecked Sendable {
    private let handle: OpaquePointer

    init(path: String, count: Int) throws {
        guard let handle = unsafe neighbour_sql_open(path, count) else { throw NeighbourFailure(step: 1) }
        unsafe self.handle = handle
    }

    deinit { unsafe neighbour_sql_close(handle) }

    func check(_ step: (OpaquePointer) -> Int32) throws {
        let code = unsafe step(handle)
        if code != 0 { throw NeighbourFailure(step: code) }
    }
}
