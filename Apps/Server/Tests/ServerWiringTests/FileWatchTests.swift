import FoundationEssentials
import KernelTesting
import Locking
import ServerWiring
import Testing

/// A certificate that is renewed while the server runs is used within a minute.
struct FileWatchTests {
    private let folder: TemporaryFolder
    private let clock = ManualClock()
    private var path: String { folder.path(of: "certificate.pem") }

    init() throws {
        folder = try TemporaryFolder()
        try write("first")
    }

    private func write(_ text: String) throws {
        try Data(text.utf8).write(to: URL(filePath: path), options: .atomic)
    }

    @Test(.requirement("OPS-04")) func aFileThatWasReplacedIsUsedOnce() async throws {
        let uses = Locked<[String]>([]), isWhole = Locked(true)
        let watch = Task { [path, clock] in
            await FileWatch(path: path, clock: clock).run {
                uses.withLock { $0.append((try? String(contentsOfFile: path, encoding: .utf8)) ?? "gone") }
                return isWhole.current
            }
        }
        func passMinute() async {
            await clock.waitForSleepers()
            clock.advance(by: .seconds(60))
            await clock.waitForSleepers()
        }
        await passMinute()
        #expect(uses.current == [], "nothing has changed")
        try write("second")
        await passMinute()
        await passMinute()
        #expect(uses.current == ["second"])
        // Its key isn't there yet, then it is.
        isWhole.withLock { $0 = false }
        try write("third")
        await passMinute()
        isWhole.withLock { $0 = true }
        await passMinute()
        await passMinute()
        #expect(uses.current == ["second", "third", "third"])
        try FileManager.default.removeItem(atPath: path)
        await passMinute()
        #expect(uses.current.count == 3, "what is gone can't be used")
        try write("fourth")
        await passMinute()
        #expect(uses.current.last == "fourth" && uses.current.count == 4)
        watch.cancel()
        await watch.value
    }
}
