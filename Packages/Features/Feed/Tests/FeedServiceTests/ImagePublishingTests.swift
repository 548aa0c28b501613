import CoreModels
import CryptographyAPI
import FeedAPI
import FeedServiceAPI
import FeedServiceTesting
import FeedTesting
import FoundationEssentials
import KernelTesting
import SQLStoreAPI
import SQLStoreTesting
import SessionsServiceTesting
import Testing

struct ImagePublishingTests {
    private let feed: RunningFeed

    init() async throws {
        feed = try await RunningFeed(maximumImageBytes: 2_000)
    }

    private func count(in feed: RunningFeed) async throws -> Int? {
        try await feed.server.database.read { try $0.value("SELECT COUNT(*) FROM images") }
    }

    @Test func aPublishedPictureSurvivesARestart() async throws {
        let image = NewImage.sample(content: SampleImage.png, visibility: .members)
        try await feed.publishing.publish(image)
        try await feed.server.store.reopen()
        let again = try await RunningFeed(on: feed.server, database: feed.server.store.database)
        #expect(try await again.visibility.audience(of: image.id) == .members)
        #expect(try await again.visibility.audience(of: ImageID(UUID())) == nil)
    }

    @Test func keepsTheFileForItsOwnerOnly() async throws {
        try await feed.publishing.publish(.sample(content: SampleImage.png))
        let files = feed.folder.files()
        #expect(files.count == 1 && files[0].hasPrefix("images/"))
        #expect(feed.folder.contents(of: files[0]) == Array(SampleImage.png))
        #expect(feed.folder.mode(of: files[0]) == 0o600)
        #expect(feed.folder.mode(of: "images") == 0o700)
    }

    @Test(arguments: ["", "GIF89a", "<svg/>", "<?php system('id'); ?>", "%PDF-1.7\n%%EOF"])
    func refusesWhatIsNoImageWhateverItsName(content: String) async throws {
        await #expect(throws: ImagePublishingError.notAnImage) {
            try await feed.publishing.publish(.sample(content: Data(content.utf8), description: "holiday.jpg"))
        }
        #expect(try await count(in: feed) == 0)
        #expect(feed.folder.files() == [])
    }

    @Test func refusesAnImageThatWasCutOff() async throws {
        for cut in [SampleImage.png.dropLast(), SampleImage.jpeg().dropLast(), SampleImage.png.prefix(33)] {
            await #expect(throws: ImagePublishingError.notAnImage) {
                try await feed.publishing.publish(.sample(content: cut))
            }
        }
        #expect(feed.folder.files() == [])
    }

    @Test func refusesAnImageOverTheLimit() async throws {
        try await feed.publishing.publish(.sample(content: SampleImage.jpeg(byteCount: 2_000)))
        await #expect(throws: ImagePublishingError.tooLarge(limit: 2_000)) {
            try await feed.publishing.publish(.sample(content: SampleImage.jpeg(byteCount: 2_001)))
        }
        #expect(try await count(in: feed) == 1)
    }

    @Test func publishingTwiceMakesOnePicture() async throws {
        let image = NewImage.sample(content: SampleImage.png)
        for _ in 0..<2 { try await feed.publishing.publish(image) }
        try await feed.publishing.publish(.sample(id: image.id, content: SampleImage.jpeg(), visibility: .members))
        #expect(try await count(in: feed) == 1)
        #expect(try await feed.visibility.audience(of: image.id) == .everyone, "the first one stands")
    }

    @Test func equalContentIsKeptOnce() async throws {
        for _ in 0..<3 { try await feed.publishing.publish(.sample(content: SampleImage.png)) }
        #expect(try await count(in: feed) == 3)
        #expect(feed.folder.files().count == 1)
    }

    @Test func manyAtOnceAllAppearAndOnceEach() async throws {
        let same = ImageID(UUID())
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in UInt8(0)..<24 {
                group.addTask { [feed] in
                    let id = number < 8 ? same : ImageID(UUID())
                    try await feed.publishing.publish(.sample(id: id, content: SampleImage.jpeg(content: number / 2)))
                }
            }
            try await group.waitForAll()
        }
        #expect(try await count(in: feed) == 17)
        let positions = try await feed.server.database.read { reader in
            try reader.rows("SELECT position FROM images ORDER BY position") { try $0[0, as: Int.self] }
        }
        // A series may leave numbers out.
        #expect(Set(positions).count == 17 && positions.allSatisfy { $0 > 0 })
    }

    @Test func whenTheDatabaseFailsTheFeedIsAsBefore() async throws {
        let failing = FailingDatabase(feed.server.database)
        let feed = try await RunningFeed(on: feed.server, database: failing)
        let image = NewImage.sample(content: SampleImage.png)
        failing.failWrites(with: SQLError(.diskFull, "no room"))
        do {
            try await feed.publishing.publish(image)
            Issue.record("published on a full disk")
        } catch .unavailable(let reason) {
            #expect(reason.contains("no room"))
        } catch {
            Issue.record("\(error)")
        }
        #expect(try await count(in: feed) == 0)
        failing.failWrites(with: nil)
        try await feed.publishing.publish(image)
        #expect(try await count(in: feed) == 1)
    }

    @Test func whenTheFileFailsThereIsNoRow() async throws {
        try Data().write(to: URL(filePath: feed.folder.path(of: "images")))
        do {
            try await feed.publishing.publish(.sample(content: SampleImage.png))
            Issue.record("published without a file")
        } catch .unavailable {
        } catch {
            Issue.record("\(error)")
        }
        #expect(try await count(in: feed) == 0)
    }
}
