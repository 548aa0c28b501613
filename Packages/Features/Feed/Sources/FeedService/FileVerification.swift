import AtomicFiles
import CoreModels
import CryptographyAPI
import Dispatch
import FeedContract
import FoundationEssentials
import Glibc
import HTTPServingAPI
import HTTPTypes
import Localization
import Locking
import TelemetryAPI

/// Makes sure that a picture's file is what its name says before it is sent.
///
/// A file is read once in the life of the program, and again when its size, its
/// times or its place on the disk have changed. However many ask at once, each
/// file is read by one of them, and one file at a time is in memory.
final class FileVerification: Sendable {
    /// By what a file is told from one that was changed or replaced.
    private struct State: Equatable, Sendable {
        var size = 0
        var number: UInt = 0
        var times: [Int] = []
    }

    private struct Files {
        var good: [String: State] = [:]
        /// nil stands for a file that isn't there.
        var damaged: [String: State?] = [:]
        var running: [String: Task<Result<Bool, FileError>, Never>] = [:]
    }

    /// How many are remembered, in a few megabytes.
    ///
    /// When there are more, all are forgotten: reading those that are in use
    /// again costs less than keeping their order.
    private static let capacity = 20_000
    /// A file that is larger is none that was kept.
    private static let largest = 256 * 1024 * 1024
    /// Not the queue on which others wait for the disk.
    private static let reading = DispatchQueue(label: "essential.feed.verification")

    private let hashing: any Hashing
    private let log: Logger
    private let files = Locked(Files())

    init(hashing: any Hashing, log: Logger) {
        self.hashing = hashing
        self.log = log
    }

    /// How many of the files that were asked for are damaged or missing.
    var damagedCount: Int { files.withLock { $0.damaged.count } }

    /// Passes when the file at `path` has the content that `digest` names.
    ///
    /// - Throws: ``HTTPServingAPI/HTTPProblem/damagedImage`` when it hasn't, or
    ///   isn't there; `FileError` when the disk doesn't tell.
    func require(_ digest: String, at path: String) async throws {
        let present = try Self.state(of: path)
        let known: Bool? = files.withLock { files in
            if let present, files.good[digest] == present { return true }
            if case .some(let damaged) = files.damaged[digest], damaged == present { return false }
            return nil
        }
        let isGood = if let known { known } else { try await verify(digest, at: path) }
        guard isGood else { throw HTTPProblem.damagedImage }
    }

    /// Whether a file is there and has the content that `digest` names.
    func holds(_ digest: String, at path: String) async -> Bool {
        guard AtomicFile(path: path).exists else { return false }
        do {
            try await require(digest, at: path)
            return true
        } catch {
            return false
        }
    }

    /// Forgets a file that was removed because nobody needs it.
    func forget(_ digest: String) {
        files.withLock { files in
            files.good[digest] = nil
            files.damaged[digest] = nil
        }
    }

    /// Reads the file, or waits for who reads it.
    private func verify(_ digest: String, at path: String) async throws(FileError) -> Bool {
        let task = files.withLock { files in
            if let task = files.running[digest] { return task }
            // Others wait for it as well, so it doesn't end with who asked first.
            let task = Task { await self.read(digest, at: path) }
            files.running[digest] = task
            return task
        }
        return try await task.value.get()
    }

    private func read(_ digest: String, at path: String) async -> Result<Bool, FileError> {
        let outcome: Result<(State?, Bool), FileError> = await withCheckedContinuation { continuation in
            Self.reading.async { [hashing] in
                continuation.resume(
                    returning: Result { () throws(FileError) in try Self.judge(digest, path, hashing) })
            }
        }
        defer { files.withLock { $0.running[digest] = nil } }
        switch outcome {
        case .failure(let error): return .failure(error)
        case .success((let state, let isGood)):
            note(digest, at: path, state, isGood)
            return .success(isGood)
        }
    }

    private func note(_ digest: String, at path: String, _ state: State?, _ isGood: Bool) {
        files.withLock { files in
            if files.good.count >= Self.capacity { files.good.removeAll(keepingCapacity: true) }
            files.good[digest] = isGood ? state : nil
            if isGood { files.damaged[digest] = nil } else { files.damaged[digest] = .some(state) }
        }
        guard !isGood else { return }
        log.error(
            "a picture's file is damaged or missing; restore it from a backup",
            ["path": path, "missing": state == nil])
    }

    /// Reads with read(2): a mapped page that the disk doesn't give ends the
    /// program.
    private static func judge(_ digest: String, _ path: String, _ hashing: any Hashing) throws(FileError) -> (
        State?, Bool
    ) {
        let before = try state(of: path)
        guard before != nil else { return (nil, false) }
        do throws(FileError) {
            guard let content = try AtomicFile(path: path).contents(limit: largest) else { return (nil, false) }
            return (before, (try? hashing.sha256(content))?.hexadecimal == digest)
        } catch {
            guard error.code == EFBIG else { throw error }
            return (before, false)
        }
    }

    private static func state(of path: String) throws(FileError) -> State? {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else {
            guard errno == ENOENT else { throw FileError(call: "stat", path: path, code: errno) }
            return nil
        }
        return State(
            size: Int(status.st_size), number: UInt(status.st_ino),
            times: [status.st_mtim.tv_sec, status.st_mtim.tv_nsec, status.st_ctim.tv_sec, status.st_ctim.tv_nsec])
    }
}

extension HTTPProblem {
    /// 500: the server has the picture, and its file isn't what it was.
    static let damagedImage = HTTPProblem(
        status: .internalServerError, code: "image_damaged",
        title: LocalizedText(
            en: "The server's copy of this picture is damaged.",
            es: "La copia de esta imagen en el servidor está dañada."),
        detail: LocalizedText(
            en: "Nothing of it was sent, and what you have of it is good. Tell whoever runs the server: it can be "
                + "restored from a backup.",
            es: "No se envió nada de ella, y lo que tengas de ella es bueno. Avisa a quien gestiona el servidor: puede "
                + "restaurarse de una copia."))
}
