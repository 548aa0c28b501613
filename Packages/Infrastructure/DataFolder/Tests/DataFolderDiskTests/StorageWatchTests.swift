import AtomicFiles
import CoreModels
import DataFolderDisk
import FoundationEssentials
import Glibc
import HTTPServingAPI
import HTTPTypes
import KernelTesting
import SQLStoreAPI
import Testing

/// A service says only that it is out of order.
private struct Outage: OutageError {
    let isOutage = true
}

struct StorageWatchTests {
    private let folder: TemporaryFolder
    private let watch: StorageWatch

    init() throws {
        folder = try TemporaryFolder()
        watch = StorageWatch(folder: folder.path)
    }

    @Test(arguments: [
        (SQLError(.diskFull, "full") as any Error, 507, "storage_full"),
        (FileError(call: "write", path: "p", code: ENOSPC), 507, "storage_full"),
        (SQLError(.inputOutput, "EIO"), 503, "unavailable"), (SQLError(.busy, "busy"), 503, "unavailable"),
        (FileError(call: "read", path: "p", code: EIO), 503, "unavailable"),
        (Outage(), 503, "unavailable"),
        (SQLError(.unavailable, "no route"), 503, "unavailable"),
        (SQLError(.outcomeUnknown, "lost"), 503, "unavailable"), (SQLError(.timedOut, "57014"), 503, "unavailable"),
    ])
    func saysWhenToTryAgain(error: any Error, status: Int, code: String) throws {
        let problem = try #require(watch.problem(for: error))
        #expect(problem.status.rawValue == status && problem.code == code)
        #expect(problem.fields[.retryAfter].flatMap { Int($0) } ?? 0 > 0)
    }

    @Test func leavesMistakesOfTheProgramAlone() {
        #expect(watch.problem(for: SQLError(.statement, "no such table")) == nil)
        #expect(watch.problem(for: SQLError(.damaged, "damaged")) == nil)
        #expect(watch.problem(for: FileError(call: "open", path: "p", code: ENOENT)) == nil)
        #expect(watch.problem(for: HTTPProblem.unavailable(retryAfter: .seconds(9))) == nil, "there is room")
    }

    @Test func isReadyAgainOnceSomethingCanBeWritten() async throws {
        #expect(await watch.check() == .healthy)
        #expect(watch.problem(for: SQLError(.diskFull, "full")) != nil)
        #expect(await watch.check() == .healthy)
        #expect(folder.files().isEmpty, "the trial leaves nothing")
    }

    /// Whether the database can be reached is asked of the database.
    @Test func aDatabaseElsewhereIsNoTroubleOfTheDisk() async throws {
        let gone = StorageWatch(folder: folder.path(of: "file/below"))
        #expect(gone.problem(for: SQLError(.unavailable, "no route")) != nil)
        #expect(await gone.check() == .healthy)
    }

    @Test func isNotReadyWhileNothingCanBeWritten() async throws {
        let gone = StorageWatch(folder: folder.path(of: "file/below"))
        #expect(FileManager.default.createFile(atPath: folder.path(of: "file"), contents: nil))
        #expect(gone.problem(for: SQLError(.inputOutput, "EIO")) != nil)
        guard case .failing = await gone.check() else {
            Issue.record("ready")
            return
        }
    }
}
