import AtomicFiles
import ConsoleAPI
import CoreModels
import CryptographyAPI
import DataFolderAPI
import FoundationEssentials
import OperatingAPI

/// Reads a backup, and believes nothing of it that doesn't follow from its name.
struct BackupReader: Sendable {
    let place: BackupPlace
    let name: String
    let pieces: FilePieces
    /// What reads an encrypted one; nil if nobody named a private key.
    var opening: BackupOpening?

    /// A file that is to be read.
    struct File: Sendable {
        /// Where it is below the backup's folder.
        let path: String
        /// Of what is there.
        let digest: String
        /// What it is called in a data folder; nil for what backups share and its content only tells, as that is
        /// encrypted.
        let name: String?
    }

    /// What a backup says of itself.
    struct Contents: Sendable {
        let manifest: BackupManifest
        let description: BackupDescription
        /// The files that are to be read, those of the backup alone first.
        var files: [File] {
            let ending = manifest.isSealed ? BackupSealing.ending : ""
            let own = [DataFolder.databaseName, DataFolder.keyName].compactMap { name in
                manifest.own[name + ending].map { File(path: name + ending, digest: $0, name: name) }
            }
            return own
                + manifest.shared.sorted().compactMap { file in
                    file.path.map {
                        File(path: "../" + $0, digest: file.digest, name: manifest.isSealed ? nil : $0)
                    }
                }
        }

        /// More than any file of it has: nobody reads on in one that grows without end.
        var largestFile: Int { max(description.bytes, BackupReader.leastLimit) }

        /// The files that rows name and neither the backup has nor the server had.
        ///
        /// - Parameters:
        ///   - shared: What the backup turned out to have, in the clear.
        ///   - data: The backup's own, which know how it covers digests.
        func lacking(
            _ named: Set<SharedFile>, among shared: Set<SharedFile>, in data: ServerData
        ) async throws -> [BackupFinding] {
            let known = Set(description.missing), absent = named.subtracting(shared).sorted()
            guard let recipients = description.recipients, !known.isEmpty else {
                return absent.filter { !known.contains($0.label) }.map(BackupFinding.unlisted)
            }
            let sealing = try await BackupSealing(
                to: recipients.compactMap { FileRecipient($0) }, keys: data.keys, data.cryptography)
            return try absent.filter { !known.contains("\($0.folder)/" + (try sealing.cover(of: $0))) }
                .map(BackupFinding.unlisted)
        }
    }

    /// `backup.json` isn't counted among the bytes of a backup.
    private static let leastLimit = 1 << 20

    /// Far more than millions of files take.
    private static let largestManifest = 1 << 30

    func path(of file: String) -> String { place.path(of: name) + "/" + file }

    /// Reads what the backup says of itself.
    ///
    /// - Throws: ``BackupError/notSound(_:_:)``.
    func contents() throws -> Contents {
        let text = try manifest()
        guard let manifest = BackupManifest(text) else { throw refusal(.changed(BackupManifest.name)) }
        let description = try description(provedBy: text)
        guard manifest.isSealed == description.isSealed else { throw refusal(.changed(BackupManifest.name)) }
        return Contents(manifest: manifest, description: description)
    }

    /// Reads which files it shares with others, whatever it is called.
    ///
    /// - Throws: ``BackupError/notSound(_:_:)``.
    func needed() throws -> Set<SharedFile> {
        let text = try text(of: BackupManifest.name, limit: Self.largestManifest)
        guard let manifest = BackupManifest(text) else { throw refusal(.changed(BackupManifest.name)) }
        return manifest.shared
    }

    /// Reads what the backup is, without the list of what it has.
    ///
    /// - Throws: ``BackupError/notSound(_:_:)``.
    func description() throws -> BackupDescription { try description(provedBy: manifest()) }

    /// The list, which the name proves.
    private func manifest() throws -> Data {
        let text = try text(of: BackupManifest.name, limit: Self.largestManifest)
        guard name.hasSuffix("-" + (try BackupPlace.mark(of: text, pieces.hashing))) else {
            throw refusal(.changed(BackupManifest.name))
        }
        return text
    }

    private func description(provedBy manifest: Data) throws -> BackupDescription {
        let description = try self.text(of: BackupDescription.name, limit: Self.largestManifest)
        guard let digest = BackupManifest.digestOfDescription(in: manifest) else {
            throw refusal(.changed(BackupManifest.name))
        }
        guard digest == (try pieces.hashing.sha256(description).hexadecimal) else {
            throw refusal(.changed(BackupDescription.name))
        }
        let decoder = WireCoding.decoder()
        guard let format = try? decoder.decode(Format.self, from: description).format else {
            throw refusal(.changed(BackupDescription.name))
        }
        guard [BackupDescription.format, BackupDescription.sealedFormat].contains(format),
            let read = try? decoder.decode(BackupDescription.self, from: description), read.isPossible
        else { throw refusal(.format(format)) }
        let right = BackupPlace.name(at: read.createdAt, marked: String(name.suffix(8)))
        guard name == right else { throw refusal(.renamed(right)) }
        return read
    }

    private struct Format: Decodable {
        let format: Int
    }

    private func text(of file: String, limit: Int) throws -> Data {
        do {
            if let text = try pieces.text(of: path(of: file), limit: limit) { return text }
        } catch is FileError {
            // A folder or a pipe in its place, or a disk that gives it back no more.
            throw refusal(.changed(file))
        }
        throw refusal(.missing(file))
    }

    func refusal(_ findings: BackupFinding...) -> BackupError { .notSound(name, findings) }

    /// Why its copy, which is as it was made, wasn't opened.
    func refusal(opening failure: CommandFailure) -> BackupError {
        failure.isObstacle ? .notOpened(name, failure.message) : refusal(.unfit(failure))
    }
}

extension CommandFailure {
    /// Whether it tells nothing of the backup whose copy it kept from being opened.
    ///
    /// A backup was opened before it got its name, and what is opened is as it was then. So it is the place of the copy
    /// that is full or fails, or another program that made it: what fits no key, and no part, is called otherwise.
    var isObstacle: Bool { ["database", "file", "start_failed"].contains(code) }
}
