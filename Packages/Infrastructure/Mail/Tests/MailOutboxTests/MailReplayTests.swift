import KernelTesting
import MailFuzzing
import Testing

/// What fuzzers found once, and bytes beside it.
struct MailReplayTests {
    @Test(arguments: MailFuzzing.readers)
    func readsWhatFuzzersBeginWith(_ reader: FuzzedReader) async throws {
        #expect(try await reader.replay() > 0)
    }
}
