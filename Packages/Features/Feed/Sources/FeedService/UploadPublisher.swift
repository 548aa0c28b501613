import CoreModels
import CryptographyAPI
import FeedContract
import FeedServiceAPI
import FoundationEssentials
import HTTPServingAPI
import PicturesAPI
import RateLimitingAPI
import SQLStoreAPI
import SessionsServiceAPI

/// Makes pictures of uploads and keeps them: the files first, then the rows, so
/// that every row has its files, also after a kill.
struct UploadPublisher: Sendable {
    /// An upload that can be told from others.
    struct Upload: Sendable {
        let form: UploadForm
        let id: ImageID
        let author: UserID
        /// That of the session that publishes.
        let standing: SessionStanding
        let createdAt: Date
        /// A digest of the file and all that was said about it.
        let request: String
    }

    let database: any SQLDatabase
    let maker: PictureMaker
    /// Bounds what a person publishes; nil where there is no bound.
    let quota: (any RateLimiting)?

    /// Losing a file to a deletion once is rare already.
    private static let attempts = 3

    /// Refuses a picture of somebody who has published as much as one may,
    /// before it is received; one that was published already may come again.
    func requireRoom(for author: UserID, unlessPublished id: ImageID) async throws {
        guard let quota else { return }
        let admission = try await quota.foresee("\(author)")
        guard !admission.isAllowed, try await request(of: id) == nil else { return }
        throw HTTPProblem.tooManyPictures(of: quota.policy.maxAttempts, wait: admission.reset)
    }

    func identify(
        _ form: UploadForm, id: ImageID, in session: AuthenticatedSession, at createdAt: Date
    ) async throws -> Upload {
        let content = try await maker.digest(of: form.file.path)
        let texts = [content, form.description ?? "", form.location ?? "", form.visibility.rawValue]
        // No text holds this character.
        let request = try maker.hashing.sha256(Data(texts.joined(separator: "\u{0}").utf8)).hexadecimal
        return Upload(
            form: form, id: id, author: session.userID, standing: session.standing, createdAt: createdAt,
            request: request)
    }

    /// Publishes a picture; one that was published already stays as it is.
    ///
    /// - Returns: false when another upload has its identifier.
    func publish(_ upload: Upload) async throws -> Bool {
        for _ in 0..<Self.attempts {
            if let former = try await request(of: upload.id) { return former == upload.request }
            let isThere = try await maker.make(of: upload.form.file.path) { try await insert(upload, $0) }
            if isThere { return try await request(of: upload.id) == upload.request }
        }
        throw PictureError.busy
    }

    private func request(of id: ImageID) async throws -> String? {
        try await database.read { reader in
            try reader.value("SELECT COALESCE(request, '') FROM images WHERE id = \(id)", as: String.self)
        }
    }

    /// Makes the rows, unless there are some.
    ///
    /// - Returns: false when a file was removed meanwhile (``UnnamedFiles``).
    private func insert(_ upload: Upload, _ sizes: [PictureMaker.Size]) async throws -> Bool {
        guard let whole = sizes.first else { return false }
        let form = upload.form
        return try await database.write { [quota] writer in
            try upload.standing.check(in: writer)
            try writer.lock(UnnamedFiles.lock)
            guard try !writer.exists("SELECT 1 FROM images WHERE id = \(upload.id)") else { return true }
            guard maker.files.areThere(sizes.map(\.digest)) else { return false }
            if let quota {
                let admission = try quota.admit("\(upload.author)", in: writer)
                guard admission.isAllowed else {
                    throw HTTPProblem.tooManyPictures(of: quota.policy.maxAttempts, wait: admission.reset)
                }
            }
            try writer.run(
                """
                INSERT INTO images
                    (position, id, author_id, description, location, visibility, media_type, digest, byte_count,
                    created_at, width, height, tint, request)
                VALUES (\(try writer.nextNumber(of: .images)), \(upload.id), \(upload.author),
                    \(form.description), \(form.location), \(form.visibility.rawValue),
                    \(whole.picture.format.rawValue), \(whole.digest), \(whole.picture.byteCount), \(upload.createdAt),
                    \(whole.picture.width), \(whole.picture.height), \(sizes.last?.picture.tint), \(upload.request))
                """)
            try sizes.dropFirst().insert(for: upload.id, in: writer)
            return true
        }
    }
}
