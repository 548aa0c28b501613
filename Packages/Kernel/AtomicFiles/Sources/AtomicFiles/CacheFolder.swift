public import FoundationEssentials
import Glibc

/// A folder of files that can all be loaded anew.
///
/// It belongs to whoever is logged in: what was being loaded when the folder was
/// emptied, by whatever process, doesn't come back.
public struct CacheFolder: Sendable {
    /// Where it is.
    public let path: String
    private let tenancy: CacheTenancy

    /// Names a folder; nothing is made or read yet.
    public init(path: String) {
        self.path = path
        tenancy = CacheTenancy(mark: path + "/in-use")
    }

    /// A file in the folder or below it.
    public struct Entry: Sendable {
        /// Where it is.
        public let path: String
        /// How large it is, in bytes.
        public let size: Int
        /// When the file was changed or used last.
        public let lastUse: Date
    }

    /// All files; none if there is no folder.
    public func entries() throws(FileError) -> [Entry] {
        try Self.entries(in: path)
    }

    /// Whose it is now.
    public var tenant: CacheTenant { tenancy.tenant }

    /// Replaces a file, unless the folder was emptied since it was somebody's.
    public func replace(_ file: AtomicFile, with content: Data, for tenant: CacheTenant) throws(FileError) {
        guard tenancy.isStillThere(tenant) else { return }
        try file.replace(with: content, durability: .process)
        // Whoever empties it ends the tenancy first: either that is seen here, or
        // the file there.
        if !tenancy.isStillThere(tenant) { try file.remove() }
    }

    /// Empties the folder for whoever comes next.
    public func removeAll() throws(FileError) {
        tenancy.end()
        try removeFiles()
    }

    /// Removes all files; one that another process removed meanwhile is fine.
    public func removeFiles() throws(FileError) {
        for entry in try entries() { try AtomicFile(path: entry.path).remove() }
    }

    /// Removes what killed programs left half written, if it is older than an
    /// hour: what is younger may still be in the making.
    public func removeLeftovers(at now: Date) throws(FileError) {
        for entry in try entries() where entry.path.hasSuffix(".new") && now.timeIntervalSince(entry.lastUse) > 3_600 {
            try AtomicFile(path: entry.path).remove()
        }
    }

    /// Notes that a file is used now; one that has gone needs no note.
    public static func touch(_ path: String, at now: Date) {
        let seconds = now.timeIntervalSince1970.rounded(.down)
        let nanoseconds = (now.timeIntervalSince1970 - seconds) * 1e9
        let time = timespec(tv_sec: Int(seconds), tv_nsec: min(Int(nanoseconds), 999_999_999))
        unsafe utimensat(AT_FDCWD, path, [time, time], 0)
    }

    private static func entries(in folder: String) throws(FileError) -> [Entry] {
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: folder)
        } catch {
            guard unsafe access(folder, F_OK) == 0 || errno != ENOENT else { return [] }
            throw unsafe FileError(call: "opendir", path: folder, code: access(folder, R_OK | X_OK) == 0 ? EIO : errno)
        }
        var entries: [Entry] = []
        for name in names {
            let path = folder + "/" + name
            var status = stat()
            guard unsafe lstat(path, &status) == 0 else { continue }
            switch status.st_mode & S_IFMT {
            case S_IFDIR: entries += try Self.entries(in: path)
            case S_IFREG:
                let lastUse = Double(status.st_mtim.tv_sec) + Double(status.st_mtim.tv_nsec) / 1e9
                entries.append(
                    Entry(path: path, size: Int(status.st_size), lastUse: Date(timeIntervalSince1970: lastUse)))
            default: continue
            }
        }
        return entries
    }
}
