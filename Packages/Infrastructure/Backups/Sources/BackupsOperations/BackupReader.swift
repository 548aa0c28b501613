import AtomicFiles
import ConsoleAPI
import CoreModels
import CryptographyAPI
import DataFolderAPI
import FoundationEssentials

/// Reads a backup, and believes nothing of it that doesn't follow from its name.
struct BackupReader: Sendable {
    let place: BackupPlace
    let name: String
    let pieces: FilePieces

    /// What a backup says of itself.
    struct Contents: Sendable {
        let manifest: BackupManifest
        let description: BackupDescription
        /// The files that are to be read, by where they are below the backup's folder, with their digests.
        var files: [(path: String, digest: String)] {
            [DataFolder.databaseName, DataFolder.keyName].compactMap { name in
                manifest.own[name].map { (name, $0) }
            } + manifest.shared.sorted().compactMap { file in file.path.map { ("../" + $0, file.digest) } }
        }

        /// More than any file of it has: nobody reads on in one that grows without end.
        var largestFile: Int { max(description.bytes, BackupReader.leastLimit) }

        /// The files that rows name and neither the backup has nor the server had.
        func lacking(_ named: Set<SharedFile>) -> [BackupFinding] {
            let known = Set(description.missing)
            return named.subtracting(manifest.shared).filter { !known.contains($0.label) }.sorted()
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
        return Contents(manifest: manifest, description: try description(provedBy: text))
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
        guard format == BackupDescription.format,
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

    /// Reads everything, and finds what isn't as it was made or doesn't fit together.
    ///
    /// - Returns: What the backup says of itself, if that is sound, and all that was found.
    func verify(_ trial: BackupTrial, _ progress: any ProgressReporting) async throws -> (Contents?, [BackupFinding]) {
        let contents: Contents
        do {
            contents = try await onDisk { try self.contents() }
        } catch BackupError.notSound(_, let findings) {
            return (nil, findings)
        }
        var findings = try await onDisk { try changed(of: contents, progress) }
        guard !findings.contains(where: { BackupManifest.ownNames.contains($0.file) }) else {
            return (contents, findings)
        }
        let scratch = try place.makeUnfinished()
        defer { try? FileManager.default.removeItem(atPath: scratch) }
        do {
            let named = try await trial.files(
                namedIn: place.path(of: name), scratch: scratch + "/trial",
                called: path(of: DataFolder.databaseName))
            findings += contents.lacking(named)
        } catch let failure as CommandFailure {
            findings.append(.unfit(failure))
        }
        return (contents, findings)
    }

    private func changed(of contents: Contents, _ progress: any ProgressReporting) throws -> [BackupFinding] {
        var findings: [BackupFinding] = []
        let files = contents.files
        for (count, file) in files.enumerated() {
            progress.update(completed: Int64(count), total: Int64(files.count))
            do {
                let content = try pieces.content(of: path(of: file.path), limit: contents.largestFile)
                if content?.digest != file.digest {
                    findings.append(content == nil ? .missing(file.path) : .changed(file.path))
                }
            } catch is FileError {
                // What a disk gives back no more is worth as little as what was changed; the others are read.
                findings.append(.changed(file.path))
            }
        }
        return findings
    }
}
