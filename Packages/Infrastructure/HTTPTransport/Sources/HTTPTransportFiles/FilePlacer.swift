import Dispatch
import Glibc
import HTTPTransportAPI
import Locking

/// Puts files in place durably, in each folder all at once that came while
/// those before were on their way.
///
/// What it takes is waiting for the disk. Together they wait less often: they
/// are written back side by side, and the folder once for all of them, since a
/// new name lasts only when its folder is on disk.
package final class FilePlacer: Sendable {
    typealias Completion = @Sendable (Result<Void, HTTPTransportError>) -> Void

    private struct Entry: Sendable {
        let file: PartialFile
        let completion: Completion
    }

    /// The folders for which a thread works, each with the files that came too
    /// late, and wait for the next time.
    private let waiting = Locked<[String: [Entry]]>([:])

    /// Creates one that has nothing to do.
    package init() {}

    /// Calls `completion` when the file and its name are on disk.
    func place(_ file: PartialFile, _ completion: @escaping Completion) {
        let folder = file.folder, entry = Entry(file: file, completion: completion)
        let isFirst = waiting.withLock { waiting in
            let isFirst = waiting[folder] == nil
            waiting[folder, default: []].append(entry)
            return isFirst
        }
        guard isFirst else { return }
        // Not on the threads of Swift's concurrency: the disk blocks.
        DispatchQueue.global().async { [self] in
            while let entries = next(in: folder) { Self.place(entries, in: folder) }
        }
    }

    /// The files that wait; nil if there are none, and the thread's work is over.
    private func next(in folder: String) -> [Entry]? {
        waiting.withLock { waiting in
            guard let entries = waiting[folder], !entries.isEmpty else {
                waiting[folder] = nil
                return nil
            }
            waiting[folder] = []
            return entries
        }
    }

    private static func place(_ entries: [Entry], in folder: String) {
        for entry in entries { entry.file.beginWritingBack() }
        // No file gets its name before its contents are on disk. All names
        // change together, so that the folder does once for all files.
        let written = those(of: entries) { file throws(HTTPTransportError) in try file.writeBack() }
        let placed = those(of: written) { file throws(HTTPTransportError) in try file.moveIntoPlace() }
        guard !placed.isEmpty else { return }
        let result = writeBack(folder)
        for entry in placed { entry.completion(result) }
    }

    /// Takes a step with each file; those fail alone where it fails.
    private static func those(
        of entries: [Entry], _ step: (PartialFile) throws(HTTPTransportError) -> Void
    ) -> [Entry] {
        entries.filter { entry in
            do throws(HTTPTransportError) {
                try step(entry.file)
                return true
            } catch {
                entry.completion(.failure(error))
                return false
            }
        }
    }

    private static func writeBack(_ path: String) -> Result<Void, HTTPTransportError> {
        let folder = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { return .failure(.fileSystem(reason: systemReason("open the folder \(path)"))) }
        defer { close(folder) }
        guard fsync(folder) == 0 else {
            return .failure(.fileSystem(reason: systemReason("write back the folder \(path)")))
        }
        return .success(())
    }
}
