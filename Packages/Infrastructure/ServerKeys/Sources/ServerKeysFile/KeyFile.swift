import CoreModels
import CryptographyAPI
import FoundationEssentials
import Glibc
import Localization
import ServerKeysAPI

/// A file with one key of 32 bytes, made once and never overwritten.
///
/// It holds a mark, the key, and the start of the key's digest, by which a
/// damaged file is told from another key.
struct KeyFile: Sendable {
    static let mark = Data("essential-key-1\n".utf8)
    static let keyByteCount = 32
    static let checkByteCount = 8

    let path: String
    let keys: any SymmetricKeyMaking
    let hashing: any Hashing

    func loadOrCreate() throws(ServerKeyError) -> any SymmetricKey {
        if let key = try load() { return key }
        try create()
        guard let key = try load() else { throw failure("open", ENOENT) }
        return key
    }

    /// The key; nil if there is no file.
    func load() throws(ServerKeyError) -> (any SymmetricKey)? {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            if errno == ELOOP {
                throw .unsafe(
                    path: path, reason: LocalizedText(en: "it is a symbolic link", es: "es un enlace simbólico"))
            }
            throw failure("open", errno)
        }
        defer { close(descriptor) }
        try checkOwnership(descriptor)
        let count = Self.mark.count + Self.keyByteCount + Self.checkByteCount
        var bytes = [UInt8](repeating: 0, count: count + 1)
        defer { Self.wipe(&bytes) }
        let readCount = unsafe read(descriptor, &bytes, bytes.count)
        guard readCount >= 0 else { throw failure("read", errno) }
        guard readCount == count, bytes.starts(with: Self.mark) else { throw .damaged(path: path) }
        let secret = Secret(bytes[Self.mark.count..<Self.mark.count + Self.keyByteCount])
        guard try checksum(of: secret).elementsEqual(bytes[(count - Self.checkByteCount)..<count]) else {
            throw .damaged(path: path)
        }
        return try perform { () throws(CryptographyError) in try keys.makeKey(copying: secret) }
    }

    /// Makes the file as a whole or not at all.
    ///
    /// If another process makes it at the same time, the file of the first one
    /// stands.
    private func create() throws(ServerKeyError) {
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        if unsafe mkdir(folder.isEmpty ? "/" : folder, 0o700) != 0, errno != EEXIST { throw failure("mkdir", errno) }
        let temporary = "\(path).\(getpid()).\(UInt64.random(in: .min ... .max)).new"
        let descriptor = unsafe open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw failure("open", errno) }
        defer {
            close(descriptor)
            unsafe unlink(temporary)
        }
        try writeKey(to: descriptor)
        guard fsync(descriptor) == 0 else { throw failure("fsync", errno) }
        // link(2), unlike rename(2), fails when the name is taken.
        if unsafe link(temporary, path) != 0, errno != EEXIST { throw failure("link", errno) }
        try synchronize(folder: folder.isEmpty ? "/" : folder)
    }

    private func writeKey(to descriptor: Int32) throws(ServerKeyError) {
        let key = try perform { () throws(CryptographyError) in
            try keys.makeRandomKey(byteCount: Self.keyByteCount)
        }
        let secret = unsafe key.withUnsafeBytes { unsafe Secret($0) }
        let check = try checksum(of: secret)
        var bytes = [UInt8](Self.mark)
        bytes.reserveCapacity(Self.mark.count + Self.keyByteCount + Self.checkByteCount)
        unsafe key.withUnsafeBytes { unsafe bytes.append(contentsOf: $0) }
        bytes.append(contentsOf: check)
        defer { Self.wipe(&bytes) }
        guard unsafe write(descriptor, bytes, bytes.count) == bytes.count else { throw failure("write", errno) }
    }

    private func checkOwnership(_ descriptor: Int32) throws(ServerKeyError) {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw failure("fstat", errno) }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw .unsafe(
                path: path, reason: LocalizedText(en: "it is not a plain file", es: "no es un archivo normal"))
        }
        guard status.st_uid == geteuid() else {
            throw .unsafe(path: path, reason: LocalizedText(en: "it belongs to another user", es: "es de otro usuario"))
        }
        guard status.st_mode & 0o077 == 0 else {
            throw .unsafe(path: path, reason: LocalizedText(en: "others may read it", es: "otros pueden leerlo"))
        }
    }

    private func synchronize(folder: String) throws(ServerKeyError) {
        let descriptor = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure("open", errno) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw failure("fsync", errno) }
    }

    private func checksum(of secret: Secret) throws(ServerKeyError) -> Data {
        try perform { () throws(CryptographyError) in try hashing.sha256(secret) }.prefix(Self.checkByteCount)
    }

    private func perform<Value>(_ body: () throws(CryptographyError) -> Value) throws(ServerKeyError) -> Value {
        do {
            return try body()
        } catch {
            throw ServerKeyError(error)
        }
    }

    private static func wipe(_ bytes: inout [UInt8]) {
        unsafe bytes.withUnsafeMutableBytes { buffer in
            if let base = buffer.baseAddress { unsafe explicit_bzero(base, buffer.count) }
        }
    }

    private func failure(_ operation: String, _ number: Int32) -> ServerKeyError {
        .fileSystem(path: path, operation: operation, errorNumber: number)
    }
}
