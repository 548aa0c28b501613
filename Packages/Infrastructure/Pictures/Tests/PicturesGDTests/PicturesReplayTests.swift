import KernelTesting
import PicturesFuzzing
import Testing

/// What fuzzers found once, and bytes beside it.
struct PicturesReplayTests {
    @Test(arguments: PicturesFuzzing.readers)
    func readsWhatFuzzersBeginWith(_ reader: FuzzedReader) async throws {
        #expect(try await reader.replay() > 0)
    }
}
