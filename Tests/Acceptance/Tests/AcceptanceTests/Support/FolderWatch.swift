import Glibc

/// Waits for files that come into a folder.
final class FolderWatch: Sendable {
    private let descriptor: Int32

    /// Starts to watch a folder, which has to be there.
    init(_ folder: String) throws {
        descriptor = inotify_init1(Int32(IN_CLOEXEC))
        guard inotify_add_watch(descriptor, folder, UInt32(IN_CLOSE_WRITE | IN_MOVED_TO)) >= 0 else {
            throw CantWatch(folder: folder, code: errno)
        }
    }

    deinit {
        close(descriptor)
    }

    struct CantWatch: Error {
        let folder: String
        let code: Int32
    }

    /// Returns when a file came since the folder is watched, or since the last
    /// call.
    ///
    /// - Returns: False if none came in five minutes.
    func waitForFile() async throws -> Bool {
        try await blocking { [descriptor] in
            var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&wanted, 1, 300_000) == 1 else { return false }
            var events = [UInt8](repeating: 0, count: 4096)
            return read(descriptor, &events, events.count) > 0
        }
    }
}
