import CoreModels
import FeedAPI
import FeedServiceAPI
import FeedServiceTesting
import FeedTesting
import FoundationEssentials
import KernelTesting
import Testing

/// What everybody sees, read in the same program.
struct PublicFeedTests {
    private let feed: RunningFeed
    private let open = (1...3).map { FeedImage.make($0).id }, restricted = FeedImage.make(9).id

    init() async throws {
        feed = try await RunningFeed()
        for id in open { try await feed.publishing.publish(.sample(id: id, content: SampleImage.png)) }
        try await feed.publishing.publish(
            .sample(id: restricted, content: SampleImage.png, visibility: .members))
    }

    @Test(.requirement("PUBFEED-02")) func nothingPrivateIsInIt() async throws {
        let page = try await feed.publicFeed.page(after: nil, limit: 10)
        #expect(page?.items.map(\.id) == open.reversed() && page?.next == nil)
        await #expect(throws: FeedError.notLoggedIn) { try await feed.publicFeed.image(restricted) }
        await #expect(throws: FeedError.notLoggedIn, "as if it were one") {
            try await feed.publicFeed.image(ImageID(UUID()))
        }
        #expect(try await feed.publicFeed.page(after: restricted, limit: 10) == nil)
        let image = try await feed.publicFeed.image(open[0])
        #expect(image?.description == "a picture" && image?.location == "a place" && image?.author == "—")
    }

    @Test func pagesFollowOneAnother() async throws {
        let first = try await feed.publicFeed.page(after: nil, limit: 2)
        #expect(first?.items.map(\.id) == [open[2], open[1]] && first?.next == open[1])
        let second = try await feed.publicFeed.page(after: open[1], limit: 2)
        #expect(second?.items.map(\.id) == [open[0]] && second?.next == nil)
    }

    @Test func whatIsHiddenIsGone() async throws {
        _ = try await feed.moderation.hide(open[1])
        await #expect(throws: FeedError.notLoggedIn) { try await feed.publicFeed.image(open[1]) }
        #expect(try await feed.publicFeed.page(after: nil, limit: 10)?.items.map(\.id) == [open[2], open[0]])
        #expect(try await feed.publicFeed.page(after: open[1], limit: 10) == nil)
        #expect(try await feed.publicFeed.newer(than: open[1], limit: 10) == nil)
    }
}
