import AtomicFiles
import Dispatch
import FoundationEssentials
import Glibc
import SQLStoreAPI

/// The files of the pictures, each named by the digest of its content, so the
/// same content is kept once and a file never changes.
struct ImageFiles: Sendable {
    /// Its name in the data folder.
    static let folderName = "images"
    /// Reads the digests of all that rows name.
    static let named: SQL = "SELECT digest FROM images UNION SELECT digest FROM image_sizes"

    let folder: String
    /// Tells whether a file is what its name says.
    let verification: FileVerification

    /// Waiting for the disk takes long; it happens here, one file at a time.
    private static let disk = DispatchQueue(label: "essential.feed.image-files")

    /// Where files are before they are known to be pictures.
    var incoming: String { folder + "/incoming" }

    func path(of digest: String) -> String {
        folder + "/" + digest.prefix(2) + "/" + digest
    }

    /// Does what waits for the disk on a thread that may wait.
    static func onDisk<Value: Sendable, Failure: Error>(
        _ work: @escaping @Sendable () throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let outcome: Result<Value, Failure> = await withCheckedContinuation { continuation in
            disk.async { continuation.resume(returning: Result { () throws(Failure) in try work() }) }
        }
        return try outcome.get()
    }

    /// Keeps the content; it is durable when this returns.
    func write(_ content: Data, digest: String) async throws(FileError) {
        let file = AtomicFile(path: path(of: digest))
        // A damaged file is replaced by whoever brings the same picture again.
        let isThere = await verification.holds(digest, at: file.path)
        try await Self.onDisk { () throws(FileError) in
            // Somebody may have removed it meanwhile.
            if !isThere || !file.exists { try file.replace(with: content, durability: .power) }
            // The folder of the digest may be new as well.
            try AtomicFile.synchronizeFolder(folder)
        }
    }

    /// Keeps a file of the same disk under its digest, in place of where it was;
    /// it is durable when this returns.
    func adopt(_ path: String, digest: String) async throws(FileError) {
        let file = AtomicFile(path: self.path(of: digest))
        let isThere = await verification.holds(digest, at: file.path)
        try await Self.onDisk { () throws(FileError) in
            if isThere, file.exists {
                unsafe unlink(path)
            } else {
                try AtomicFile.makeFolder(file.folder)
                try Self.synchronize(path)
                guard unsafe rename(path, file.path) == 0 else {
                    throw FileError(call: "rename", path: path, code: errno)
                }
                try AtomicFile.synchronizeFolder(file.folder)
            }
            try AtomicFile.synchronizeFolder(folder)
        }
    }

    /// Whether there is a file for each digest.
    func areThere(_ digests: [String]) -> Bool {
        digests.allSatisfy { AtomicFile(path: path(of: $0)).exists }
    }

    /// Removes a file; its name may come back after a power cut.
    func remove(_ digest: String) {
        unsafe unlink(path(of: digest))
        verification.forget(digest)
    }

    /// Passes when a file is there and is what its name says; see
    /// ``FileVerification/require(_:at:)``.
    func require(_ digest: String) async throws {
        try await verification.require(digest, at: path(of: digest))
    }

    /// The folders that hold files.
    func folders() async throws(FileError) -> [String] {
        try await names(in: folder).filter { $0.utf8.count == 2 && $0.isHexadecimal }
    }

    /// The digests of the files in one of ``folders()``; what else is there
    /// belongs to somebody else.
    func digests(in name: String) async throws(FileError) -> [String] {
        try await names(in: folder + "/" + name).filter {
            $0.utf8.count == 64 && $0.hasPrefix(name) && $0.isHexadecimal
        }
    }

    private func names(in folder: String) async throws(FileError) -> [String] {
        try await Self.onDisk { () throws(FileError) in
            (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        }
    }

    /// Makes the folder of what isn't known to be a picture.
    func makeIncoming() async throws(FileError) {
        let incoming = incoming
        try await Self.onDisk { () throws(FileError) in try AtomicFile.makeFolder(incoming) }
    }

    /// Removes what was being received when the program was killed.
    func removeIncoming() async {
        let incoming = incoming
        _ = try? await Self.onDisk { () throws(FileError) in
            for name in (try? FileManager.default.contentsOfDirectory(atPath: incoming)) ?? [] {
                unsafe unlink(incoming + "/" + name)
            }
        }
    }

    private static func synchronize(_ path: String) throws(FileError) {
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw FileError(call: "open", path: path, code: errno) }
        defer { close(file) }
        guard fsync(file) == 0 else { throw FileError(call: "fsync", path: path, code: errno) }
    }
}

extension String {
    fileprivate var isHexadecimal: Bool {
        utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || UInt8(ascii: "a")...UInt8(ascii: "f") ~= $0 }
    }
}
