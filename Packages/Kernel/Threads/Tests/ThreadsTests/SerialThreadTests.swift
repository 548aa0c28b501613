import Glibc
import Testing
import Threads

private actor Diary {
    private let thread: SerialThread
    private(set) var lines: [Int] = []
    private(set) var threads: Set<pthread_t> = []

    init() throws { thread = try SerialThread(name: "diary-of-a-test-thread") }

    nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    func write(_ line: Int) {
        lines.append(line)
        threads.insert(pthread_self())
    }

    func threadName() -> String {
        let file = fopen("/proc/thread-self/comm", "r")
        defer { fclose(file) }
        var name = [UInt8](repeating: 0, count: 16)
        let count = fread(&name, 1, name.count, file)
        return String(decoding: name.prefix(count).dropLast(), as: UTF8.self)
    }
}

struct SerialThreadTests {
    @Test func runsEverythingOnOneThreadOfItsOwn() async throws {
        let diary = try Diary()
        await withTaskGroup { group in
            for line in 0..<200 { group.addTask { await diary.write(line) } }
        }
        #expect(await Set(diary.lines) == Set(0..<200))
        #expect(await diary.threads.count == 1)
    }

    @Test func keepsTheOrderOfOneCaller() async throws {
        let diary = try Diary()
        for line in 0..<50 { await diary.write(line) }
        #expect(await diary.lines == Array(0..<50))
    }

    @Test func carriesItsNameAsFarAsTheSystemAllows() async throws {
        #expect(try await Diary().threadName() == "diary-of-a-test")
    }

    @Test func endsWithItsOwner() async throws {
        for _ in 0..<500 { await (try Diary()).write(1) }
        let isGone = try { () throws in
            let thread = try SerialThread(name: "gone")
            return { [weak thread] in thread == nil }
        }()
        #expect(isGone())
    }
}
