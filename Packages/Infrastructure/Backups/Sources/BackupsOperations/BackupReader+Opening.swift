import AtomicFiles
import CoreModels
import CryptographyAPI
import FoundationEssentials

/// How a backup is read in the clear.
extension BackupReader {
    /// - Throws: ``BackupError/keyNeeded(_:_:)`` for an encrypted backup if nobody named a private key.
    func checkForKey(_ contents: Contents) throws {
        if let recipients = contents.description.recipients, opening == nil {
            throw BackupError.keyNeeded(name, recipients)
        }
    }

    /// Copies a file, in the clear, to where there is none.
    ///
    /// - Throws: ``BackupError/notSound(_:_:)`` if it isn't as it was made, ``BackupError/keyWrong(_:_:)`` if it is
    ///   and the private key is another one.
    func copy(_ file: File, of contents: Contents, to target: String) throws -> FileContent {
        let source = path(of: file.path)
        guard AtomicFile(path: source).exists else { throw refusal(.missing(file.path)) }
        do {
            let cipher = contents.manifest.isSealed ? opening?.cipher() : nil
            let copied = try pieces.copy(source, to: target, limit: contents.largestFile, through: cipher)
            guard copied.source.digest == file.digest else { throw refusal(.changed(file.path)) }
            return copied.copy
        } catch let error as FileError where error.path == source {
            throw refusal(.changed(file.path))
        } catch let error as FileEncryptionError {
            if case .library(let error) = error { throw error }
            // Whether it is the key or the file that is another one its digest tells.
            let content = try? pieces.content(of: source, limit: contents.largestFile)
            guard error == .noMatchingKey, content?.digest == file.digest else {
                throw refusal(.changed(file.path))
            }
            throw BackupError.keyWrong(name, contents.description.recipients ?? [])
        }
    }

    /// A file in a data folder.
    struct Restored: Sendable {
        /// Where it is below the folder.
        let path: String
        /// What it was when it was written.
        let digest: String
        /// What rows call it, if it is shared; nil for one of the backup alone.
        let shared: SharedFile?
    }

    /// Copies a file to where it belongs in a data folder.
    func put(_ file: File, of contents: Contents, into folder: String) throws -> Restored {
        if let name = file.name {
            let copy = AtomicFile(path: folder + "/" + name)
            try AtomicFile.makeFolder(copy.folder)
            let content = try self.copy(file, of: contents, to: copy.path)
            return Restored(path: name, digest: content.digest, shared: SharedFile(path: name))
        }
        guard let kind = file.path.split(separator: "/").dropFirst().first else { throw refusal(.changed(file.path)) }
        let incoming = folder + "/incoming"
        let shared = SharedFile(folder: String(kind), digest: try copy(file, of: contents, to: incoming).digest)
        guard let path = shared.path else { throw refusal(.changed(file.path)) }
        let kept = AtomicFile(path: folder + "/" + path)
        try AtomicFile.makeFolder(kept.folder)
        try BackupPlace.rename(incoming, to: kept.path)
        return Restored(path: path, digest: shared.digest, shared: shared)
    }
}
