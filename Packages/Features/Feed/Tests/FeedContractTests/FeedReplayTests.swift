import FeedFuzzing
import KernelTesting
import Testing

/// What fuzzers found once, and bytes beside it.
struct FeedReplayTests {
    @Test(arguments: FeedFuzzing.readers)
    func readsWhatFuzzersBeginWith(_ reader: FuzzedReader) async throws {
        #expect(try await reader.replay() > 0)
    }
}
