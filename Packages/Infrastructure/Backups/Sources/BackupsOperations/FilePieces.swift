import AtomicFiles
import CoreModels
import CryptographyAPI
import Dispatch
import FoundationEssentials
import Glibc

/// Does what waits for the disk on a thread that may wait.
func onDisk<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        DispatchQueue.global().async { continuation.resume(with: Result { try work() }) }
    }
}

/// What a file turned out to be when it was read to its end.
struct FileContent: Hashable, Sendable {
    /// SHA-256, in hexadecimal.
    let digest: String
    /// In bytes.
    let size: Int
}

/// What a file was when it was copied, and what became of it.
struct FileCopy: Hashable, Sendable {
    let source: FileContent
    let copy: FileContent
}

/// Reads and copies files piece by piece: a database may be larger than the memory.
struct FilePieces: Sendable {
    let hashing: any Hashing

    /// About what a disk gives at a time.
    private static let pieceSize = 1 << 20

    /// Reads a file; nil if there is none.
    ///
    /// - Parameter limit: The most bytes that it may have.
    func content(of path: String, limit: Int = .max) throws -> FileContent? {
        guard AtomicFile(path: path).exists else { return nil }
        return try read(path, limit) { _ in }
    }

    /// The bytes of a file; nil if there is none.
    func text(of path: String, limit: Int) throws -> Data? {
        guard AtomicFile(path: path).exists else { return nil }
        var text = Data()
        _ = try read(path, limit) { piece in
            // A copy: what is lent is wiped.
            text.append(contentsOf: [UInt8](piece))
        }
        return text
    }

    /// The size of a file in bytes; 0 if there is none.
    static func size(of path: String) -> Int {
        var status = stat()
        return unsafe stat(path, &status) == 0 ? Int(status.st_size) : 0
    }

    /// Waits until a file is on disk.
    static func synchronize(_ path: String) throws(FileError) {
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw FileError(call: "open", path: path, code: errno) }
        defer { close(file) }
        guard fsync(file) == 0 else { throw FileError(call: "fsync", path: path, code: errno) }
    }

    /// Whether an open file is one, and not a pipe or a device, of which some give without end.
    static func isPlain(_ file: Int32) -> Bool {
        var status = stat()
        return unsafe fstat(file, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// Copies a file to where there is none, for its owner only; it is on disk when this returns, its name in
    /// the folder not yet.
    ///
    /// - Parameter limit: The most bytes that it may have.
    func copy(_ path: String, to target: String, limit: Int = .max) throws -> FileContent {
        try copy(path, to: target, limit: limit, through: nil).copy
    }

    /// Copies a file as ``copy(_:to:limit:)`` does, encrypted or decrypted on the way.
    ///
    /// - Throws: `FileEncryptionError` where it can't be; what is at the target then is worth nothing.
    func copy(
        _ path: String, to target: String, limit: Int = .max, through cipher: (any FileCiphering)?
    ) throws -> FileCopy {
        let file = unsafe open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { throw FileError(call: "open", path: target, code: errno) }
        defer { close(file) }
        let digest = try hashing.makeSHA256()
        var size = 0
        let put = { (piece: Data) throws in
            try Self.write(piece, to: file, called: target)
            if cipher != nil { try digest.update(piece) }
            size += piece.count
        }
        let source = try read(path, limit) { piece in try put(cipher?.update(piece) ?? piece) }
        if let cipher { try put(cipher.finish()) }
        guard fsync(file) == 0 else { throw FileError(call: "fsync", path: target, code: errno) }
        guard cipher != nil else { return FileCopy(source: source, copy: source) }
        return FileCopy(source: source, copy: FileContent(digest: try digest.finish().hexadecimal, size: size))
    }

    private static func write(_ piece: Data, to file: Int32, called path: String) throws(FileError) {
        var rest = piece[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(file, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw FileError(call: "write", path: path, code: errno) }
            rest = rest.dropFirst(count)
        }
    }

    /// - Parameter take: Is lent each piece, and keeps none.
    private func read(_ path: String, _ limit: Int, _ take: (Data) throws -> Void) throws -> FileContent {
        // A pipe in its place holds nobody up.
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard file >= 0 else { throw FileError(call: "open", path: path, code: errno) }
        defer { close(file) }
        var status = stat()
        guard unsafe fstat(file, &status) == 0 else { throw FileError(call: "fstat", path: path, code: errno) }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw FileError(call: "open", path: path, code: status.st_mode & S_IFMT == S_IFDIR ? EISDIR : EINVAL)
        }
        guard status.st_size <= limit else { throw FileError(call: "read", path: path, code: EFBIG) }
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.pieceSize, alignment: 4096)
        defer {
            // A piece may be the server's key.
            if let base = buffer.baseAddress { unsafe explicit_bzero(base, buffer.count) }
            unsafe buffer.deallocate()
        }
        let digest = try hashing.makeSHA256()
        var size = 0
        while true {
            let count = unsafe Glibc.read(file, buffer.baseAddress, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw FileError(call: "read", path: path, code: errno) }
            guard count > 0, let base = buffer.baseAddress else { break }
            let piece = unsafe Data(bytesNoCopy: base, count: count, deallocator: .none)
            try digest.update(piece)
            try take(piece)
            size += count
            // It grows while it is read.
            guard size <= limit else { throw FileError(call: "read", path: path, code: EFBIG) }
        }
        return FileContent(digest: try digest.finish().hexadecimal, size: size)
    }
}
