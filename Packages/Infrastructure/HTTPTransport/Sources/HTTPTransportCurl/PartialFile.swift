import FoundationEssentials
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
        case abandoned
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
        if state.current != .placed { unlink(path) }
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
    func place() async throws(HTTPTransportError) {
        let outcome = OnceResumed<Result<Void, HTTPTransportError>>()
        await withTaskCancellationHandler {
            await outcome.wait { [self] in
                let started = BlockingThread.start { [self] in outcome.resume(placeAndWait()) }
                if !started { outcome.resume(.failure(.fileSystem(reason: "No thread could be started"))) }
            }
        } onCancel: {
            if abandon() { outcome.resume(.failure(.cancelled)) }
        }
        try outcome.value().get()
    }
}
