import FoundationEssentials
import Glibc
import SQLStoreAPI

/// A database's files: the database, its write-ahead log and what goes with
/// them.
struct DatabaseFile {
    let path: String

    var log: String { path + "-wal" }
    var lock: String { path + ".lock" }

    private static let companions = ["-wal", "-shm", "-journal"]

    /// The size of a file; nil if there is none.
    ///
    /// - Throws: What the disk says instead. A file that can't be looked at isn't
    ///   a missing one: a new one would take its place.
    static func size(of path: String) throws(SQLError) -> Int? {
        var status = stat()
        if unsafe stat(path, &status) == 0 { return Int(status.st_size) }
        guard errno == ENOENT else { throw SystemFailure(call: "looking at \(path)").sqlError }
        return nil
    }

    /// Creates the folder, and those above it, for their owner only.
    ///
    /// The mode of a folder that exists is its owner's affair; the files are
    /// private whatever it is.
    func prepareFolder() throws(SQLError) {
        var missing: [String] = []
        var folder = Self.parent(of: path)
        while try Self.size(of: folder) == nil, folder != "/", folder != "." {
            missing.append(folder)
            folder = Self.parent(of: folder)
        }
        for folder in missing.reversed() {
            guard unsafe mkdir(folder, 0o700) == 0 || errno == EEXIST else {
                throw SystemFailure(call: "creating \(folder)").sqlError
            }
        }
    }

    /// Creates the file, complete, so that one of that name is never half made:
    /// an empty file is then one that lost its content.
    func createWhole() throws(SQLError) {
        let draft = DatabaseFile(path: path + ".new")
        draft.remove()
        try Self.create(draft.path)
        do throws(SQLError) {
            let connection = try Connection(path: draft.path, isReadOnly: false, busyTimeout: .zero)
            try connection.script("PRAGMA journal_mode = WAL")
            if let error = connection.close() { throw error }
            try Self.synchronize(draft.path)
            // link(2), unlike rename(2), never replaces a file that is there.
            guard unsafe link(draft.path, path) == 0 || errno == EEXIST else {
                throw SystemFailure(call: "creating \(path)").sqlError
            }
            draft.remove()
            try Self.synchronize(Self.parent(of: path))
        } catch {
            draft.remove()
            throw error
        }
    }

    /// Creates an empty file that only its owner can read.
    static func create(_ path: String) throws(SQLError) {
        let descriptor = unsafe open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw SystemFailure(call: "creating \(path)").sqlError }
        Glibc.close(descriptor)
    }

    /// Gives the file its final name, durably, replacing one of that name.
    func rename(to target: String) throws(SQLError) {
        guard unsafe Glibc.rename(path, target) == 0 else {
            throw SystemFailure(call: "renaming \(path) to \(target)").sqlError
        }
        try Self.synchronize(Self.parent(of: target))
    }

    /// Removes the file and its companions.
    func remove() {
        for suffix in [""] + Self.companions { unsafe unlink(path + suffix) }
    }

    /// Takes access from everyone but the owner.
    func makePrivate() {
        for path in [path] + Self.companions.map({ path + $0 }) {
            var status = stat()
            guard unsafe stat(path, &status) == 0, status.st_mode & 0o077 != 0 else { continue }
            unsafe chmod(path, status.st_mode & 0o700)
        }
    }

    /// Moves a damaged database and its companions away, under names that keep
    /// them together.
    func setAside(reason: String, at date: Date) throws(SQLError) -> DamagedDatabase {
        let stamp = date.formatted(.iso8601.timeSeparator(.omitted).dateSeparator(.omitted))
        var target = "\(path).damaged-\(stamp)"
        var number = 2
        while try Self.size(of: target) != nil {
            target = "\(path).damaged-\(stamp)-\(number)"
            number += 1
        }
        var files: [String] = []
        for suffix in [""] + Self.companions where try Self.size(of: path + suffix) != nil {
            try DatabaseFile(path: path + suffix).rename(to: target + suffix)
            files.append(target + suffix)
        }
        return DamagedDatabase(path: path, files: files, reason: reason)
    }

    static func parent(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Waits until a file or folder is on disk.
    static func synchronize(_ path: String) throws(SQLError) {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw SystemFailure(call: "opening \(path)").sqlError }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw SystemFailure(call: "fsync \(path)").sqlError }
    }
}
