import FoundationEssentials
import Glibc
import KernelTesting
import Localization
import SQLStoreAPI
import SQLStoreCopying
import SQLStorePostgres
import SQLStoreSQLite
import Testing

/// Copies that are killed on their way.
@Suite(.serialized) struct CutShortTests {
    /// `ESSENTIAL_COPY_ROWS=1000000` copies as many as every night.
    private static let rows = ProcessInfo.processInfo.environment["ESSENTIAL_COPY_ROWS"].flatMap { Int($0) } ?? 20_000

    /// Has another process copy until so many rows are there, or compared, and kill itself then.
    private func kill(_ stage: CopyStage, at rows: Int, isVerifying: Bool = false) async {
        let path = stage.path, url = stage.url
        await #expect(processExitsWith: .signal(SIGKILL)) {
            [path = path as String, url = url as String, rows = rows as Int, isVerifying = isVerifying as Bool] in
            _ = try await CopyStage.copy(.file(path), to: .server(try PostgresSettings(url: url))) { progress in
                switch progress {
                case .copying(let count, _) where !isVerifying && count >= rows: Glibc.kill(getpid(), SIGKILL)
                case .verifying(let count, _) where isVerifying && count >= rows: Glibc.kill(getpid(), SIGKILL)
                default: break
                }
            }
        }
    }

    @Test(.requirement("SCALE-05"), .timeLimit(.minutes(10)))
    func goesOnAfterEachKillAndKeepsEveryByte() async throws {
        let stage = try await CopyStage()
        try await stage.inFile { try await $0.addItems(Self.rows) }
        for share in [0.3, 0.7] {
            await kill(stage, at: Int(Double(Self.rows) * share))
            let error = await #expect(throws: SQLError.self) { try await stage.onPostgres { _ in } }
            #expect(
                error?.code == .unfinishedCopy && error?.advice?.english.contains("essentiald database copy") == true)
        }
        await kill(stage, at: Self.rows, isVerifying: true)
        await #expect(throws: SQLError.self) { try await stage.onPostgres { _ in } }
        let copied = try await stage.copy()
        // All were there by the last kill.
        #expect(copied.rowsKept == copied.rows)
        let items = try #require(copied.tables.first { $0.name == "items" })
        #expect(items.rows == Self.rows)
        let sum: SQL = "SELECT COUNT(*), SUM(number), SUM(LENGTH(bytes)), MAX(text) FROM items"
        #expect(try await stage.onPostgres { try await $0.rows(sum) } == stage.inFile { try await $0.rows(sum) })
    }

    @Test(.requirement("SCALE-05"), .timeLimit(.minutes(5)))
    func whatChangedBetweenTwoRunsIsCopiedAnew() async throws {
        let stage = try await CopyStage()
        try await stage.inFile { try await $0.addItems(12_000) }
        await kill(stage, at: 9_000)
        // As when somebody starts the server on the file again.
        try await stage.inFile { database in
            try await database.write { db in
                try db.run("UPDATE items SET text = 'other' WHERE number = 3")
                try db.run("DELETE FROM items WHERE number = 30")
            }
        }
        let copied = try await stage.copy()
        #expect(copied.rowsKept == 0)
        let query: SQL = "SELECT number, text FROM items WHERE number <= 30 ORDER BY number"
        #expect(try await stage.onPostgres { try await $0.rows(query) } == stage.inFile { try await $0.rows(query) })
    }

    @Test(.requirement("SCALE-05"))
    func anUpdateBetweenTwoRunsMakesOtherTables() async throws {
        let old = Array([Migration].all.prefix(1)), stage = try await CopyStage(old)
        try await stage.inFile(old) { try await $0.addItems(12_000) }
        await kill(stage, at: 9_000)
        try await stage.inFile { _ in }
        #expect(try await stage.copy().tables.contains { $0.name == "words" })
        try await stage.onPostgres { _ in }
    }

    @Test(.requirement("SCALE-05"))
    func halfACopyIsNotCopiedAndAFileOfOneIsNotOpened() async throws {
        let stage = try await CopyStage(), back = stage.path(of: "back.sqlite")
        try await stage.inFile { try await $0.addItems(12_000) }
        await kill(stage, at: 6_000)
        let source = await #expect(throws: SQLError.self) { try await stage.copyBack(to: back) }
        #expect(source?.code == .unfinishedCopy)
        _ = try await stage.copy()
        let url = stage.url
        await #expect(processExitsWith: .signal(SIGKILL)) { [back = back as String, url = url as String] in
            _ = try await CopyStage.copy(.server(try PostgresSettings(url: url)), to: .file(back)) { _ in
                Glibc.kill(getpid(), SIGKILL)
            }
        }
        let target = await #expect(throws: SQLError.self) { try await stage.inFile(back) { _ in } }
        #expect(target?.code == .unfinishedCopy)
        #expect(try await stage.copyBack(to: back).rows > 12_000)
        try await stage.inFile(back) { _ in }
    }

    @Test(.requirement("SCALE-05"))
    func cancellingEndsItAndItGoesOn() async throws {
        let stage = try await CopyStage()
        try await stage.inFile { try await $0.addItems(20_000) }
        let (began, beginning) = AsyncStream<Void>.makeStream()
        let task = Task {
            try await stage.copy { progress in
                if case .copying(let rows, _) = progress, rows >= 10_000 { beginning.yield() }
            }
        }
        for await _ in began { break }
        task.cancel()
        // A task that was done by then has nothing to go on with.
        guard case .failure(let error) = await task.result else { return }
        #expect((error as? SQLError)?.code == .cancelled)
        #expect(try await stage.copy().rowsKept >= 5_000)
    }
}
