import AtomicFiles
import CoreModels
import CryptographyAPI
import FoundationEssentials
import Glibc

/// The file of a private key, which an operator keeps away from the server; age reads it as well.
enum BackupKeyFile {
    /// Far more than a hundred keys take.
    private static let limit = 1 << 16

    /// Writes a key, for its owner only.
    static func write(_ identity: FileIdentity, of recipient: FileRecipient, to file: AtomicFile) throws {
        var text = Data("# public key: \(recipient.text)\n".utf8)
        unsafe identity.text.withUnsafeBytes { unsafe text.append(contentsOf: $0) }
        text.append(UInt8(ascii: "\n"))
        try file.replace(with: text, durability: .power)
    }

    /// The lines that have keys, at least one.
    ///
    /// - Throws: ``BackupError/keyUnusable(_:)``.
    static func lines(of path: String) throws -> [Secret] {
        guard let text = try AtomicFile(path: path).contents(limit: limit) else {
            throw FileError(call: "open", path: path, code: ENOENT)
        }
        let lines = text.split(separator: UInt8(ascii: "\n")).map { line in
            line.last == UInt8(ascii: "\r") ? line.dropLast() : line
        }.filter { !$0.isEmpty && $0.first != UInt8(ascii: "#") }
        guard !lines.isEmpty else { throw BackupError.keyUnusable(path) }
        return lines.map { Secret($0) }
    }
}
