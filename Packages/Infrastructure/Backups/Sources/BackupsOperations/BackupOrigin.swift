import AtomicFiles
import CoreModels
import FoundationEssentials

/// Which server made a backup, and which branch of it: the file `origin.json`, which isn't part of it.
///
/// It counts for the backup beside it alone, and only if the server's key made it.
struct BackupOrigin: Codable, Hashable, Sendable {
    static let name = "origin.json"

    /// The same for all backups that one key makes, and shown nowhere else.
    let server: String
    let branch: String
    /// What only the server can compute of the others and the backup's list.
    let code: String
}

/// Whose a backup is.
enum BackupOwner: String, Encodable, Sendable {
    /// Of this server, from this data folder.
    case own
    /// Made with this server's key in another data folder: before it was restored here, or by a copy of it.
    case otherBranch = "other_branch"
    /// Of another server, or nothing tells that it is of this one.
    case otherServer = "other_server"
    /// The server's key isn't there to tell, or it can't be read.
    case unknown
}

/// One of the lives of a server: a restore begins another one, which goes its own way.
///
/// It is a file of the data folder that is in no backup. A server that moves with its folder stays what it is.
enum BackupBranch {
    private static let name = "essentiald.branch"
    private static let length = 32

    /// The branch of a data folder; nil if it has made no backup yet.
    ///
    /// - Throws: ``BackupError/branchUnusable(_:)`` where something else is written there, or it can't be read.
    static func current(in data: String) throws(BackupError) -> String? {
        let file = file(in: data)
        guard let content = try? file.contents(limit: 1 << 10) else {
            // Nothing that is there, and can't be read, is taken for nothing.
            guard !file.exists else { throw .branchUnusable(file.path) }
            return nil
        }
        var text = String(decoding: content, as: UTF8.self)
        // As editors write it.
        if text.hasSuffix("\n") { text.removeLast() }
        guard text.utf8.count == length, text.isHexadecimal else { throw .branchUnusable(file.path) }
        return text
    }

    /// Begins a branch where there is none; what is there stays, whatever it is.
    static func begin(in data: String) throws -> String {
        if let branch = try current(in: data) { return branch }
        let file = file(in: data)
        let new = Data(UUID().uuidString.lowercased().filter { $0 != "-" }.utf8)
        do throws(FileError) {
            try file.create(with: new, durability: .power)
        } catch {
            // Another command was first.
            if let branch = try current(in: data) { return branch }
            throw error
        }
        try DataOwner.giveBack(file.path, in: data)
        return String(decoding: new, as: UTF8.self)
    }

    private static func file(in data: String) -> AtomicFile { AtomicFile(path: data + "/" + name) }
}

extension BackupPlace {
    private static let largestOrigin = 1 << 12

    /// What is said of a backup's origin; whether it is believed, ``BackupServer`` knows.
    func origin(of name: String, _ pieces: FilePieces) -> BackupOrigin? {
        guard
            let text = try? pieces.text(of: path(of: name) + "/" + BackupOrigin.name, limit: Self.largestOrigin)
        else { return nil }
        return try? WireCoding.decoder().decode(BackupOrigin.self, from: text)
    }

    /// Says whose a backup is, in its folder or what is to be that.
    static func note(_ origin: BackupOrigin, in folder: String) throws {
        try AtomicFile(path: folder + "/" + BackupOrigin.name).replace(
            with: WireCoding.encoder().encode(origin), durability: .power)
    }
}
