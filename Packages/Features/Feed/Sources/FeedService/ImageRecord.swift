import CoreModels
import FeedContract
import FeedServiceAPI
import SQLStoreAPI

/// A picture as the database knows it.
struct ImageRecord: Sendable {
    let id: ImageID
    let description: String?
    let location: String?
    let visibility: ImageVisibility
    let format: ImageFormat
    /// SHA-256 of the file, in hexadecimal; also the file's name.
    let digest: String

    static let columns: SQL = "id, description, location, visibility, media_type, digest"

    init(row: any SQLRow) throws {
        id = try row["id"]
        description = try row["description"]
        location = try row["location"]
        guard let visibility = ImageVisibility(rawValue: try row["visibility"]),
            let format = ImageFormat(rawValue: try row["media_type"])
        else { throw SQLError(.typeMismatch, "the table images holds an unknown visibility or media type") }
        self.visibility = visibility
        self.format = format
        digest = try row["digest"]
    }
}
