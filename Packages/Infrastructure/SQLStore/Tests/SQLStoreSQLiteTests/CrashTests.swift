import FoundationEssentials
import Glibc
import KernelTesting
import SQLStoreAPI
import SQLStoreSQLite
import SQLStoreTesting
import Testing

/// Programs that are killed while they write.
@Suite(.serialized) struct CrashTests {
    /// Six kills for each of ten databases, so that later ones meet what earlier
    /// ones left behind.
    @Test(arguments: 1...10)
    func losesNoConfirmedWriteWhenItIsKilled(seed: Int) async throws {
        let folder = try TemporaryFolder()
        var random = SeededGenerator(seed: UInt64(seed))
        for round in 0..<6 {
            let path = folder.path
            // Half of them may come before the file is complete.
            let isEarly = round.isMultiple(of: 2)
            let delay = UInt32.random(in: 0..<(isEarly ? 30_000 : 80_000), using: &random)
            await #expect(processExitsWith: .signal(SIGKILL)) {
                [path = path as String, delay = delay as UInt32, isEarly = isEarly as Bool] in
                try await writeUntilKilled(folder: path, after: delay, isEarly: isEarly)
            }
            let confirmed = try await verify(folder)
            #expect(isEarly || confirmed > 0)
        }
    }

    @Test func manyProcessesWriteAtOnce() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path(of: "test.db")
        await withTaskGroup { group in
            for number in 0..<4 {
                group.addTask {
                    await #expect(processExitsWith: .success) { [path = path as String, number = number as Int] in
                        let store = makeStore(path, busyTimeout: .seconds(60))
                        try await store.open()
                        for count in 0..<25 { try await store.insert(["\(number)-\(count)"]) }
                        await store.close()
                    }
                }
            }
        }
        let store = makeStore(path)
        try await store.open()
        let expected = (0..<4).flatMap { number in (0..<25).map { "\(number)-\($0)" } }
        #expect(try await store.texts().sorted() == expected.sorted())
        try await store.checkIntegrity()
        await store.close()
    }

    /// Returns the number of confirmed writes.
    private func verify(_ folder: TemporaryFolder) async throws -> Int {
        let confirmed = String(decoding: folder.contents(of: "confirmed") ?? [], as: UTF8.self)
            .split(separator: "\n").map(String.init)
        let store = makeStore(folder.path(of: "test.db"), verification: .full)
        try await store.open()
        let texts = try await store.texts()
        #expect(Set(confirmed).subtracting(texts).isEmpty)
        // Each write has two rows.
        #expect(Set(texts).count * 2 == texts.count)
        try await store.checkIntegrity()
        await store.close()
        return confirmed.count
    }
}

/// Writes from sixteen tasks, which share commits, and notes each write once it is confirmed, until
/// this process kills itself.
private func writeUntilKilled(folder: String, after delay: UInt32, isEarly: Bool) async throws {
    if isEarly { killThisProcess(after: delay) }
    let store = makeStore(folder + "/test.db")
    try await store.open()
    let log = open(folder + "/confirmed", O_CREAT | O_WRONLY | O_APPEND | O_CLOEXEC, 0o600)
    let write: @Sendable () async throws -> Void = {
        let text = UUID().uuidString
        try await store.insert([text, text])
        var line = text + "\n"
        line.withUTF8 { _ = Glibc.write(log, $0.baseAddress, $0.count) }
    }
    try await write()
    if !isEarly { killThisProcess(after: delay) }
    try await withThrowingTaskGroup { group in
        for _ in 0..<16 {
            group.addTask { while true { try await write() } }
        }
        try await group.waitForAll()
    }
}

/// Kills this process after some microseconds, wherever it is then.
private func killThisProcess(after delay: UInt32) {
    var thread = pthread_t()
    pthread_create(
        &thread, nil,
        { delay in
            usleep(UInt32(UInt(bitPattern: delay)))
            kill(getpid(), SIGKILL)
            return nil
        }, UnsafeMutableRawPointer(bitPattern: UInt(delay) + 1))
}
