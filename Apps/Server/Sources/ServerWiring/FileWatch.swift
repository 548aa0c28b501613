import Glibc

/// Notices when a file was changed or replaced, by looking at it each minute.
package struct FileWatch: Sendable {
    private let path: String
    private let clock: any Clock<Duration>

    private static let interval = Duration.seconds(60)

    package init(path: String, clock: any Clock<Duration>) {
        self.path = path
        self.clock = clock
    }

    /// Works until it is cancelled.
    ///
    /// - Parameter use: Uses the file as it is now. If it can't, it is asked
    ///   again a minute later. A file that is gone is none to use.
    package func run(_ use: () async -> Bool) async {
        var used = state()
        while (try? await clock.sleep(for: Self.interval)) != nil {
            let state = state()
            guard state != used, state != nil else { continue }
            if await use() { used = state }
        }
    }

    /// By what a file is told from one that was changed or replaced.
    private func state() -> [Int]? {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        return [Int(status.st_ino), Int(status.st_size), status.st_mtim.tv_sec, status.st_mtim.tv_nsec]
    }
}
