import CoreModelsFuzzing
import KernelTesting
import Testing

/// What fuzzers found once, and bytes beside it.
struct CoreModelsReplayTests {
    @Test(arguments: CoreModelsFuzzing.readers)
    func readsWhatFuzzersBeginWith(_ reader: FuzzedReader) async throws {
        #expect(try await reader.replay() > 0)
    }
}
