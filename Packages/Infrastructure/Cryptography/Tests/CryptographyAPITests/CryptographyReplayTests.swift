import CryptographyFuzzing
import KernelTesting
import Testing

/// What fuzzers found once, and bytes beside it.
struct CryptographyReplayTests {
    @Test(arguments: CryptographyFuzzing.readers)
    func readsWhatFuzzersBeginWith(_ reader: FuzzedReader) async throws {
        #expect(try await reader.replay() > 0)
    }
}
