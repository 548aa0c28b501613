import AtomicFiles
import FoundationEssentials

/// The files of the pictures, each named by the digest of its content, so the
/// same content is kept once and a file never changes.
struct ImageFiles: Sendable {
    let folder: String

    func path(of digest: String) -> String {
        folder + "/" + digest.prefix(2) + "/" + digest
    }

    /// Keeps the content; it is durable when this returns.
    func write(_ content: Data, digest: String) throws(FileError) {
        let file = AtomicFile(path: path(of: digest))
        guard !file.exists else { return }
        try file.replace(with: content, durability: .power)
        // The folder of the digest may be new as well.
        try AtomicFile.synchronizeFolder(folder)
    }
}
