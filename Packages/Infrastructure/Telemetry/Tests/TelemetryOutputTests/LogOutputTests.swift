import FoundationEssentials
import Glibc
import KernelTesting
import TelemetryAPI
import TelemetryOutput
import Testing

@Suite(.timeLimit(.minutes(15)))
struct LogOutputTests {
    private let time = Date(timeIntervalSince1970: 0)

    private func logger(_ output: LogOutput, format: LogLineFormat = .text) -> Logger {
        Logger(
            label: "test",
            handler: LineLogHandler(
                threshold: LogThreshold(.info), format: format, output: output, now: { [time] in time }))
    }

    private func lines(_ folder: TemporaryFolder, _ name: String) -> [Substring] {
        String(decoding: folder.contents(of: name) ?? [], as: UTF8.self).split(separator: "\n")
    }

    @Test func createsAPrivateFileAndAppends() throws {
        let folder = try TemporaryFolder()
        for _ in 0..<2 {
            let output = LogOutput(.file(path: folder.path(of: "log")))
            try output.open()
            logger(output).info("hello")
            logger(output).debug("too low")
        }
        #expect(folder.mode(of: "log") == 0o600)
        #expect(lines(folder, "log") == Array(repeating: "1970-01-01T00:00:00.000Z INFO     test: hello", count: 2))
    }

    @Test func saysWhyAFileCannotBeOpened() throws {
        let folder = try TemporaryFolder(), file = folder.path(of: "missing/log")
        let output = LogOutput(.file(path: file))
        let error = #expect(throws: LogOutput.OpeningError.self) { try output.open() }
        #expect(error?.code == ENOENT)
        #expect(error?.description == "The log file \(file) can't be opened: No such file or directory")
    }

    @Test func writesWholeLinesFromManyThreads() async throws {
        let folder = try TemporaryFolder()
        let output = LogOutput(.file(path: folder.path(of: "log")))
        let logger = logger(output, format: .json)
        await withTaskGroup { group in
            for writer in 0..<8 {
                group.addTask {
                    for number in 0..<200 { logger.info("line", ["writer": writer, "number": number]) }
                }
            }
        }
        struct Line: Decodable {
            struct Fields: Decodable, Hashable {
                let writer: Int
                let number: Int
            }
            let fields: Fields
        }
        let read = try lines(folder, "log").map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)).fields }
        #expect(read.count == 1_600)
        #expect(Set(read).count == 1_600)
    }

    @Test func countsWhatAStalledPipeLostAndTellsLater() throws {
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        defer { for end in ends { close(end) } }
        let logger = logger(LogOutput(.descriptor(ends[1])))
        let start = ContinuousClock.now
        for _ in 0..<3_000 { logger.info("a line that fills the pipe, which nobody reads at the moment") }
        // Only the first line that didn't fit was held up: for 50 ms, and 2000
        // of them for 100 s.
        #expect(ContinuousClock.now - start < .seconds(60))

        _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
        let filled = drain(ends[0])
        #expect(!filled.isEmpty && filled.count < 3_000)
        logger.info("after")
        #expect(
            drain(ends[0]) == [
                "1970-01-01T00:00:00.000Z WARNING  telemetry: log lines were lost lines=\(3_000 - filled.count)",
                "1970-01-01T00:00:00.000Z INFO     test: after",
            ])
    }

    @Test func survivesAReaderThatIsGone() {
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        close(ends[0])
        defer { close(ends[1]) }
        // SIGPIPE would end the test run here.
        for _ in 0..<3 { logger(LogOutput(.descriptor(ends[1]))).error("nobody reads this") }
    }

    @Test func survivesAFullDisk() throws {
        let output = LogOutput(.file(path: "/dev/full"))
        try output.open()
        for _ in 0..<3 { logger(output).error("nobody keeps this") }
    }

    @Test func doesNotWaitForTheReaderOfAFIFO() throws {
        let folder = try TemporaryFolder()
        #expect(mkfifo(folder.path(of: "fifo"), 0o600) == 0)
        let output = LogOutput(.file(path: folder.path(of: "fifo")))
        let error = #expect(throws: LogOutput.OpeningError.self) { try output.open() }
        #expect(error?.code == ENXIO)
        logger(output).info("lost")
        let reader = open(folder.path(of: "fifo"), O_RDONLY | O_NONBLOCK)
        defer { close(reader) }
        logger(output).info("seen")
        #expect(drain(reader).map { $0.hasSuffix("lines=1") || $0.hasSuffix("seen") } == [true, true])
    }

    private func drain(_ descriptor: Int32) -> [Substring] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            guard count > 0 else { break }
            bytes += buffer.prefix(count)
        }
        return Substring(decoding: bytes, as: UTF8.self).split(separator: "\n")
    }
}
