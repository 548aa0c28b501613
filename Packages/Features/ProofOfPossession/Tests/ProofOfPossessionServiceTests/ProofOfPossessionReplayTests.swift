import KernelTesting
import ProofOfPossessionFuzzing
import Testing

/// What fuzzers found once, and bytes beside it.
struct ProofOfPossessionReplayTests {
    @Test(arguments: ProofOfPossessionFuzzing.readers)
    func readsWhatFuzzersBeginWith(_ reader: FuzzedReader) async throws {
        #expect(try await reader.replay() > 0)
    }
}
