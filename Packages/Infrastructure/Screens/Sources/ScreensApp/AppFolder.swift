import AtomicFiles
import CryptographyAPI
import FoundationEssentials
import Glibc

/// What the program keeps of itself: where it is found, and what lets browsers
/// in.
struct AppFolder: Sendable {
    let path: String

    private var file: AtomicFile { AtomicFile(path: path + "/origin") }
    var tokens: String { path + "/launch" }

    /// Where the program is found; nil while it is starting.
    func origin() throws(FileError) -> AppOrigin? {
        try file.contents(limit: 256).flatMap { AppOrigin(String(decoding: $0, as: UTF8.self)) }
    }

    /// Keeps where it is found.
    func keep(_ origin: AppOrigin) throws(FileError) {
        try file.replace(with: Data(origin.text.utf8), durability: .power)
    }

    /// Forgets where it was found, so that nobody is led there any more.
    func forgetOrigin() throws(FileError) {
        try file.remove()
    }

    /// Makes the folder, and has it for this process alone while the result lives.
    ///
    /// - Returns: Nil if another process has it.
    func occupy() throws(FileError) -> OccupiedFolder? {
        try AtomicFile.makeFolder(tokens)
        let file = path + "/lock"
        let descriptor = unsafe open(file, O_CREAT | O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw FileError(call: "open", path: file, code: errno) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let code = errno
            close(descriptor)
            guard code == EWOULDBLOCK else { throw FileError(call: "flock", path: file, code: code) }
            return nil
        }
        return OccupiedFolder(descriptor: descriptor)
    }
}

/// A folder that this process has for itself.
final class OccupiedFolder: Sendable {
    private let descriptor: Int32

    fileprivate init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit {
        // Closing the only descriptor gives the lock back (flock(2)).
        close(descriptor)
    }
}
