import AtomicFiles
import CoreModels
import CryptographyAPI
import FeedAPI
import FeedContract
import FoundationEssentials
import Locking

/// Keeps each picture in a file of one folder.
///
/// The file's name is the digest of its address; in it is the digest of the
/// picture, then the picture.
///
/// The time of a file's last change is the time of its last use. All files below
/// the folder count, also those that were put there for other programs to show,
/// downloads that may go on, and what a killed program left half written.
///
/// Several processes may share the folder. Each looks through it after it has
/// written a sixteenth of the limit, so that is what each may be above it.
final class FolderImageCache: ImageDataCaching {
    private let folder: CacheFolder
    private let hashing: any Hashing
    private let maximumBytes: Int
    private let now: @Sendable () -> Date
    /// How much may be written before the folder has to be looked through.
    private let room = Locked(0)

    /// - Parameter maximumBytes: How much the files may take in all.
    init(folder: CacheFolder, hashing: any Hashing, maximumBytes: Int, now: @escaping @Sendable () -> Date) {
        self.folder = folder
        self.hashing = hashing
        self.maximumBytes = maximumBytes
        self.now = now
    }

    func tenant() async -> CacheTenant { folder.tenant }

    func save(_ data: Data, for url: URL, of tenant: CacheTenant) async throws(ImageCacheError) {
        do {
            let content = try hashing.sha256(data) + data
            guard content.count <= maximumBytes else {
                throw ImageCacheError.notSaved(reason: "\(content.count) > \(maximumBytes) bytes")
            }
            let file = try file(for: url)
            try folder.replace(file, with: content, for: tenant)
            CacheFolder.touch(file.path, at: now())
            try spend(content.count, on: file)
        } catch let error as ImageCacheError {
            throw error
        } catch {
            throw .notSaved(reason: "\(error)")
        }
    }

    func load(for url: URL) async throws(ImageCacheError) -> Data? {
        do {
            let file = try file(for: url)
            guard let content = try file.contents(limit: maximumBytes) else { return nil }
            guard let data = try picture(in: content) else {
                // A power cut or a bad disk.
                try file.remove()
                return nil
            }
            CacheFolder.touch(file.path, at: now())
            return data
        } catch {
            throw .unreadable(reason: "\(error)")
        }
    }

    func remove(for url: URL) async throws(ImageCacheError) {
        do {
            try file(for: url).remove()
        } catch {
            throw .notRemoved(reason: "\(error)")
        }
    }

    func removeAll() async throws(ImageCacheError) {
        do throws(FileError) {
            try folder.removeAll()
        } catch {
            throw .notRemoved(reason: "\(error)")
        }
    }

    private func file(for url: URL) throws -> AtomicFile {
        AtomicFile(path: folder.path + "/" + (try hashing.sha256(Data(url.absoluteString.utf8)).hexadecimal))
    }

    /// The picture in a file's content, or nil if it is damaged.
    private func picture(in content: Data) throws -> Data? {
        let data = Data(content.dropFirst(32))
        if try hashing.sha256(data) == content.prefix(32) { return data }
        // Before there were digests a file was the picture.
        return [.jpeg, .png].contains(ImageFormat(content: content)) ? content : nil
    }

    /// The lock is held while the folder is looked through: what others write
    /// meanwhile they take off afterwards, so that nothing is forgotten.
    private func spend(_ bytes: Int, on file: AtomicFile) throws(FileError) {
        try room.withLock { room throws(FileError) in
            room -= bytes
            if room < 0 { room = min(try makeRoom(keeping: file), maximumBytes / 16) }
        }
    }

    /// Removes the pictures that were not used for longest until the rest fits.
    ///
    /// Another process may do the same at the same time: a file that has gone
    /// already is as good as removed.
    ///
    /// - Returns: How many more bytes fit.
    private func makeRoom(keeping kept: AtomicFile) throws(FileError) -> Int {
        let entries = try folder.entries()
        var total = entries.reduce(0) { $0 + $1.size }
        guard total > maximumBytes else { return maximumBytes - total }
        for entry in entries.sorted(by: { $0.lastUse < $1.lastUse }) where entry.path != kept.path {
            guard total > maximumBytes - maximumBytes / 16 else { break }
            try AtomicFile(path: entry.path).remove()
            total -= entry.size
        }
        return maximumBytes - total
    }
}
