import Dispatch
import Glibc
import HTTPTransportAPI
import Locking

/// A file that is being written beside the one that it will replace.
///
/// It is removed with its owner unless it was put in place. Its name starts
/// with a dot and ends with `.partial`: after a crash it is known as waste.
final class PartialFile: Sendable {
    private enum State {
        case writing
        case placing
        case placed
        case discarded
    }

    private let target: String
    private let path: String
    private let descriptor: Int32
    private let state = Locked(State.writing)

    init(for target: String) throws(HTTPTransportError) {
        self.target = target
        let folder = Self.folder(of: target)
        let name = String(UInt64.random(in: .min ... .max), radix: 36)
        path = folder + "/." + name + ".partial"
        descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw .fileSystem(reason: systemReason("create a file in \(folder)")) }
    }

    deinit {
        close(descriptor)
        discard()
    }

    /// Removes the file unless it is in place, or on the way there.
    func discard() {
        if advance(from: .writing, to: .discarded) { unlink(path) }
    }

    func write(_ bytes: RawSpan) throws(HTTPTransportError) {
        let written = bytes.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return false }
                rest = rest.dropFirst(count)
            }
            return true
        }
        guard written else { throw .fileSystem(reason: systemReason("write to \(path)")) }
    }

    /// Puts the file in place, durably.
    ///
    /// Writing back to the disk may take long. A cancellation that comes before
    /// the file is in place is obeyed at once; one that comes after is too late.
    func place(_ folders: FolderSync) async throws(HTTPTransportError) {
        let first = FirstResult<Result<Void, HTTPTransportError>>()
        // Not on the threads of Swift's concurrency: fsync blocks.
        DispatchQueue.global().async { [self] in
            do throws(HTTPTransportError) {
                try moveIntoPlace()
                folders.sync(Self.folder(of: target)) { first.give($0) }
            } catch {
                first.give(.failure(error))
            }
        }
        let outcome = await withTaskCancellationHandler {
            await first.wait()
        } onCancel: {
            if advance(from: .writing, to: .discarded) {
                unlink(path)
                first.give(.failure(.cancelled))
            }
        }
        try outcome.get()
    }

    private func moveIntoPlace() throws(HTTPTransportError) {
        guard fsync(descriptor) == 0 else {
            let reason = systemReason("write back \(path)")
            discard()
            throw .fileSystem(reason: reason)
        }
        guard advance(from: .writing, to: .placing) else { throw .cancelled }
        guard rename(path, target) == 0 else {
            let reason = systemReason("put a file in place at \(target)")
            unlink(path)
            throw .fileSystem(reason: reason)
        }
        _ = advance(from: .placing, to: .placed)
    }

    private func advance(from old: State, to new: State) -> Bool {
        state.withLock { state in
            guard state == old else { return false }
            state = new
            return true
        }
    }

    private static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}
