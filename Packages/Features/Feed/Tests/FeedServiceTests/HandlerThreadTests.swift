import CoreModels
import CryptographyAPI
import CryptographyTesting
import Dispatch
import FeedServiceTesting
import FeedTesting
import FoundationEssentials
import HTTPServingAPI
import HTTPServingRouting
import HTTPServingTesting
import HTTPTypes
import KernelTesting
import Locking
import SessionsServiceAPI
import SessionsServiceTesting
import Testing

/// The thread that handles requests handles those of many others: nothing that
/// takes long is done there.
struct HandlerThreadTests {
    /// The thread of the handlers.
    private final class Loop: TaskExecutor {
        private static let key = DispatchSpecificKey<Bool>()
        private let queue = DispatchQueue(label: "essential.feed.tests.loop")

        init() {
            queue.setSpecific(key: Self.key, value: true)
        }

        /// Whether the caller is on it.
        static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) == true }

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
        }
    }

    /// Notes how much it is given, and where.
    private struct HashingSpy: Hashing {
        let hashing: any Hashing
        let onLoop = Locked<[Int]>([]), elsewhere = Locked<[Int]>([])

        func sha256(_ data: Data) throws(CryptographyError) -> Data {
            (Loop.isCurrent ? onLoop : elsewhere).withLock { $0.append(data.count) }
            return try hashing.sha256(data)
        }

        func sha256(_ secret: Secret) throws(CryptographyError) -> Data { try hashing.sha256(secret) }

        func makeSHA256() throws(CryptographyError) -> any IncrementalHashing { try hashing.makeSHA256() }
    }

    @Test func filesAreReadElsewhere() async throws {
        let spy = HashingSpy(hashing: try Cryptography.real().hashing)
        let feed = try await RunningFeed(hashing: spy),
            router = try Router(
                routes: feed.routes, observer: RequestObserverSpy())
        let issued = try await feed.server.issuing.issueSession(for: .made(), on: SessionClient())
        let image = SampleImage.jpeg(byteCount: 100_000)
        let head = Data("--b\r\nContent-Disposition: form-data; name=\"image\"\r\n\r\n".utf8)
        let request = ServerRequest.sample(
            .post, "/feed",
            fields: [
                .authorization: issued.grant.accessToken.withText { "Bearer \($0 ?? "")" },
                .contentType: "multipart/form-data; boundary=b",
            ],
            body: head + image + Data("\r\n--b--\r\n".utf8))
        let status = await withTaskExecutorPreference(Loop()) { await router.respond(to: request).status }
        #expect(status == .created)
        #expect(spy.onLoop.current.count > 0 && spy.onLoop.current.allSatisfy { $0 < 1_000 })
        #expect(spy.elsewhere.current.filter { $0 >= image.count }.count == 5, "the upload and four pictures of it")
    }
}
