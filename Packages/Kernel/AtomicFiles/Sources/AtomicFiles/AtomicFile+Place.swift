import Glibc

extension AtomicFile {
    /// What stands at a path.
    public enum Occupant: Hashable, Sendable {
        /// A file with content of its own.
        case file
        /// A folder, link, device, pipe or socket.
        case other
    }

    /// What stands at the path, whatever a link there points to; nil for nothing.
    public var occupant: Occupant? {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { return nil }
        return status.st_mode & S_IFMT == S_IFREG ? .file : .other
    }

    /// Whether everybody on the machine may read what is at the path, or write to it; false if there is nothing.
    public var isOpenToEverybody: Bool {
        var status = stat()
        return unsafe stat(path, &status) == 0 && status.st_mode & 0o006 != 0
    }

    /// Whether the file is, or would be, in a folder or one below it, whatever links lead there.
    ///
    /// A way back (`..`) from a folder that isn't there yet counts as leading there.
    public func isInside(_ folder: String) -> Bool {
        guard let outer = Self.resolved(folder) else { return false }
        var parent = self.folder.isEmpty ? "/" : self.folder
        while true {
            if let inner = Self.resolved(parent) { return inner == outer || inner.hasPrefix(outer + "/") }
            let name = parent.lastIndex(of: "/").map { parent[parent.index(after: $0)...] } ?? parent[...]
            let next = AtomicFile(path: parent).folder
            // The folder that a program works in may be gone.
            if name == ".." || next == parent { return true }
            parent = next
        }
    }

    private static func resolved(_ path: String) -> String? {
        guard let found = unsafe realpath(path, nil) else { return nil }
        defer { unsafe free(found) }
        return unsafe String(cString: found)
    }
}
