import AtomicFiles
import Dispatch
import FoundationEssentials
import Glibc

/// A file that is being received; it is gone with the last reference.
final class UploadFile: Sendable {
    let path: String
    private let descriptor: Int32

    /// - Parameter folder: Is made if it is missing.
    init(in folder: String) throws(FileError) {
        try AtomicFile.makeFolder(folder)
        path = folder + "/" + UUID().uuidString
        descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FileError(call: "open", path: path, code: errno) }
    }

    deinit {
        close(descriptor)
        unsafe unlink(path)
    }

    func append(_ bytes: Data) async throws(FileError) {
        // Without `self`: what a thread of the disk still holds when the request
        // has its answer would keep the file a while longer.
        try await ImageFiles.onDisk { [descriptor, path] () throws(FileError) in
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = unsafe rest.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { throw FileError(call: "write", path: path, code: errno) }
                rest = rest.dropFirst(count)
            }
        }
    }
}
