import FoundationEssentials
import Glibc
import KernelTesting
import Testing

/// Real processes on a real vault, and real kills.
@Suite(.serialized)
struct QueueProcessTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test(.requirement("REG-20", "OFFLINE-03"))
    func aKillWhileRequestsAreKeptAndSentLosesNoneAndSendsNothingElse() async throws {
        var generator = SeededGenerator(seed: 4)
        var announced: Set<String> = [], kept: Set<String> = [], sent: Set<String> = []
        for _ in 0..<25 {
            let lines = try await killed("enqueue", after: Int.random(in: 1...12, using: &generator))
            for (line, next) in zip(lines, lines.dropFirst() + [""]) where line != "kept" {
                announced.insert(line)
                if next == "kept" { kept.insert(line) }
            }
            sent.formUnion(try await killed("replay", after: Int.random(in: 1...12, using: &generator)))
        }
        let rest = try await ChildProcess.run(hammer, [folder.path(of: "vault"), "drain"])
        #expect(rest.exit == .status(0), "\(rest.errorText)")
        let lines = rest.outputText.split(separator: "\n").map(String.init)
        sent.formUnion(lines.filter { !$0.hasPrefix("end") })
        #expect(kept.count > 25)
        #expect(kept.isSubset(of: sent), "what was kept was sent")
        #expect(sent.filter { !$0.hasPrefix("end") }.isSubset(of: announced), "nothing else was sent")
    }

    /// Runs the program until it has said that many lines, and kills it.
    private func killed(_ mode: String, after count: Int) async throws -> [String] {
        let child = try ChildProcess(hammer, [folder.path(of: "vault"), mode])
        var text = ""
        for _ in 0..<count {
            let more = await child.readOutput(until: "\n")
            text += more
            if more.isEmpty { break }
        }
        child.send(SIGKILL)
        text += await child.outcome().outputText
        // The last line may be half of one.
        return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    }

    /// The program that was built beside the tests.
    private var hammer: String {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &buffer, buffer.count)
        let program = String(decoding: buffer.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return (program.lastIndex(of: "/").map { String(program[..<$0]) } ?? ".") + "/QueueHammer"
    }
}
