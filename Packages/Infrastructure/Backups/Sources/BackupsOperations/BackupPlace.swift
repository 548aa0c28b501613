import AtomicFiles
import CoreModels
import CryptographyAPI
import FoundationEssentials
import Glibc

/// A folder of backups.
///
/// Each backup is a folder in it; the files that rows name are beside them, once for all. A backup appears under its
/// name when it is complete: until then it is called otherwise, and whoever comes next removes it.
struct BackupPlace: Sendable {
    let path: String

    /// Says whose folder it is, and is locked by whoever works in it.
    private static let mark = "essentiald.backups"
    private static let unfinished = ".unfinished"

    func path(of name: String) -> String { path + "/" + name }

    // MARK: Backups

    /// How a backup is called: when it was made, by the server's time, and how the digest of its manifest begins.
    static func name(at date: Date, marked mark: String) -> String {
        "\(date.formatted(.iso8601.timeSeparator(.omitted)))-\(mark)"
    }

    /// The time in a name.
    static func date(in name: String) -> Date? {
        try? Date(String(name.dropLast(9)), strategy: .iso8601.timeSeparator(.omitted))
    }

    /// How the name of a backup with this manifest has to end.
    static func mark(of manifest: Data, _ hashing: any Hashing) throws(CryptographyError) -> String {
        try hashing.sha256(manifest).prefix(4).hexadecimal
    }

    /// The names of the backups that are complete, in alphabetical order; ``BackupSeries`` has theirs.
    func names() throws -> [String] {
        try check()
        return try FileManager.default.contentsOfDirectory(atPath: path).filter {
            Self.isName($0) && isFolder(path(of: $0))
        }
        .sorted()
    }

