import CoreModels
import FeedContract
import FeedServiceAPI
import SQLStoreAPI

/// What answering with the bytes of a picture takes.
struct ImageRecord: Sendable {
    let audience: ImageAudience
    let whole: ImageCopy
    /// In pixels; nil if nobody has looked.
    let width: Int?

    static let columns: SQL = "author_id, visibility, media_type, digest, hidden_at, width"

    static func read(_ row: any SQLRow) throws -> ImageRecord {
        guard let visibility = ImageVisibility(rawValue: try row["visibility"]),
            let format = ImageFormat(rawValue: try row["media_type"])
        else { throw SQLError(.typeMismatch, "the table images holds an unknown visibility or media type") }
        let isHidden = try row["hidden_at"] as Int64? != nil
        let audience: ImageAudience =
            switch visibility {
            case _ where isHidden: .author(try row["author_id"])
            case .everyone: .everyone
            case .members: .members
            }
        return ImageRecord(
            audience: audience, whole: ImageCopy(format: format, digest: try row["digest"]), width: try row["width"])
    }
}
