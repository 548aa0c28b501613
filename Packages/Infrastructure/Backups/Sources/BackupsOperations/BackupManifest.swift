import CryptographyAPI
import DataFolderAPI
import FoundationEssentials

/// A file in the data folder that a row names, and in the folder of backups, where all backups share it.
struct SharedFile: Hashable, Comparable, Sendable {
    /// The folder within the data folder, such as `images`.
    let folder: String
    /// What a row says is the SHA-256 of the content; anything that somebody has written there.
    ///
    /// Of an encrypted file it is that of the file itself.
    let digest: String
    /// Of an encrypted file what it is called in place of the digest of what it has.
    var cover: String?

    /// Where it is below the data folder, and below the folder of backups; nil if that is no digest.
    var path: String? {
        guard digest.isDigest, folder.isPlainName else { return nil }
        guard let cover else { return "\(folder)/\(digest.prefix(2))/\(digest)" }
        return cover.isDigest ? "\(folder)/\(cover.prefix(2))/\(cover)-\(digest)\(BackupSealing.ending)" : nil
    }

    /// What people read.
    var label: String { "\(folder)/\(cover ?? digest)" }

    static func < (left: SharedFile, right: SharedFile) -> Bool {
        (left.folder, left.cover ?? "", left.digest) < (right.folder, right.cover ?? "", right.digest)
    }
}

extension SharedFile {
    /// Reads where a file is; nil for anything but what ``path`` gives.
    init?(path: String) {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 3 else { return nil }
        let name = parts[2].split(separator: "-", omittingEmptySubsequences: false).map(String.init)
        if name.count == 2, name[1].hasSuffix(BackupSealing.ending) {
            let digest = String(name[1].dropLast(BackupSealing.ending.utf8.count))
            self.init(folder: String(parts[0]), digest: digest, cover: name[0])
        } else {
            self.init(folder: String(parts[0]), digest: String(parts[2]))
        }
        guard self.path == path else { return nil }
    }
}

/// What a backup has, each with its SHA-256: the file `SHA256SUMS`, which sha256sum(1) reads as well.
///
/// It is written last, and the backup's name ends in the beginning of its own digest; so everything in a backup
/// follows from the name.
struct BackupManifest: Hashable, Sendable {
    static let name = "SHA256SUMS"
    /// The files that a backup has for itself, all of which it needs.
    static let ownNames = [BackupDescription.name, DataFolder.databaseName, DataFolder.keyName]
    /// The same of one that is encrypted, but for what it is.
    static let sealedNames =
        [BackupDescription.name] + ownNames.dropFirst().map { $0 + BackupSealing.ending }

    /// The digests of the files that the backup has for itself, by name.
    var own: [String: String]
    /// The files that it shares with other backups.
    var shared: Set<SharedFile>

    /// Whether it is encrypted.
    var isSealed: Bool { own[DataFolder.databaseName] == nil }

    /// What sha256sum(1) prints, called in the backup's folder.
    var text: Data {
        let lines =
            own.sorted { $0.key < $1.key }.map { "\($0.value)  \($0.key)\n" }
            + shared.sorted().compactMap { file in file.path.map { "\(file.digest)  ../\($0)\n" } }
        return Data(lines.joined().utf8)
    }
}

extension BackupManifest {
    /// Reads a manifest; nil for anything but what ``text`` makes, such as a path that leads elsewhere.
    init?(_ text: Data) {
        own = [:]
        shared = []
        guard text.last == UInt8(ascii: "\n") else { return nil }
        for line in [UInt8](text.dropLast()).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            let digest = String(decoding: line.prefix(64), as: UTF8.self)
            let path = String(decoding: line.dropFirst(66), as: UTF8.self)
            guard digest.isDigest, line.dropFirst(64).starts(with: "  ".utf8) else { return nil }
            if (Self.ownNames + Self.sealedNames).contains(path) {
                guard own.updateValue(digest, forKey: path) == nil else { return nil }
            } else {
                guard path.hasPrefix("../"), let file = SharedFile(path: String(path.dropFirst(3))),
                    file.digest == digest, shared.insert(file).inserted
                else { return nil }
            }
        }
        guard Set(own.keys) == Set(isSealed ? Self.sealedNames : Self.ownNames) else { return nil }
        guard shared.allSatisfy({ ($0.cover != nil) == isSealed }) else { return nil }
    }

    /// The digest of `backup.json`, which stands first, of a manifest that nobody needs to read to its end.
    static func digestOfDescription(in text: Data) -> String? {
        let line = text.prefix { $0 != UInt8(ascii: "\n") }
        let digest = String(decoding: line.prefix(64), as: UTF8.self)
        return digest.isDigest && line.dropFirst(64).elementsEqual("  \(BackupDescription.name)".utf8) ? digest : nil
    }
}

/// What a backup is: the file `backup.json`.
struct BackupDescription: Codable, Hashable, Sendable {
    static let name = "backup.json"
    /// The forms in which this program writes backups; others it doesn't read.
    static let format = 1
    /// That of one that is encrypted, which an older program doesn't know.
    static let sealedFormat = 2

    /// Numbers beyond that none reaches by counting, and JSON doesn't keep (RFC 8259, section 6).
    static let highestNumber = 1 << 53

    let format: Int
    /// How many were made before it, and one more; nil for one of an older program.
    let number: Int?
    let createdAt: Date
    /// How many files it shares with others, and how many bytes all of it has.
    let files: Int
    let bytes: Int
    /// What rows name and the server itself had no good file of; in an encrypted one what that is called in place of
    /// digests.
    let missing: [String]
    /// The public keys to which it is encrypted, as text; nil if it isn't.
    var recipients: [String]?

    enum CodingKeys: String, CodingKey {
        case format, number, files, bytes, missing, recipients
        case createdAt = "created_at"
    }

    /// Whether what it says can be: somebody may have written it by hand.
    var isPossible: Bool {
        number.map { (1...Self.highestNumber).contains($0) } ?? true && bytes >= 0
            && (format == Self.sealedFormat) == (recipients != nil)
    }

    /// Whether it is encrypted.
    var isSealed: Bool { recipients != nil }
}

extension String {
    /// Whether it is a SHA-256 as it is written here: 64 digits in base 16, in lower case.
    var isDigest: Bool { utf8.count == 64 && isHexadecimal }

    var isHexadecimal: Bool {
        utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || UInt8(ascii: "a")...UInt8(ascii: "f") ~= $0 }
    }

    /// Whether it can only name something in the folder where it is looked for.
    var isPlainName: Bool {
        !isEmpty && utf8.allSatisfy { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 || $0 == UInt8(ascii: "-") }
    }
}
