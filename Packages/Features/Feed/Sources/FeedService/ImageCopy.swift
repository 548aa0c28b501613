import CoreModels
import FeedContract
import SQLStoreAPI

/// One of the files in which a picture is kept.
struct ImageCopy: Sendable {
    let format: ImageFormat
    /// SHA-256 of the file, in hexadecimal; also the file's name.
    let digest: String
}

extension ImageCatalog {
    /// The smallest copy of a picture that is wide enough, or the picture itself
    /// if none is; nil if there is no such picture any more.
    func copy(of image: ImageID, atLeast width: Int) async throws -> ImageCopy? {
        try await database.read { reader in
            try reader.first(
                """
                SELECT media_type, digest, width AS rank FROM image_sizes
                WHERE image_id = \(image) AND width >= \(width)
                UNION ALL SELECT media_type, digest, \(Int.max) FROM images WHERE id = \(image)
                ORDER BY rank LIMIT 1
                """
            ) { row in
                guard let format = ImageFormat(rawValue: try row["media_type"]) else {
                    throw SQLError(.typeMismatch, "a picture or one of its sizes has an unknown media type")
                }
                return ImageCopy(format: format, digest: try row["digest"])
            }
        }
    }
}