    /// Folders that have a backup's list, and links, which lead to one or nowhere at the moment: somebody calls it
    /// otherwise, or keeps it elsewhere.
    ///
    /// - Parameter names: The backups that are known.
    func others(than names: Set<String>) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path).filter { name in
            !names.contains(name) && !name.hasSuffix(Self.unfinished)
                && (leadsNowhere(path(of: name)) || AtomicFile(path: path(of: name) + "/" + BackupManifest.name).exists)
        }
    }

    /// Whether it is a link whose disk isn't there at the moment.
    private func leadsNowhere(_ path: String) -> Bool {
        var status = stat()
        return unsafe lstat(path, &status) == 0 && stat(path, &status) != 0
    }

    private static func isName(_ name: String) -> Bool {
        let parts = name.split(separator: "Z-", omittingEmptySubsequences: false)
        return parts.count == 2 && parts[1].utf8.count == 8 && String(parts[1]).isHexadecimal
            && parts[0].utf8.count == 17
            && parts[0].utf8.allSatisfy {
                UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "T")
            }
    }

    /// The backup that somebody means by its name or how that begins.
    func name(_ words: String) throws -> String {
        let found = try names().filter { $0.hasPrefix(words) }
        guard found.count == 1, let name = found.first else {
            throw BackupError.notOneBackup(words, place: path, count: found.count)
        }
        return name
    }

    // MARK: The folder

    /// Makes the folder if it is missing, for this user alone.
    func prepare() throws {
        if AtomicFile(path: path).exists {
            try check(mayBeNew: true)
        } else {
            try AtomicFile.makeFolder(path)
        }
        close(try openMark(O_WRONLY | O_CREAT))
        try AtomicFile.synchronizeFolder(path)
    }

    /// - Throws: ``BackupError/foreign(_:)`` where something else is in its place, which would hold us up.
    private func openMark(_ flags: Int32) throws -> Int32 {
        let mark = path(of: Self.mark)
        let file = unsafe open(mark, flags | O_NONBLOCK | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else {
            // A pipe without a reader, a socket, a link, a folder.
            guard ![ENXIO, ELOOP, EISDIR].contains(errno) else { throw BackupError.foreign(path) }
            throw FileError(call: "open", path: mark, code: errno)
        }
        guard FilePieces.isPlain(file) else {
            close(file)
            throw BackupError.foreign(path)
        }
        return file
    }

    /// Refuses what others may look into or change, and what isn't a folder of backups.
    private func check(mayBeNew: Bool = false) throws {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else {
            throw errno == ENOENT ? BackupError.noBackups(path) : FileError(call: "stat", path: path, code: errno)
        }
        guard status.st_mode & S_IFMT == S_IFDIR else { throw FileError(call: "stat", path: path, code: ENOTDIR) }
        guard status.st_uid == geteuid() || geteuid() == 0, status.st_mode & 0o077 == 0 else {
            throw BackupError.openToOthers(path)
        }
        guard !AtomicFile(path: path(of: Self.mark)).exists else { return }
        // A disk of its own comes with `lost+found`.
        let others = try FileManager.default.contentsOfDirectory(atPath: path).filter { $0 != "lost+found" }
        guard mayBeNew, others.isEmpty else {
            throw others.isEmpty ? BackupError.noBackups(path) : BackupError.foreign(path)
        }
    }

    /// Keeps others from writing here while `body` works, or from removing what it reads.
    ///
    /// - Parameter isWriting: Whether it writes, alone; those who read may be many.
    func locked<Value>(isWriting: Bool, _ body: () async throws -> Value) async throws -> Value {
        let lock = try openMark(O_RDONLY)
        defer { close(lock) }
        guard flock(lock, (isWriting ? LOCK_EX : LOCK_SH) | LOCK_NB) == 0 else {
            guard errno == EWOULDBLOCK else { throw FileError(call: "flock", path: path, code: errno) }
            throw BackupError.placeInUse(path)
        }
        if isWriting { try removeUnfinished() }
        return try await body()
    }

    // MARK: What backups share

    /// The files that backups share, or may.
    func shared() -> [SharedFile] {
        var files: [SharedFile] = []
        for folder in list(path) where folder.isPlainName {
            for part in list(path(of: folder)) {
                files += list(path(of: folder) + "/" + part).compactMap { SharedFile(path: "\(folder)/\(part)/\($0)") }
            }
        }
        return files
    }

    /// What is in a folder; nothing in what isn't one, which somebody else left there, or is elsewhere: a link may
    /// lead to the server's own pictures.
    private func list(_ folder: String) -> [String] {
        guard isFolder(folder) else { return [] }
        return (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    }

    /// Whether it is one, and no link to one.
    private func isFolder(_ path: String) -> Bool {
        var status = stat()
        return unsafe lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    // MARK: What isn't complete

    /// A new folder for what isn't complete, or is only for a moment.
    func makeUnfinished() throws -> String {
        let folder = path(of: UUID().uuidString.lowercased() + Self.unfinished)
        try AtomicFile.makeFolder(folder)
        return folder
    }

    /// Removes what others left who were killed.
    private func removeUnfinished() throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: path) where name.hasSuffix(Self.unfinished) {
            try Self.removeAll(path(of: name))
        }
    }

    /// Takes a backup's name away, so that it is none any more, and then all of it.
    func remove(_ name: String) throws {
        try Self.rename(path(of: name), to: path(of: name + Self.unfinished))
        try AtomicFile.synchronizeFolder(path)
        try Self.removeAll(path(of: name + Self.unfinished))
    }

    private static func removeAll(_ folder: String) throws {
        do {
            try FileManager.default.removeItem(atPath: folder)
        } catch let error as CocoaError {
            guard let reason = error.underlying as? POSIXError else { throw error }
            throw FileError(call: "unlink", path: error.filePath ?? folder, code: reason.code.rawValue)
        }
    }

    static func rename(_ path: String, to target: String) throws(FileError) {
        guard unsafe Glibc.rename(path, target) == 0 else { throw FileError(call: "rename", path: target, code: errno) }
    }

    // MARK: Notes

    /// When a backup was last found good by ``BackupVerifier``; nil if it wasn't, or not any more.
    func verifiedAt(_ name: String) -> Date? { verification(of: name)?.verifiedAt }

    /// Whether it was found damaged when it was last verified.
    func isFoundDamaged(_ name: String) -> Bool { verification(of: name)?.failedAt != nil }

    /// Whether an encrypted one was found damaged with its private key, so that who lacks that can't say otherwise.
    func isFoundDamagedWithKey(_ name: String) -> Bool {
        guard let verification = verification(of: name), verification.failedAt != nil else { return false }
        // An older program didn't say.
        return verification.withKey ?? true
    }

    /// Notes whether a backup was found good.
    ///
    /// - Parameter withKey: Whether that took the private key of an encrypted one.
    func note(_ name: String, isSound: Bool, withKey: Bool, at date: Date) throws {
        let verification =
            isSound
            ? Verification(verifiedAt: date)
            : Verification(failedAt: date, withKey: withKey || isFoundDamagedWithKey(name))
        try AtomicFile(path: noteOfVerification(name)).replace(
            with: WireCoding.encoder().encode(verification), durability: .process)
    }

    private func verification(of name: String) -> Verification? {
        guard let note = try? AtomicFile(path: noteOfVerification(name)).contents(limit: 1 << 10) else { return nil }
        return try? WireCoding.decoder().decode(Verification.self, from: note)
    }

    /// One of the two: an older program reads the other one as not verified.
    private struct Verification: Codable {
        var verifiedAt: Date?
        var failedAt: Date?
        /// Whether what was found damaged was found with the private key.
        var withKey: Bool?

        enum CodingKeys: String, CodingKey {
            case verifiedAt = "verified_at"
            case failedAt = "failed_at"
            case withKey = "with_key"
        }
    }

    private func noteOfVerification(_ name: String) -> String { path(of: name) + "/verified.json" }
}
