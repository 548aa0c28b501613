import Foundation
import RepoKit
import Testing

@Suite("A program that the tool runs")
struct SubprocessTests {
    @Test("it may answer before it has read all of a long input", .timeLimit(.minutes(1)))
    func answersWhileItReads() async throws {
        let input = Data(String(repeating: "a line of a long list\n", count: 50_000).utf8)

        #expect(try await Subprocess.output(of: ["cat"], input: input) == input)
    }

    @Test("it may end without reading its input", .timeLimit(.minutes(1)))
    func readsNothing() async throws {
        let result = try await Subprocess.run(["true"], input: Data(count: 1 << 20))

        #expect(result.status == 0)
        #expect(result.output.isEmpty)
    }
}
