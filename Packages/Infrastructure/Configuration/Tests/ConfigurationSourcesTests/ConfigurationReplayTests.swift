import ConfigurationFuzzing
import KernelTesting
import Testing

/// What fuzzers found once, and bytes beside it.
struct ConfigurationReplayTests {
    @Test(arguments: ConfigurationFuzzing.readers)
    func readsWhatFuzzersBeginWith(_ reader: FuzzedReader) async throws {
        #expect(try await reader.replay() > 0)
    }
}
