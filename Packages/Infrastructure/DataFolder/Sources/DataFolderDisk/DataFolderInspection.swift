import AtomicFiles
import DataFolderAPI
import FoundationEssentials
import Glibc
import Localization

/// What a server's folder must be before anything in it is opened or made.
struct DataFolderInspection {
    let folder: String
    /// What plugins keep in it.
    let parts: [DataFolderPart]
    /// Whose all of it has to be.
    private let owner: uid_t
    /// Whether the database is in it too, and not elsewhere.
    private let hasDatabase: Bool

    /// Looks at the folder of a server that this process is.
    init(folder: String, parts: [DataFolderPart], hasDatabase: Bool = true) {
        self.folder = folder
        self.parts = parts
        self.hasDatabase = hasDatabase
        owner = geteuid()
    }

    /// Looks at the folder of whoever's server it is.
    init(ofOwner folder: String, parts: [DataFolderPart]) {
        self.folder = folder
        self.parts = parts
        hasDatabase = true
        owner = (try? Self.status(of: folder, followingLinks: true))?.st_uid ?? geteuid()
    }

    /// The files that hold what is secret or personal.
    static let files = [
        DataFolderPlugin.databaseName, DataFolderPlugin.databaseName + "-wal", DataFolderPlugin.databaseName + "-shm",
        DataFolderPlugin.databaseName + ".lock", DataFolderPlugin.keyName, DataFolderPlugin.lockName,
    ]

    /// Takes from others what they may read, as documented, and refuses what
    /// they may have written: nobody knows what it is by now.
    ///
    /// - Throws: The first of ``problems``; nothing was made then.
    func check() throws {
        if let problem = problems.first { throw problem }
        try makePrivate(folder, 0o700)
        for name in parts.map(\.path) { try makePrivate(folder + "/" + name, 0o700) }
        for path in keptFolders { try makePrivate(path, 0o700) }
        for name in Self.files { try makePrivate(folder + "/" + name, 0o600) }
    }

    /// All that keeps a server from using the folder: ``UnsafeDataFolder``,
    /// ``UnfinishedRestore``, ``IncompleteDataFolder``, ``MissingServerKey`` or `FileError`.
    var problems: [any Error] {
        var problems = dangers
        guard problems.isEmpty else { return problems }
        do {
            try checkCompleteness()
            try checkForeignness()
        } catch {
            problems.append(error)
        }
        return problems
    }

    /// What would keep a server from making the folder, or files in it; nil for nothing.
    ///
    /// Who isn't asked by access(2), such as root where nothing can be made, learns of it at the start.
    var obstacle: (any Error)? {
        var path = folder
        while unsafe access(path, F_OK) != 0, errno == ENOENT, path != "/", path != "." {
            let slash = path.lastIndex(of: "/")
            path = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        }
        guard unsafe faccessat(AT_FDCWD, path, W_OK | X_OK, AT_EACCESS) != 0 else { return nil }
        let error = FileError(call: "faccessat", path: path, code: errno)
        return DataFolderNotMade(error) ?? error
    }

    /// What somebody else may have put there, or can, or a restore that isn't complete:
    /// ``UnsafeDataFolder``, ``UnfinishedRestore`` or `FileError`.
    var dangers: [any Error] {
        var problems: [any Error] = []
        func look(_ path: String, _ kind: mode_t, followingLinks: Bool) {
            do {
                guard let status = try Self.status(of: path, followingLinks: followingLinks) else { return }
                try check(status, path, is: kind)
            } catch {
                problems.append(error)
            }
        }
        look(folder, S_IFDIR, followingLinks: true)
        // Others who own the folder own what is in it.
        guard problems.isEmpty else { return problems }
        do throws(FileError) {
            let restore = folder + "/" + DataFolder.restoreName
            if try Self.isThere(restore) { problems.append(UnfinishedRestore(folder: folder, restore: restore)) }
        } catch {
            problems.append(error)
        }
        for name in parts.map(\.path) { look(folder + "/" + name, S_IFDIR, followingLinks: true) }
        for path in keptFolders { look(path, S_IFDIR, followingLinks: false) }
        for name in Self.files { look(folder + "/" + name, S_IFREG, followingLinks: false) }
        return problems
    }

