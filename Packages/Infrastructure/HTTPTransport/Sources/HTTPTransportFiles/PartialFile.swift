import CWriteBack
import Glibc
package import HTTPTransportAPI
import Locking

/// A file that is being written beside the one that it will replace.
///
/// It is removed with its owner unless it was put in place. Its name starts
/// with a dot and ends with `.partial`: after a crash it is known as waste.
package final class PartialFile: Sendable {
    private enum State {
        case writing
        case placing
        case placed
        case discarded
    }

    /// Where it is written, and will be.
    let folder: String
    private let target: String
    private let path: String
    private let descriptor: Int32
    private let state = Locked(State.writing)

    /// Creates an empty file for one that will be at `target`.
    package init(for target: String) throws(HTTPTransportError) {
        self.target = target
        folder = Self.folder(of: target)
        let name = String(UInt64.random(in: .min ... .max), radix: 36)
        path = folder + "/." + name + ".partial"
        descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw .fileSystem(reason: systemReason("create a file in \(folder)")) }
    }

    deinit {
        close(descriptor)
        discard()
    }

    /// Removes the file unless it is in place, or on the way there.
    package func discard() {
        if advance(from: .writing, to: .discarded) { unsafe unlink(path) }
    }

    /// Adds bytes to the contents.
    package func write(_ bytes: RawSpan) throws(HTTPTransportError) {
        let written = unsafe bytes.withUnsafeBytes { bytes in
            var rest = unsafe bytes[...]
            while unsafe !rest.isEmpty {
                let piece = unsafe UnsafeRawBufferPointer(rebasing: rest)
                let count = unsafe Glibc.write(descriptor, piece.baseAddress, piece.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return false }
                unsafe rest = unsafe rest.dropFirst(count)
            }
            return true
        }
        guard written else { throw .fileSystem(reason: systemReason("write to \(path)")) }
    }

    /// Puts the file in place, durably.
    ///
    /// Writing back to the disk may take long. A cancellation that comes before
    /// the file is in place is obeyed at once; one that comes after is too late.
    package func place(_ placer: FilePlacer) async throws(HTTPTransportError) {
        let first = FirstResult<Result<Void, HTTPTransportError>>()
        placer.place(self) { first.give($0) }
        let outcome = await withTaskCancellationHandler {
            await first.wait()
        } onCancel: {
            if advance(from: .writing, to: .discarded) {
                unsafe unlink(path)
                first.give(.failure(.cancelled))
            }
        }
        try outcome.get()
    }

    /// Lets the system begin to write the contents to the disk.
    func beginWritingBack() {
        cwriteback_begin(descriptor)
    }

    /// Waits until the contents are on disk.
    func writeBack() throws(HTTPTransportError) {
        guard fsync(descriptor) == 0 else {
            let reason = systemReason("write back \(path)")
            discard()
            throw .fileSystem(reason: reason)
        }
    }

    /// Gives the file its name, which is not on disk yet.
    func moveIntoPlace() throws(HTTPTransportError) {
        guard advance(from: .writing, to: .placing) else { throw .cancelled }
        guard unsafe rename(path, target) == 0 else {
            let reason = systemReason("put a file in place at \(target)")
            unsafe unlink(path)
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
