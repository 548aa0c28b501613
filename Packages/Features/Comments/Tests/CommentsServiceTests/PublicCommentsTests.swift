import AccountsServiceTesting
import CommentsAPI
import CommentsServiceAPI
import CommentsServiceTesting
import CoreModels
import FeedServiceAPI
import FeedServiceTesting
import FeedTesting
import FoundationEssentials
import KernelTesting
import Testing

/// What everybody may read, read in the same program.
struct PublicCommentsTests {
    private let server: RunningComments
    private let open = ImageID(UUID()), restricted = ImageID(UUID())

    init() async throws {
        server = try await RunningComments()
        let author = try await server.logIn("Ada").0.id
        for (image, visibility) in [(open, ImageVisibility.everyone), (restricted, .members)] {
            try await server.feed.publishing.publish(
                .sample(id: image, content: SampleImage.png, visibility: visibility))
            for number in 1...3 {
                try await server.publishing.publish(
                    CommentID(UUID()), message: "\(number)", on: image, by: number == 3 ? UserID(UUID()) : author,
                    at: Date(timeIntervalSince1970: 1_600_000_000))
            }
        }
    }

    @Test(.requirement("COMM-01")) func everybodyReadsWhatWasSaidAboutAnOpenPicture() async throws {
        let first = try await server.publicComments.comments(on: open, after: nil, limit: 2)
        #expect(first?.items.map(\.message) == ["1", "2"] && first?.items.map(\.username) == ["Ada", "Ada"])
        let rest = try await server.publicComments.comments(on: open, after: first?.next, limit: 2)
        #expect(rest?.items.map(\.message) == ["3"] && rest?.items.map(\.username) == ["—"] && rest?.next == nil)
    }

    @Test func nobodyReadsAnythingOfARestrictedOne() async throws {
        for image in [restricted, ImageID(UUID())] {
            await #expect(throws: CommentsError.notLoggedIn) {
                try await server.publicComments.comments(on: image, after: nil, limit: 2)
            }
        }
    }

    @Test func aPageStartsAfterAComment() async throws {
        #expect(try await server.publicComments.comments(on: open, after: CommentID(UUID()), limit: 2) == nil)
    }
}
