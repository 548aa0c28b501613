import HTTPServingFuzzing
import KernelTesting
import Testing

/// What fuzzers found once, and bytes beside it.
struct HTTPServingReplayTests {
    @Test(arguments: HTTPServingFuzzing.readers)
    func readsWhatFuzzersBeginWith(_ reader: FuzzedReader) async throws {
        #expect(try await reader.replay() > 0)
    }
}
