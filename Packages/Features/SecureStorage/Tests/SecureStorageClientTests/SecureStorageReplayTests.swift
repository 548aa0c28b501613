import KernelTesting
import SecureStorageFuzzing
import Testing

/// What fuzzers found once, and bytes beside it.
struct SecureStorageReplayTests {
    @Test(arguments: SecureStorageFuzzing.readers)
    func readsWhatFuzzersBeginWith(_ reader: FuzzedReader) async throws {
        #expect(try await reader.replay() > 0)
    }
}
