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
    /// The smallest copy of a picture that is wide enough; the picture itself if
    /// none is, or if nothing is asked.
    func copy(of image: ImageRecord, atLeast width: Int?) async throws -> ImageCopy {
        let whole = ImageCopy(format: image.format, digest: image.digest)
        guard let width else { return whole }
        return try await database.read { reader in
            try reader.first(
                """
                SELECT media_type, digest FROM image_sizes WHERE image_id = \(image.id) AND width >= \(width)
                ORDER BY width LIMIT 1
                """
            ) { row in
                guard let format = ImageFormat(rawValue: try row["media_type"]) else {
                    throw SQLError(.typeMismatch, "the table image_sizes holds an unknown media type")
                }
                return ImageCopy(format: format, digest: try row["digest"])
            }
        } ?? whole
    }
}
