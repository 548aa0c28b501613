import CoreModels
import FeedContract
import PicturesAPI
import SQLStoreAPI

/// Makes the smaller sizes of pictures that came without any, when somebody asks
/// for one: those of the demo, and those that are older than sizes.
///
/// However many ask at once, each picture is read once.
actor MissingSizes {
    private let database: any SQLDatabase
    private let maker: PictureMaker
    private var running: [String: Task<Bool, Never>] = [:]

    init(database: any SQLDatabase, maker: PictureMaker) {
        self.database = database
        self.maker = maker
    }

    /// Makes what is missing.
    ///
    /// - Returns: Whether all sizes that there can be are there now.
    func make(for image: ImageRecord) async -> Bool {
        let digest = image.whole.digest
        guard image.width == nil else { return true }
        if let task = running[digest] { return await task.value }
        // Others wait for it as well, so it doesn't end with who asked first.
        let task = Task { await work(on: digest) }
        running[digest] = task
        defer { running[digest] = nil }
        return await task.value
    }

    private func work(on digest: String) async -> Bool {
        do {
            // Who asked may have looked before somebody else was ready.
            let isMissing = try await database.read { reader in
                try reader.exists("SELECT 1 FROM images WHERE digest = \(digest) AND width IS NULL")
            }
            guard isMissing else { return true }
            try await maker.files.makeIncoming()
            do {
                return try await maker.make(of: maker.files.path(of: digest), keepsWhole: false) { sizes in
                    try await note(sizes, of: digest)
                }
            } catch let error as PictureError where Self.isFinal(error) {
                return try await note([], of: digest)
            }
        } catch {
            return false
        }
    }

    /// Makes the rows of a picture's sizes; there are none if it can't be read at
    /// all.
    ///
    /// - Returns: false when a file was removed meanwhile (``UnnamedFiles``).
    private func note(_ sizes: [PictureMaker.Size], of digest: String) async throws -> Bool {
        try await database.write { [files = maker.files] writer in
            let smaller = sizes.dropFirst()
            guard files.areThere(smaller.map(\.digest)) else { return false }
            let images = try writer.rows("SELECT id FROM images WHERE digest = \(digest) AND width IS NULL") {
                try $0["id"] as ImageID
            }
            for image in images { try smaller.insert(for: image, in: writer) }
            // No width means that nobody has looked, 0 that it can't be told.
            let width = sizes.first?.picture.width ?? 0
            try writer.run("UPDATE images SET width = \(width) WHERE digest = \(digest) AND width IS NULL")
            return true
        }
    }

    /// Whether the picture can never be read.
    private static func isFinal(_ error: PictureError) -> Bool {
        switch error {
        case .notAPicture, .damaged, .animated, .tooManyPixels, .tooDemanding: true
        case .busy, .diskFull, .unavailable: false
        }
    }
}

extension Collection<PictureMaker.Size> {
    /// Notes them as the smaller sizes of a picture.
    func insert(for image: ImageID, in writer: any SQLWriting) throws {
        for size in self {
            try writer.run(
                """
                INSERT INTO image_sizes (image_id, width, media_type, digest)
                VALUES (\(image), \(size.picture.width), \(size.picture.format.rawValue), \(size.digest))
                """)
        }
    }
}
