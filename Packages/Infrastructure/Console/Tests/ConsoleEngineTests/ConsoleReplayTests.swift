import ConsoleFuzzing
import KernelTesting
import Testing

/// What fuzzers found once, and bytes beside it.
struct ConsoleReplayTests {
    @Test(arguments: ConsoleFuzzing.readers)
    func readsWhatFuzzersBeginWith(_ reader: FuzzedReader) async throws {
        #expect(try await reader.replay() > 0)
    }
}
