import AtomicFiles
import FoundationEssentials
import Glibc
import KernelTesting
import Localization
import Testing

struct AtomicFileTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Errors name what somebody named, not what is written meanwhile.
    @Test func aFailureNamesTheFile() {
        // Nobody writes there, not even root.
        let file = AtomicFile(path: "/proc/file")
        let whole = #expect(throws: FileError.self) { try file.replace(with: Data(), durability: .power) }
        #expect(whole?.path == "/proc/file" && whole?.call == "open")
        let piece = #expect(throws: FileError.self) {
            try file.replace(durability: .power) { write in try write(Data()) }
        }
        #expect(piece?.path == "/proc/file" && piece?.call == "open")
    }

    @Test(arguments: [AtomicFile.Durability.process, .power])
    func readsBackWhatItWrote(durability: AtomicFile.Durability) throws {
        let file = AtomicFile(path: folder.path(of: "a/b/file"))
        #expect(try file.contents() == nil)
        for content in [Data("one".utf8), Data(), Data(repeating: 7, count: 1_000_000)] {
            try file.replace(with: content, durability: durability)
            #expect(try file.contents() == content)
        }
        #expect(folder.files() == ["a/b/file"])
    }

    @Test func isForItsOwnerOnly() throws {
        try AtomicFile(path: folder.path(of: "a/file")).replace(with: Data(), durability: .process)
        #expect(folder.mode(of: "a") == 0o700)
        #expect(folder.mode(of: "a/file") == 0o600)
    }

    @Test func keepsTheFormerContentWhenTheNewOneCannotBeWritten() throws {
        let file = AtomicFile(path: folder.path(of: "file"))
        try file.replace(with: Data("old".utf8), durability: .process)
        // A folder cannot be replaced by a file: the rename fails at the end.
        let taken = AtomicFile(path: folder.path(of: "taken"))
        try AtomicFile.makeFolder(taken.path)
        let error = #expect(throws: FileError.self) { try taken.replace(with: Data("x".utf8), durability: .power) }
        #expect(error?.call == "rename")
        #expect(error?.code == EISDIR)
        #expect(folder.files() == ["file"])
        #expect(try file.contents() == Data("old".utf8))
    }

    @Test(arguments: [AtomicFile.Durability.process, .power])
    func whatComesInPiecesIsThereWholeOrNotAtAll(durability: AtomicFile.Durability) throws {
        struct Interruption: Error {}
        let file = AtomicFile(path: folder.path(of: "a/file"))
        try file.replace(durability: durability) { write in
            try write(Data("one ".utf8))
            try write(Data("two".utf8))
        }
        #expect(try file.contents() == Data("one two".utf8))
        #expect(folder.mode(of: "a/file") == 0o600)
        #expect(throws: Interruption.self) {
            try file.replace(durability: durability) { write in
                try write(Data("three".utf8))
                throw Interruption()
            }
        }
        #expect(try file.contents() == Data("one two".utf8))
        #expect(folder.files() == ["a/file"])
    }

    @Test func removesOnceAndForAll() throws {
        let file = AtomicFile(path: folder.path(of: "file"))
        try file.replace(with: Data("x".utf8), durability: .process)
        try file.remove(durability: .power)
        try file.remove()
        #expect(!file.exists)
    }

    @Test func refusesAFileBeyondTheLimit() throws {
        let file = AtomicFile(path: folder.path(of: "file"))
        try file.replace(with: Data(count: 11), durability: .process)
        #expect(try file.contents(limit: 11)?.count == 11)
        #expect(throws: FileError(call: "read", path: file.path, code: EFBIG)) { try file.contents(limit: 10) }
    }

    @Test func concurrentWritersLeaveOneWholeContent() async throws {
        let file = AtomicFile(path: folder.path(of: "file"))
        let contents = (UInt8(0)..<8).map { Data(repeating: $0, count: 100_000) }
        try await withThrowingTaskGroup { group in
            for content in contents {
                group.addTask { for _ in 0..<20 { try file.replace(with: content, durability: .process) } }
            }
            group.addTask {
                for _ in 0..<50 { if let read = try file.contents() { #expect(contents.contains(read)) } }
            }
            try await group.waitForAll()
        }
        #expect(folder.files() == ["file"])
    }

    @Test(arguments: [
        (ENOSPC, "full", "lleno"), (EROFS, "only be read", "solo lectura"), (EACCES, "may not", "permiso"),
    ])
    func saysWhatToDo(code: Int32, english: String, spanish: String) {
        let text = FileError(call: "write", path: "/x", code: code).text
        #expect(text.english.contains(english))
        #expect(text.spanish.contains(spanish))
    }
}
