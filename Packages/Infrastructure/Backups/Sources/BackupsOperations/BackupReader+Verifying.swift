import AtomicFiles
import ConsoleAPI
import CoreModels
import CryptographyAPI
import DataFolderAPI
import FoundationEssentials
import Localization

/// How a backup is read to its end.
extension BackupReader {
    /// What was found.
    struct Verdict: Sendable {
        /// What the backup says of itself, if that is sound.
        let contents: Contents?
        /// What isn't as it was made or doesn't fit together.
        var findings: [BackupFinding]
        /// Whether database and key were opened as a server would: those of an encrypted backup only with its key.
        var isOpened = false
        /// Why they couldn't be, through no fault of the backup's.
        var obstacle: LocalizedText?
    }

    /// Reads everything, and finds what isn't as it was made or doesn't fit together.
    ///
    /// - Parameter scratch: Makes a folder for what is read in the clear.
    /// - Throws: ``BackupError/keyWrong(_:_:)``.
    func verify(_ trial: BackupTrial, _ progress: any ProgressReporting) async throws -> Verdict {
        let contents: Contents
        do {
            contents = try await onDisk { try self.contents() }
        } catch BackupError.notSound(_, let findings) {
            return Verdict(contents: nil, findings: findings)
        }
        var verdict = Verdict(contents: contents, findings: try await onDisk { try changed(of: contents, progress) })
        let own = Set(contents.manifest.own.keys)
        guard !verdict.findings.contains(where: { own.contains($0.file) }) else { return verdict }
        guard !contents.manifest.isSealed || opening != nil else {
            if place.isFoundDamagedWithKey(name) { verdict.obstacle = BackupTexts.damagedWithKey }
            return verdict
        }
        // A disk that takes nothing more keeps nobody from trying what is on it.
        let places = contents.manifest.isSealed ? [Self.makeClearFolder] : [place.makeUnfinished, Self.makeClearFolder]
        for makeScratch in places {
            do {
                try await open(contents, trial, in: makeScratch(), &verdict)
                verdict.obstacle = nil
                break
            } catch let error as FileError {
                verdict.obstacle = BackupTexts.makeRoom + error.text
            } catch let failure as CommandFailure where failure.isObstacle {
                verdict.obstacle = BackupTexts.makeRoom + failure.message
            }
        }
        return verdict
    }

    /// A folder for what is in the clear for a moment: not on the disk of the backups, where others may look for what
    /// was removed.
    private static func makeClearFolder() throws -> String {
        let parent = ProcessInfo.processInfo.environment["TMPDIR"] ?? "/var/tmp"
        let folder = "\(BackupCommands.withoutSlash(parent))/essentiald-\(UUID().uuidString.lowercased())"
        try AtomicFile.makeFolder(folder)
        return folder
    }

    /// Opens database and key as a server would, on copies.
    private func open(
        _ contents: Contents, _ trial: BackupTrial, in scratch: String, _ verdict: inout Verdict
    ) async throws {
        defer { try? FileManager.default.removeItem(atPath: scratch) }
        do {
            let shared = try await onDisk { try clear(contents, into: scratch + "/clear") }
            let lacking = try await trial.open(scratch + "/clear", called: path(of: DataFolder.databaseName)) { data in
                try await contents.lacking(try await data.namedFiles(), among: shared, in: data)
            }
            verdict.findings += lacking
            verdict.isOpened = true
        } catch let failure as CommandFailure where !failure.isObstacle {
            verdict.findings.append(.unfit(failure))
        } catch BackupError.notSound(_, let findings) {
            // Of an encrypted backup the files that backups share were found changed before.
            verdict.findings += findings.filter { !verdict.findings.contains($0) }
        }
    }

    /// Copies database and key, and of an encrypted backup reads what it shares with others.
    ///
    /// - Returns: The shared files, as rows name them.
    private func clear(_ contents: Contents, into folder: String) throws -> Set<SharedFile> {
        try AtomicFile.makeFolder(folder)
        var shared: Set<SharedFile> = contents.manifest.isSealed ? [] : contents.manifest.shared
        for file in contents.files {
            if file.name != nil, file.path.hasPrefix("../") { continue }
            let read = try put(file, of: contents, into: folder)
            guard let file = read.shared else { continue }
            shared.insert(file)
            try FileManager.default.removeItem(atPath: folder + "/" + read.path)
        }
        return shared
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
