import CoreModels
import FeedServiceAPI
import FeedServiceTesting
import FeedTesting
import FoundationEssentials
import HTTPServingAPI
import HTTPServingRouting
import HTTPServingTesting
import HTTPTypes
import KernelTesting
import Locking
import SessionsServiceTesting
import Testing

/// Many who scroll while somebody publishes.
struct ConcurrentReadersTests {
    private static let readers = 1_000
    private static let publishedBefore = 200
    private static let publishedMeanwhile = 1_000

    private struct Page: Decodable {
        struct Item: Decodable { let id: ImageID }
        let items: [Item]
    }

    /// The identifier of the picture with a number.
    private static func id(_ number: Int) -> ImageID {
        let (high, low) = (UInt8(number >> 8), UInt8(number & 0xFF))
        return ImageID(UUID(uuid: (0, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, high, low)))
    }

    private static func number(_ id: ImageID) -> Int {
        Int(id.uuid.uuid.14) << 8 + Int(id.uuid.uuid.15)
    }

    /// Scrolls from the newest picture to the end of the feed.
    private static func scroll(_ router: Router) async throws -> [Int] {
        var numbers: [Int] = [], cursor = ""
        while true {
            let response = await router.respond(to: .sample(.get, "/feed", query: "limit=100" + cursor))
            #expect(response.status == .ok)
            let items = try JSONDecoder().decode(Page.self, from: await response.collectBody()).items
            numbers += items.map { number($0.id) }
            guard items.count == 100, let last = items.last else { return numbers }
            cursor = "&after_id=\(last.id)"
        }
    }

    @Test(.requirement("FEED-60", "FEED-51"), .timeLimit(.minutes(5)))
    func eachSeesEveryPictureOnceThatWasThereAtTheStart() async throws {
        let feed = try await RunningFeed()
        let router = try Router(routes: feed.routes, observer: RequestObserverSpy())
        let published = Locked(0)
        @Sendable func publish(_ numbers: ClosedRange<Int>) async throws {
            for number in numbers {
                try await feed.publishing.publish(.sample(id: Self.id(number), content: SampleImage.png))
                published.withLock { $0 = number }
            }
        }
        try await publish(1...Self.publishedBefore)
        let total = Self.publishedBefore + Self.publishedMeanwhile
        let longest = try await withThrowingTaskGroup(of: Int.self) { group in
            group.addTask {
                try await publish(Self.publishedBefore + 1...total)
                return 0
            }
            for _ in 0..<Self.readers {
                group.addTask {
                    let before = published.current
                    let numbers = try await Self.scroll(router)
                    // Newest first, without a gap: nothing twice, nothing missed.
                    let expected = Array((1...(numbers.first ?? 1)).reversed())
                    let isComplete = numbers == expected
                    #expect(isComplete)
                    #expect((numbers.first ?? 0) >= before)
                    return numbers.count
                }
            }
            return try await group.reduce(0) { max($0, $1) }
        }
        #expect(longest >= Self.publishedBefore)
        let end = try await Self.scroll(router)
        #expect(end.count == total)
    }
}
