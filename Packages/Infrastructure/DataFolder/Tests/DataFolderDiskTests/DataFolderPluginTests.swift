import DataFolderAPI
import DataFolderDisk
import FoundationEssentials
import Glibc
import KernelTesting
import Localization
import PluginKit
import Presenting
import Testing

struct DataFolderPluginTests {
    private let place: TemporaryFolder
    private let folder: DataFolder
    private let parts = [DataFolderPart("letters"), DataFolderPart("shelf") { $0.count == 2 }]

    init() throws {
        place = try TemporaryFolder()
        folder = DataFolder(path: place.path(of: "data"))
    }

    private func make(_ path: String, mode: mode_t = 0o755) throws {
        try FileManager.default.createDirectory(atPath: folder.path(of: path), withIntermediateDirectories: true)
        #expect(chmod(folder.path(of: path), mode) == 0)
    }

    private func mode(of path: String) -> mode_t {
        var status = stat()
        return stat(folder.path(of: path), &status) == 0 ? status.st_mode & 0o777 : 0
    }

    private func start() async throws {
        let services = DataFolderPlugin.assemble(.init(path: folder.path, parts: { [parts] in parts })).services
        for service in services {
            try await service.start()
            await service.stop()
        }
    }

    @Test func whatPluginsKeepIsTakenFromOthers() async throws {
        try make("letters")
        #expect(chmod(folder.path, 0o755) == 0)
        try await start()
        #expect(mode(of: "letters") == 0o700)
        #expect(mode(of: "") == 0o700)
    }

    @Test func whatOthersMayWriteIsRefused() async throws {
        try make("letters", mode: 0o777)
        await #expect(throws: (any Error).self) { try await start() }
        #expect(DataFolderPlugin.danger(in: folder.path, parts: parts) != nil)
        #expect(mode(of: "letters") == 0o777, "nothing is changed")
    }

    @Test(.requirement("OPS-02")) func whatARestoreHasNotCompletedIsNotUsed() async throws {
        try make(DataFolder.restoreName, mode: 0o700)
        await #expect(throws: (any Error).self) { try await start() }
        let danger = try #require(DataFolderPlugin.danger(in: folder.path, parts: parts) as? any PresentableError)
        #expect(danger.code == "restore_unfinished" && danger.text.english.contains("backup restore --into"))
        try FileManager.default.removeItem(atPath: folder.path(of: DataFolder.restoreName))
        try await start()
    }

    @Test func folderOfSomethingElseIsLeftAlone() async throws {
        try make("photographs")
        #expect(chmod(folder.path, 0o755) == 0)
        await #expect(throws: (any Error).self) { try await start() }
        #expect(mode(of: "photographs") == 0o755)
    }

    @Test func aServerThatLostItsDatabaseDoesNotBeginAnew() async throws {
        try make("letters", mode: 0o700)
        #expect(DataFolderPlugin.mayBegin(in: folder, parts: parts))
        try make("shelf/ab", mode: 0o700)
        #expect(!DataFolderPlugin.mayBegin(in: folder, parts: parts))
        await #expect(throws: (any Error).self) { try await start() }
        #expect(DataFolderPlugin.mayBegin(in: folder, parts: [DataFolderPart("letters")]), "nobody keeps it")
    }

    @Test(.requirement("SCALE-01")) func aFolderGoesWithTheDatabaseElsewhereThatItsKeyIsOf() async throws {
        func mayUse(withTables hasTables: Bool) -> Bool {
            DataFolderPlugin.mayUseDatabase(withTables: hasTables, beside: folder, parts: parts)
        }
        try make("letters", mode: 0o700)
        #expect(mayUse(withTables: false))
        #expect(!mayUse(withTables: true), "another key would lock everybody out")
        #expect(FileManager.default.createFile(atPath: folder.path(of: "server.key"), contents: nil))
        #expect(!mayUse(withTables: false), "the key is of another database")
        #expect(mayUse(withTables: true))
        let services = DataFolderPlugin.assemble(
            .init(path: folder.path, parts: { [parts] in parts }, hasDatabase: false)
        ).services
        for service in services { try await service.start() }
        #expect(!FileManager.default.fileExists(atPath: folder.path(of: "essentiald.new")), "nothing is begun in it")
        for service in services { await service.stop() }
    }

    /// At once: who waits for a lock of which nobody tells doesn't know for what.
    @Test func whoHasTheFolderIsNamed() async throws {
        let first = DataFolderPlugin.assemble(.init(path: folder.path, parts: { [] })).services
        for service in first { try await service.start() }
        let second = try #require(DataFolderPlugin.assemble(.init(path: folder.path, parts: { [] })).services.first)
        let problems = await second.problems().compactMap { $0 as? any PresentableError }
        let told = try #require(problems.first { $0.code == "folder_in_use" }).text
        for text in [told.english, told.spanish] {
            #expect(text.contains(folder.path) && text.contains("`kill \(getpid())`") && text.contains("--data"))
        }
        for service in first { await service.stop() }
        #expect(await second.problems().isEmpty)
    }
}
