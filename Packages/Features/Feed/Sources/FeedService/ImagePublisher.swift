import CoreModels
import CryptographyAPI
import FeedContract
import FeedServiceAPI
import FoundationEssentials
import SQLStoreAPI

/// Checks a picture by its content and keeps it: the file first, then the row,
/// so that every row has its file.
struct ImagePublisher: ImagePublishing {
    let database: any SQLDatabase
    let unnamed: UnnamedFiles
    let hashing: any Hashing
    let maximumBytes: Int
    let missing: MissingSizes

    /// What may be published: every client can show these.
    private static let accepted: [ImageFormat] = [.jpeg, .png]

    func publish(_ image: NewImage) async throws(ImagePublishingError) {
        guard image.content.count <= maximumBytes else { throw .tooLarge(limit: maximumBytes) }
        guard let format = ImageFormat(content: image.content), Self.accepted.contains(format) else {
            throw .notAnImage
        }
        do {
            let digest = try hashing.sha256(image.content).hexadecimal
            try await unnamed.releasing([digest]) {
                // What clears up at a start may come between.
                repeat {
                    try Task.checkCancellation()
                    try await unnamed.files.write(image.content, digest: digest)
                } while try await !insert(image, format, digest)
            }
            missing.lookSoon()
        } catch {
            throw .unavailable(reason: "\(error)")
        }
    }

    /// - Returns: false when the file was removed meanwhile (``UnnamedFiles``).
    private func insert(_ image: NewImage, _ format: ImageFormat, _ digest: String) async throws -> Bool {
        try await database.write { [files = unnamed.files] writer in
            try writer.lock(UnnamedFiles.lock)
            // Who publishes it at the same time may have been first, and removed the
            // file of another content under the same identifier.
            guard try !writer.exists("SELECT 1 FROM images WHERE id = \(image.id)") else { return true }
            guard files.areThere([digest]) else { return false }
            try writer.run(
                """
                INSERT INTO images
                    (position, id, author_id, description, location, visibility, media_type, digest, byte_count,
                    created_at)
                VALUES (\(try writer.nextNumber(of: .images)), \(image.id), \(image.author),
                    \(image.description), \(image.location), \(image.visibility.rawValue), \(format.rawValue),
                    \(digest), \(image.content.count), \(image.createdAt))
                ON CONFLICT (id) DO NOTHING
                """)
            return true
        }
    }
}
