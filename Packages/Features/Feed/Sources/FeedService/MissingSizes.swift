import CoreModels
import FeedContract
import PicturesAPI
import PluginKit
import SQLStoreAPI

/// Makes the smaller sizes of pictures that came without any, when somebody asks
/// for one: those of the demo, and those that are older than sizes. How large
/// these and others are, and of what colour, it finds out behind.
///
/// However many ask at once, each picture is read once.
actor MissingSizes: PluginService {
    private let database: any SQLDatabase
    private let maker: PictureMaker
    private var running: [String: Task<Bool, Never>] = [:]
    private let (wishes, wish) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

    init(database: any SQLDatabase, maker: PictureMaker) {
        self.database = database
        self.maker = maker
    }

    /// Makes what is missing.
    ///
    /// - Returns: Whether all sizes that there can be are there now.
    func make(for image: ImageRecord) async -> Bool {
        image.width == nil ? await once(image.whole.digest) : true
    }

    private func once(_ digest: String) async -> Bool {
        if let task = running[digest] { return await task.value }
        // Others wait for it as well, so it doesn't end with who asked first.
        let task = Task { await work(on: digest) }
        running[digest] = task
        defer { running[digest] = nil }
        return await task.value
    }

    /// Says that there may be pictures nobody has looked at.
    nonisolated func lookSoon() {
        wish.yield()
    }

    /// Looks at the pictures nobody has looked at, one at a time, from the newest
    /// on, now and whenever it is wished for.
    ///
    /// What can't be read now is tried again at the next start.
    func run() async {
        lookSoon()
        var tried: Set<String> = []
        for await _ in wishes {
            while !Task.isCancelled, let digest = try? await unread(except: tried) {
                tried.insert(digest)
                _ = await once(digest)
            }
        }
    }

    private func unread(except tried: Set<String>) async throws -> String? {
        try await database.read { reader in
            var digest: String?
            try reader.scan("SELECT digest FROM images WHERE height IS NULL ORDER BY position DESC") { row in
                let next = try row[0, as: String.self]
                guard !tried.contains(next) else { return .next }
                digest = next
                return .stop
            }
            return digest
        }
    }

    private func work(on digest: String) async -> Bool {
        do {
            // Who asked may have looked before somebody else was ready.
            let lacks = try await database.read { reader in
                try reader.first(
                    """
                    SELECT MAX(CASE WHEN width IS NULL THEN 1 ELSE 0 END) FROM images
                    WHERE digest = \(digest) AND (width IS NULL OR height IS NULL)
                    """
                ) { try $0[0, as: Bool?.self] } ?? nil
            }
            guard let lacksSizes = lacks else { return true }
            // Of a damaged picture only damaged ones could be made.
            try await maker.files.require(digest)
            try await maker.files.makeIncoming()
            do {
                return try await maker.make(
                    of: maker.files.path(of: digest), widths: lacksSizes ? FeedContract.widths : [], keepsWhole: false
                ) { try await note($0, of: digest) }
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
            try writer.lock(UnnamedFiles.lock)
            let smaller = sizes.dropFirst()
            guard files.areThere(smaller.map(\.digest)) else { return false }
            let images = try writer.rows("SELECT id FROM images WHERE digest = \(digest) AND width IS NULL") {
                try $0["id"] as ImageID
            }
            for image in images { try smaller.insert(for: image, in: writer) }
            // No width means that nobody has looked, 0 that it can't be told.
            let width = sizes.first?.picture.width ?? 0
            let height = sizes.first?.picture.height ?? 0
            try writer.run(
                """
                UPDATE images SET width = COALESCE(width, \(width)), height = \(height),
                    tint = \(sizes.last?.picture.tint)
                WHERE digest = \(digest)
                """)
            return true
        }
    }

    /// Whether the picture can never be read.
    private static func isFinal(_ error: PictureError) -> Bool {
        switch error {
        case .notAPicture, .damaged, .animated, .tooManyPixels, .tooDemanding: true
        case .unsupported, .busy, .diskFull, .unavailable: false
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
