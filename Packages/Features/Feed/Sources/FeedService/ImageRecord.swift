import CoreModels
import FeedContract
import FeedServiceAPI
import SQLStoreAPI

/// A picture as the database knows it.
struct ImageRecord: Sendable {
    let id: ImageID
    let description: String?
    let location: String?
    let audience: ImageAudience
    let format: ImageFormat
    /// SHA-256 of the file, in hexadecimal; also the file's name.
    let digest: String
    /// In pixels; nil if nobody has looked.
    let width: Int?

    var isHidden: Bool {
        if case .author = audience { true } else { false }
    }

    static let columns: SQL = "id, author_id, description, location, visibility, media_type, digest, hidden_at, width"

    init(row: any SQLRow) throws {
        id = try row["id"]
        description = try row["description"]
        location = try row["location"]
        guard let visibility = ImageVisibility(rawValue: try row["visibility"]),
            let format = ImageFormat(rawValue: try row["media_type"])
        else { throw SQLError(.typeMismatch, "the table images holds an unknown visibility or media type") }
        let isHidden = try row["hidden_at"] as Int64? != nil
        audience =
            switch visibility {
            case _ where isHidden: .author(try row["author_id"])
            case .everyone: .everyone
            case .members: .members
            }
        self.format = format
        digest = try row["digest"]
        width = try row["width"]
    }
}
