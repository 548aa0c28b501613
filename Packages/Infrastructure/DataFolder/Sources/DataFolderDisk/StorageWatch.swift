import AtomicFiles
import CoreModels
import Dispatch
import FoundationEssentials
import Glibc
package import HTTPServingAPI
import Localization
import Locking
import SQLStoreAPI

/// Knows whether the disk of the data takes what is written, and says so to who
/// asks for the server's readiness, and to whose request failed for it.
package final class StorageWatch: Sendable {
    private struct State {
        /// A refusal since which nothing was written on trial.
        var trouble: LocalizedText?
        var tried: ContinuousClock.Instant?
    }

    /// With less room a write soon fails: the log of the database alone grows by
    /// that much at a time.
    private static let leastRoom: UInt64 = 1 << 20
    /// A trial is synchronised with the disk, and strangers may ask.
    private static let interval = Duration.seconds(1)

    private let folder: String
    private let state = Locked(State())

    package init(folder: String) {
        self.folder = folder
    }

    // MARK: - Requests that fail

    /// What an error that no feature expects, or one with which a feature says
    /// that it isn't available, means to whoever asked; nil if it isn't the disk's
    /// or the database's.
    package func problem(for error: any Error) -> HTTPProblem? {
        switch error {
        case let error as SQLError: problem(for: error)
        case let error as FileError:
            switch error.code {
            case ENOSPC, EDQUOT: full()
            case EIO, EROFS, EMFILE, ENFILE: unavailable(error.text)
            default: nil
            }
        case is HTTPProblem: room()
        case let error as any OutageError where error.isOutage:
            room() ?? HTTPProblem.unavailable(retryAfter: .seconds(5))
        default: nil
        }
    }

    private func problem(for error: SQLError) -> HTTPProblem? {
        switch error.code {
        case .diskFull: full()
        case .inputOutput, .readOnly, .permission, .cannotOpen, .outOfMemory, .busy:
            unavailable(error.advice ?? Self.unwritable)
        // The database is asked for itself, and a trial of the disk says nothing of it.
        case .unavailable, .timedOut, .outcomeUnknown: .unavailable(retryAfter: .seconds(5))
        default: nil
        }
    }

    private func full() -> HTTPProblem {
        note(Self.full)
        return .storageFull()
    }

    private func unavailable(_ trouble: LocalizedText) -> HTTPProblem {
        note(trouble)
        return .unavailable(retryAfter: .seconds(5))
    }

    /// Services say only that they are unavailable: the disk tells why.
    private func room() -> HTTPProblem? {
        hasRoom() == false ? full() : nil
    }

    private func note(_ trouble: LocalizedText) { state.withLock { $0.trouble = trouble } }

    // MARK: - Readiness

    /// Whether writes will succeed.
    ///
    /// After one that failed, a small file is written on trial, so that the
    /// server is ready again by itself.
    package func check() async -> HealthCheck.Result {
        if hasRoom() == false { return .failing(Self.full) }
        let trouble: LocalizedText?, mayTry: Bool
        (trouble, mayTry) = state.withLock { state in
            let now = ContinuousClock.now
            guard state.trouble != nil, state.tried.map({ now - $0 >= Self.interval }) ?? true else {
                return (state.trouble, false)
            }
            state.tried = now
            return (state.trouble, true)
        }
        guard let trouble else { return .healthy }
        guard mayTry else { return .failing(trouble) }
        if let error = await tryWriting() {
            return .failing([ENOSPC, EDQUOT].contains(error.code) ? Self.full : error.text)
        }
        state.withLock { $0 = State() }
        return .healthy
    }

    /// Waits for the disk on a thread that may wait.
    private func tryWriting() async -> FileError? {
        let file = AtomicFile(path: folder + "/.trial")
        return await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                do throws(FileError) {
                    try file.replace(with: Data(count: 64 * 1024), durability: .power)
                    try file.remove()
                    continuation.resume(returning: nil)
                } catch {
                    continuation.resume(returning: error)
                }
            }
        }
    }

    /// nil when the disk doesn't say.
    private func hasRoom() -> Bool? {
        var status = statvfs()
        guard unsafe statvfs(folder, &status) == 0 else { return nil }
        return UInt64(status.f_bavail) * UInt64(status.f_frsize) >= Self.leastRoom
    }

    private static let full = LocalizedText(
        en: "The disk is full. Nothing that was confirmed is lost; free some space.",
        es: "El disco está lleno. No se ha perdido nada confirmado; libera espacio.")
    private static let unwritable = LocalizedText(
        en: "The disk can't be written.", es: "No se puede escribir en el disco.")
}
