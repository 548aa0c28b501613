import AtomicFiles
import Dispatch
import FoundationEssentials

/// The files of the pictures, each named by the digest of its content, so the
/// same content is kept once and a file never changes.
struct ImageFiles: Sendable {
    let folder: String

    /// Waiting for the disk takes long; it happens here, one file at a time.
    private static let disk = DispatchQueue(label: "essential.feed.image-files")

    func path(of digest: String) -> String {
        folder + "/" + digest.prefix(2) + "/" + digest
    }

    /// Keeps the content; it is durable when this returns.
    func write(_ content: Data, digest: String) async throws(FileError) {
        let file = AtomicFile(path: path(of: digest))
        let outcome: Result<Void, FileError> = await withCheckedContinuation { continuation in
            Self.disk.async {
                continuation.resume(
                    returning: Result { () throws(FileError) in
                        if !file.exists { try file.replace(with: content, durability: .power) }
                        // The folder of the digest may be new as well.
                        try AtomicFile.synchronizeFolder(folder)
                    })
            }
        }
        try outcome.get()
    }
}
