import Glibc
import SQLStoreAPI

/// Which file stands under a name, whatever else it is called.
struct FileIdentity: Hashable, Sendable {
    private let device: UInt
    private let number: UInt

    /// nil if there is no file.
    init?(of path: String) throws(SQLError) {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else {
            guard errno == ENOENT else { throw SystemFailure(call: "looking at \(path)").sqlError }
            return nil
        }
        device = UInt(status.st_dev)
        number = UInt(status.st_ino)
    }
}
