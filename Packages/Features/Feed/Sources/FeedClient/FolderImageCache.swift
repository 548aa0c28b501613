import AtomicFiles
import CryptographyAPI
import FeedAPI
import FeedContract
import FoundationEssentials

/// Keeps each picture in a file of one folder, named by the digest of its
/// address.
///
/// The time of a file's last change is the time of its last use. All files below the folder count, also those that were put there for other
/// programs to show and those that a killed program left half written.
struct FolderImageCache: ImageDataCaching {
    let folder: CacheFolder
    let hashing: any Hashing
    /// How much the pictures may take in all, in bytes.
    let maximumBytes: Int
    let now: @Sendable () -> Date

    func save(_ data: Data, for url: URL) async throws(ImageCacheError) {
        guard data.count <= maximumBytes else {
            throw .notSaved(reason: "\(data.count) > \(maximumBytes) bytes")
        }
        do {
            let file = try file(for: url)
            try file.replace(with: data, durability: .process)
            CacheFolder.touch(file.path, at: now())
            try makeRoom(keeping: file)
        } catch {
            throw .notSaved(reason: "\(error)")
        }
    }

    func load(for url: URL) async throws(ImageCacheError) -> Data? {
        do {
            let file = try file(for: url)
            guard let data = try file.contents(limit: maximumBytes) else { return nil }
            guard ImageFormat(content: data) != nil else {
                // A power cut can leave a file without its content.
                try file.remove()
                return nil
            }
            CacheFolder.touch(file.path, at: now())
            return data
        } catch {
            throw .unreadable(reason: "\(error)")
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

    /// Removes the pictures that were not used for longest until the rest fits.
    ///
    /// Another process may do the same at the same time: a file that has gone
    /// already is as good as removed.
    private func makeRoom(keeping kept: AtomicFile) throws(FileError) {
        let entries = try folder.entries()
        var total = entries.reduce(0) { $0 + $1.size }
        guard total > maximumBytes else { return }
        for entry in entries.sorted(by: { $0.lastUse < $1.lastUse }) where entry.path != kept.path {
            guard total > maximumBytes else { return }
            try AtomicFile(path: entry.path).remove()
            total -= entry.size
        }
    }
}
