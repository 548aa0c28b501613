import AtomicFiles
import CryptographyAPI
import FeedAPI
import FeedContract
import FoundationEssentials
import Glibc

/// Keeps each picture in a file of one folder, named by the digest of its
/// address. The time of a file's last change is the time of its last use.
struct FolderImageCache: ImageDataCaching {
    let folder: String
    let hashing: any Hashing
    /// How much the pictures may take in all, in bytes.
    let maximumBytes: Int

    func save(_ data: Data, for url: URL) async throws(ImageCacheError) {
        do {
            try file(for: url).replace(with: data, durability: .process)
        } catch {
            throw .notSaved(reason: "\(error)")
        }
        evict()
    }

    func load(for url: URL) async throws(ImageCacheError) -> Data? {
        do {
            let file = try file(for: url)
            guard let data = try file.contents() else { return nil }
            guard ImageFormat(content: data) != nil else {
                // A power cut can leave a file without its content.
                try file.remove()
                return nil
            }
            utimensat(AT_FDCWD, file.path, nil, 0)
            return data
        } catch {
            throw .unreadable(reason: "\(error)")
        }
    }

    func removeAll() async throws(ImageCacheError) {
        do {
            for entry in entries() { try AtomicFile(path: entry.path).remove() }
        } catch {
            throw .notRemoved(reason: "\(error)")
        }
    }

    private func file(for url: URL) throws -> AtomicFile {
        let digest = try hashing.sha256(Data(url.absoluteString.utf8))
        let name = digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        return AtomicFile(path: folder + "/" + name)
    }

    /// Removes the pictures that were not used for longest until the rest fits.
    ///
    /// Another process may do the same at the same time: a file that has gone
    /// already is as good as removed.
    private func evict() {
        var entries = entries()
        var total = entries.reduce(0) { $0 + $1.size }
        guard total > maximumBytes else { return }
        entries.sort { $0.lastUse < $1.lastUse }
        for entry in entries.dropLast() where total > maximumBytes {
            unlink(entry.path)
            total -= entry.size
        }
    }

    private struct Entry {
        let path: String
        let size: Int
        let lastUse: Double
    }

    private func entries() -> [Entry] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.compactMap { name in
            var status = stat()
            let path = folder + "/" + name
            guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
            let lastUse = Double(status.st_mtim.tv_sec) + Double(status.st_mtim.tv_nsec) / 1e9
            return Entry(path: path, size: Int(status.st_size), lastUse: lastUse)
        }
    }
}
