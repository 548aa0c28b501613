import FoundationEssentials
import Glibc

/// Removes old backups, and the files that none of the others needs.
struct BackupPruner: Sendable {
    let place: BackupPlace
    let pieces: FilePieces
    /// Only what this server made goes.
    let server: BackupServer
    /// The server's time.
    let now: Date

    /// What was removed.
    struct Pruned: Sendable {
        let names: [String]
        let files: Int
        /// How many stay since they are others'.
        let others: Int
        /// Those that stay besides, since they are dated ahead.
        let ahead: [BackupSeries.Member]
        /// Those that stay besides, since they were found damaged.
        let damaged: [BackupSeries.Member]
    }

    /// - Parameter count: How many of the server's own stay, the latest, besides those that are dated ahead or were found damaged.
    /// - Throws: ``BackupError/notSound(_:_:)`` if one that stays doesn't say what it needs, whatever somebody calls its
    ///   folder; nothing is removed then.
    func keep(_ count: Int) throws -> Pruned {
        let series = try BackupSeries(of: place, pieces, seenBy: server, at: now)
        let (staying, going) = series.parted(keeping: count)
        var needed: Set<SharedFile> = []
        for member in staying {
            let reader = BackupReader(place: place, name: member.name, pieces: pieces)
            needed.formUnion(try reader.contents().manifest.shared)
        }
        // Whatever got another name since they were read is one of these.
        for name in try place.others(than: Set(series.members.map(\.name))) {
            let reader = BackupReader(place: place, name: name, pieces: pieces)
            needed.formUnion(try reader.needed())
        }
        for member in going { try place.remove(member.name) }
        return Pruned(
            names: going.map(\.name), files: remove(butFor: needed), others: staying.count { $0.owner != .own },
            ahead: staying.filter { $0.owner == .own && $0.isAhead },
            damaged: staying.filter { $0.owner == .own && $0.isFoundDamaged && !$0.isAhead })
    }

    /// - Returns: How many files were removed.
    private func remove(butFor needed: Set<SharedFile>) -> Int {
        place.shared().count { file in
            guard !needed.contains(file), let path = file.path else { return false }
            return unsafe unlink(place.path(of: path)) == 0
        }
    }
}