    /// Refuses to take from others what they read and no server made: a folder
    /// that somebody named by mistake.
    private func checkForeignness() throws {
        guard let status = try Self.status(of: folder, followingLinks: true), status.st_mode & 0o077 != 0,
            try !(Self.files + [DataFolderPlugin.beginningName]).contains(where: { try Self.isThere(folder + "/" + $0) }
            )
        else { return }
        // A disk of its own comes with `lost+found`.
        let known = Set(parts.map(\.path) + ["lost+found"])
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        guard names.allSatisfy(known.contains) else { throw UnsafeDataFolder(path: folder, reason: .foreign) }
    }

    /// Refuses a part of a server without the rest.
    ///
    /// A key or pictures without a database are a server whose database is
    /// elsewhere: an empty one would end everybody's session, and remove the
    /// pictures, which nothing in it names. With another key nobody could log in.
    private func checkCompleteness() throws {
        // What it has, who opens it looks at.
        guard hasDatabase else { return }
        let key = folder + "/" + DataFolderPlugin.keyName
        guard let size = try Self.status(of: database, followingLinks: false)?.st_size else {
            if !remains.isEmpty { throw IncompleteDataFolder(database: database, found: remains) }
            return
        }
        guard try size == 0 || Self.isThere(key) || Self.isThere(beginning) else { throw MissingServerKey(path: key) }
    }

    private var database: String { folder + "/" + DataFolderPlugin.databaseName }

    static func isThere(_ path: String) throws(FileError) -> Bool {
        try status(of: path, followingLinks: false) != nil
    }

    // MARK: The first start

    private var beginning: String { folder + "/" + DataFolderPlugin.beginningName }

    /// Notes that what is missing was never there, as long as there is no
    /// database: a first start may be cut short after it made that, and before
    /// it made the key.
    func noteBeginning() throws(FileError) {
        guard hasDatabase, try !Self.isThere(database) else { return }
        try AtomicFile(path: beginning).replace(with: Data(), durability: .power)
    }

    /// Notes that all is there that belongs together.
    func noteEndOfBeginning() throws(FileError) {
        try AtomicFile(path: beginning).remove()
    }

    /// What in the folder only a server makes whose database has its tables.
    var remains: [String] {
        var found: [String] = []
        if unsafe access(folder + "/" + DataFolderPlugin.keyName, F_OK) == 0 { found.append(DataFolderPlugin.keyName) }
        return found + parts.filter { !keptFolders(in: $0).isEmpty }.map { $0.path + "/" }
    }

    /// Folders that only a server makes which has its tables.
    ///
    /// What is in them isn't looked at, which may be much: nobody else gets at it.
    private var keptFolders: [String] { parts.flatMap(keptFolders) }

    private func keptFolders(in part: DataFolderPart) -> [String] {
        let path = folder + "/" + part.path
        return ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [])
            .filter(part.isKeptFolder).map { path + "/" + $0 }
    }

    private func check(_ status: stat, _ path: String, is kind: mode_t) throws {
        guard status.st_mode & S_IFMT == kind else { throw UnsafeDataFolder(path: path, reason: .kind(kind)) }
        guard status.st_uid == owner else { throw UnsafeDataFolder(path: path, reason: .owner(status.st_uid)) }
        guard status.st_mode & 0o022 == 0 else { throw UnsafeDataFolder(path: path, reason: .writable) }
    }

    private func makePrivate(_ path: String, _ mode: mode_t) throws(FileError) {
        guard let status = try Self.status(of: path, followingLinks: true), status.st_mode & 0o077 != 0 else { return }
        guard unsafe chmod(path, mode) == 0 else { throw FileError(call: "chmod", path: path, code: errno) }
    }

    private static func status(of path: String, followingLinks: Bool) throws(FileError) -> stat? {
        var status = stat()
        if unsafe (followingLinks ? stat(path, &status) : lstat(path, &status)) == 0 { return status }
        guard errno == ENOENT else { throw FileError(call: "stat", path: path, code: errno) }
        return nil
    }
}
