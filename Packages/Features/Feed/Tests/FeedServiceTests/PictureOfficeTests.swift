import AccountsServiceAPI
import CoreModels
import FeedAPI
import FeedServiceAPI
import FeedServiceTesting
import FeedTesting
import FoundationEssentials
import KernelTesting
import SQLStoreAPI
import SessionsServiceAPI
import SessionsServiceTesting
import Testing

/// Pictures as administrators see them by a page.
struct PictureOfficeTests {
    private let feed: RunningFeed
    private let administrator = UserID(UUID())

    init() async throws { feed = try await RunningFeed() }

    private func publish(_ number: UInt8) async throws -> ImageID {
        let id = FeedImage.make(number).id
        try await feed.publishing.publish(.sample(id: id, content: SampleImage.png))
        return id
    }

    private func hide(_ id: ImageID) async throws -> Bool? {
        feed.server.date.advance(by: .seconds(1))
        return try await feed.server.database.write { [feed, administrator] db in
            try feed.moderating.hide(id, by: administrator, in: db)
        }
    }

    private func page(
        hidden isHidden: Bool = true, after place: PicturePlace? = nil, limit: Int = 2
    ) async throws -> (pictures: [ModeratedPicture], hasMore: Bool) {
        try await feed.server.database.read { [feed] db in
            try feed.moderating.pictures(hidden: isHidden, after: place, limit: limit, in: db)
        }
    }

    @Test(.requirement("OPS-06", "FEED-61")) func whoHidAPictureIsKeptUntilItIsShownAgain() async throws {
        let id = try await publish(1)
        #expect(try await hide(id) == true)
        #expect(try await hide(id) == false)
        let hidden = try #require(try await page().pictures.first)
        #expect(hidden.id == id && hidden.hiddenBy == administrator && hidden.hiddenAt != nil)
        #expect(try await feed.publicFeed.page(after: nil, limit: 10)?.items.isEmpty == true)
        let shown = try await feed.server.database.write { [feed] db in
            [try feed.moderating.show(id, in: db), try feed.moderating.show(id, in: db)]
        }
        #expect(shown == [true, false])
        let all = try await page(hidden: false).pictures
        #expect(all.map(\.id) == [id] && all[0].hiddenBy == nil && all[0].hiddenAt == nil)
        #expect(try await page().pictures.isEmpty)
        let nothing = ImageID(UUID())
        #expect(try await hide(nothing) == nil)
    }

    /// The list goes on from its place also where the picture that was there is shown again, or gone.
    @Test(.requirement("OPS-06")) func aListGoesOnWhateverBecomesOfItsLastPicture() async throws {
        var ids: [ImageID] = []
        for number in UInt8(1)...5 { ids.append(try await publish(number)) }
        for id in [ids[2], ids[0], ids[4], ids[1], ids[3]] { _ = try await hide(id) }
        let first = try await page()
        #expect(first.pictures.map(\.id) == [ids[3], ids[1]] && first.hasMore)
        let place = try #require(first.pictures.last?.place)
        #expect(PicturePlace("\(place)") == place)
        let last = ids[1]
        _ = try await feed.server.database.write { [feed] db in try feed.moderating.show(last, in: db) }
        let second = try await page(after: place)
        #expect(second.pictures.map(\.id) == [ids[4], ids[0]] && second.hasMore)
        let third = try await page(after: try #require(second.pictures.last?.place))
        #expect(third.pictures.map(\.id) == [ids[2]] && !third.hasMore)
        let all = try await page(hidden: false, limit: 10)
        #expect(all.pictures.map(\.id) == ids.reversed() && !all.hasMore)
        for text in ["", "1", "1.", "a.b", "1.2.3", "1.99999999999999999999"] { #expect(PicturePlace(text) == nil) }
    }

    /// The list of ten thousand is read by an index, as is each page of it.
    @Test(.requirement("OPS-06")) func tenThousandHiddenPicturesAreAPageAtATime() async throws {
        let author = UserID(UUID())
        try await feed.server.database.write { db in
            for number in 1...10_000 {
                try db.run(
                    """
                    INSERT INTO images (position, id, author_id, visibility, media_type, digest, byte_count, created_at,
                        hidden_at)
                    VALUES (\(number), \(ImageID(UUID())), \(author), 'public', 'image/png', 'd', 1, 1, \(number / 3))
                    """)
            }
        }
        var seen: Set<ImageID> = [], place: PicturePlace?
        repeat {
            let page = try await page(after: place, limit: 50)
            #expect(page.pictures.count == 50)
            seen.formUnion(page.pictures.map(\.id))
            place = page.hasMore ? page.pictures.last?.place : nil
        } while place != nil
        #expect(seen.count == 10_000)
        let plan = try await feed.server.database.read { db in
            try db.rows(
                """
                EXPLAIN QUERY PLAN SELECT id FROM images WHERE hidden_at IS NOT NULL
                    AND (hidden_at, position) < (100, 100) ORDER BY hidden_at DESC, position DESC LIMIT 51
                """
            ) { row in try row[3, as: String.self] }
        }
        #expect(plan.allSatisfy { $0.contains("images_hidden") && !$0.contains("TEMP B-TREE") }, "\(plan)")
    }

    @Test(.requirement("OPS-06")) func theBytesAreThereForHiddenOnesAsWell() async throws {
        let id = try await publish(1)
        _ = try await hide(id)
        let whole = try #require(try await feed.moderating.bytes(of: id, width: nil))
        #expect(whole.bytes == SampleImage.png && whole.type == "image/png" && whole.version != nil)
        #expect(try await feed.moderating.bytes(of: id, width: 320) != nil)
        #expect(try await feed.moderating.bytes(of: ImageID(UUID()), width: nil) == nil)
    }

    /// A deleted administrator is in no row, and what they hid stays hidden.
    @Test(.requirement("DATA-04", "OPS-06")) func whoHidAPictureIsForgottenWithTheirAccount() async throws {
        let id = try await publish(1)
        _ = try await hide(id)
        let user = User(
            id: administrator, name: "Ana", email: EmailAddress("ana@example.com")!, isVerified: true,
            createdAt: feed.server.date.value)
        try await feed.server.database.write { [feed] db in
            for observer in feed.accountObservers { try observer.record(.deleted(user), in: db) }
        }
        let hidden = try #require(try await page().pictures.first)
        #expect(hidden.id == id && hidden.hiddenBy == nil)
    }
}
