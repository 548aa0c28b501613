import Glibc
import HTTPTransportAPI
import Locking

/// Writes folders back to the disk: once for all files that were put in one
/// while it was written back before.
///
/// A new name is in its folder, and lasts only when that is on disk.
final class FolderSync: Sendable {
    typealias Completion = @Sendable (Result<Void, HTTPTransportError>) -> Void

    /// The folders that are being written back, each with those who came too
    /// late for it, and wait for the next time.
    private let waiting = Locked<[String: [Completion]]>([:])

    /// Calls `completion` when all that is in the folder now is on disk.
    ///
    /// Blocks, unless another thread writes the folder back: that one goes on
    /// with what came in the meantime.
    func sync(_ folder: String, _ completion: @escaping Completion) {
        let isFirst = waiting.withLock { waiting in
            let isFirst = waiting[folder] == nil
            if isFirst { waiting[folder] = [] } else { waiting[folder]?.append(completion) }
            return isFirst
        }
        guard isFirst else { return }
        var completions = [completion]
        while !completions.isEmpty {
            let result = Self.writeBack(folder)
            for completion in completions { completion(result) }
            completions = waiting.withLock { waiting in
                let next = waiting[folder] ?? []
                waiting[folder] = next.isEmpty ? nil : []
                return next
            }
        }
    }

    private static func writeBack(_ path: String) -> Result<Void, HTTPTransportError> {
        let folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { return .failure(.fileSystem(reason: systemReason("open the folder \(path)"))) }
        defer { close(folder) }
        guard fsync(folder) == 0 else {
            return .failure(.fileSystem(reason: systemReason("write back the folder \(path)")))
        }
        return .success(())
    }
}
