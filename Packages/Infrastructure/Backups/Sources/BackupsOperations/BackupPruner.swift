import FoundationEssentials
import Glibc

/// Removes old backups, and the files that none of the others needs.
struct BackupPruner: Sendable {
    let place: BackupPlace
    let pieces: FilePieces

    /// What was removed.
    struct Pruned: Sendable {
        let names: [String]
        let files: Int
    }

    /// - Parameter count: How many stay, the latest.
    /// - Throws: ``BackupError/notSound(_:_:)`` if one that stays doesn't say what it needs; nothing is removed then.
    func keep(_ count: Int) throws -> Pruned {
        let names = try place.names(), staying = names.suffix(count)
        var needed: Set<SharedFile> = []
        for name in staying {
            let reader = BackupReader(place: place, name: name, pieces: pieces)
            needed.formUnion(try reader.contents().manifest.shared)
        }
        let old = names.dropLast(staying.count)
        for name in old { try place.remove(name) }
        return Pruned(names: Array(old), files: remove(butFor: needed))
    }

    /// - Returns: How many files were removed.
    private func remove(butFor needed: Set<SharedFile>) -> Int {
        var count = 0
        for folder in list(place.path) where folder.isPlainName {
            for part in list(place.path(of: folder)) {
                for digest in list(place.path(of: folder) + "/" + part) {
                    let file = SharedFile(folder: folder, digest: digest)
                    guard let path = file.path, path.hasPrefix("\(folder)/\(part)/"), !needed.contains(file) else {
                        continue
                    }
                    guard unsafe unlink(place.path(of: path)) == 0 else { continue }
                    count += 1
                }
            }
        }
        return count
    }

    /// What is in a folder; nothing in what isn't one, which somebody else left there.
    private func list(_ folder: String) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    }
}
