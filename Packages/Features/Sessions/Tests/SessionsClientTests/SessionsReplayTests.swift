import KernelTesting
import SessionsFuzzing
import Testing

/// What fuzzers found once, and bytes beside it.
struct SessionsReplayTests {
    @Test(arguments: SessionsFuzzing.readers)
    func readsWhatFuzzersBeginWith(_ reader: FuzzedReader) async throws {
        #expect(try await reader.replay() > 0)
    }
}
