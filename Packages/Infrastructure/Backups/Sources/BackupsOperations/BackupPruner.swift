import FoundationEssentials
import Glibc

/// Removes old backups, and the files that none of the others needs.
struct BackupPruner: Sendable {
    let place: BackupPlace
    let pieces: FilePieces
    /// The machine's time.
    let now: Date

    /// What was removed.
    struct Pruned: Sendable {
        let names: [String]
        let files: Int
        /// Those that stay besides, since they are dated ahead.
        let ahead: [BackupSeries.Member]
        /// Those that stay besides, since they were found damaged.
        let damaged: [BackupSeries.Member]
    }

    /// - Parameter count: How many stay, the latest, besides those that are dated ahead or were found damaged.
    /// - Throws: ``BackupError/notSound(_:_:)`` if one that stays doesn't say what it needs; nothing is removed then.
    func keep(_ count: Int) throws -> Pruned {
        let (staying, going) = try BackupSeries(of: place, pieces, at: now).parted(keeping: count)
        var needed: Set<SharedFile> = []
        for member in staying {
            let reader = BackupReader(place: place, name: member.name, pieces: pieces)
            needed.formUnion(try reader.contents().manifest.shared)
        }
        for member in going { try place.remove(member.name) }
        return Pruned(
            names: going.map(\.name), files: remove(butFor: needed), ahead: staying.filter(\.isAhead),
            damaged: staying.filter { $0.isFoundDamaged && !$0.isAhead })
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

    /// What is in a folder; nothing in what isn't one, which somebody else left there, or is elsewhere: a link may
    /// lead to the server's own pictures.
    private func list(_ folder: String) -> [String] {
        var status = stat()
        guard unsafe lstat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return [] }
        return (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    }
}
