import CoreModels
import FeedAPI
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
import PicturesAPI
import PicturesTesting
import PluginKit
import SQLStoreAPI
import SQLStoreTesting
import SessionsServiceAPI
import SessionsServiceTesting
import Testing

/// Files of pictures that no row names go, and no others do.
struct UnnamedFilesTests {
    private func upload(_ image: Data) -> Data {
        Data("--b\r\nContent-Disposition: form-data; name=\"image\"\r\n\r\n".utf8) + image
            + Data("\r\n--b--\r\n".utf8)
    }

    private func post(_ image: Data, to feed: RunningFeed, as user: User) async throws -> (HTTPStatus, ImageID?) {
        let router = try Router(routes: feed.routes, observer: RequestObserverSpy())
        let issued = try await feed.server.issuing.issueSession(for: user, on: SessionClient())
        let response = await router.respond(
            to: .sample(
                .post, "/feed",
                fields: [
                    .authorization: issued.grant.accessToken.withText { "Bearer \($0 ?? "")" },
                    .contentType: "multipart/form-data; boundary=b",
                ], body: upload(image)))
        struct Item: Decodable {
            let id: ImageID
        }
        return (response.status, try? JSONDecoder().decode(Item.self, from: await response.collectBody()).id)
    }

    private func start(_ feed: RunningFeed) async throws {
        for service in feed.services { try await service.start() }
        for service in feed.services { try await service.run() }
    }

    @Test func theServerRemovesWhatAKillLeft() async throws {
        let feed = try await RunningFeed()
        try await feed.publishing.publish(.sample(content: SampleImage.png))
        #expect(try await post(SampleImage.jpeg(), to: feed, as: .made()).0 == .created)
        let named = Set(feed.folder.files())
        #expect(named.count == 5, "a picture, and one with three smaller ones")
        let digest = String(repeating: "ab", count: 32)
        let others = ["ab/note.txt", "ab/" + digest.dropLast(), "cd/" + digest, "readme"]
        for name in ["ab/" + digest, "incoming/x"] + others {
            let path = feed.folder.path(of: "images/" + name)
            try FileManager.default.createDirectory(
                atPath: String(path.prefix(upTo: path.lastIndex(of: "/") ?? path.startIndex)),
                withIntermediateDirectories: true)
            try Data("x".utf8).write(to: URL(filePath: path))
        }
        try await start(feed)
        #expect(Set(feed.folder.files()) == named.union(others.map { "images/" + $0 }), "strange files stay")
    }

    @Test func aFolderThatIsNotThereIsFine() async throws {
        try await start(try await RunningFeed())
    }

    /// Lets something happen right before the first write, and after each.
    private final class Meddler: SQLDatabase {
        private let database: any SQLDatabase
        private let meddling: Locked<(@Sendable () async throws -> Void)?>
        private let afterwards: @Sendable () -> Void

        init(
            _ database: any SQLDatabase, _ meddling: @escaping @Sendable () async throws -> Void = {},
            afterwards: @escaping @Sendable () -> Void = {}
        ) {
            self.database = database
            self.meddling = Locked(meddling)
            self.afterwards = afterwards
        }

        func read<Value: Sendable>(
            _ recency: SQLRecency, _ body: @Sendable (any SQLReading) throws -> Value
        ) async throws -> Value {
            try await database.read(recency, body)
        }

        func write<Value: Sendable>(
            _ manner: SQLManner, _ body: @Sendable (any SQLWriting) throws -> Value
        ) async throws -> Value {
            let meddling = meddling.withLock { meddling in
                defer { meddling = nil }
                return meddling
            }
            try await meddling?()
            defer { afterwards() }
            return try await database.write(manner, body)
        }

        var changeMark: SQLChangeMark? { database.changeMark }

        func listen(to topic: SQLTopic, _ hear: @escaping @Sendable (SQLSignal) -> Void) {
            database.listen(to: topic, hear)
        }
    }

    /// The files are there, the rows aren't yet, and the server cleans up.
    @Test func aPublicationWhoseFilesWereTakenMakesThemAnew() async throws {
        let pictures = PictureProcessingStub()
        let cleaning = Locked<RunningFeed?>(nil)
        let sessions = try await RunningSessions(others: RunningFeed.migrations)
        let meddler = Meddler(sessions.database) {
            guard let feed = cleaning.current else { return }
            for service in feed.services { try await service.run() }
            #expect(feed.folder.files().filter { !$0.hasPrefix("images/incoming") } == [])
        }
        let feed = try await RunningFeed(on: sessions, database: meddler, pictures: pictures)
        cleaning.withLock { $0 = feed }
        let (status, id) = try await post(SampleImage.jpeg(), to: feed, as: .made())
        #expect(status == .created && pictures.count == 2)
        #expect(feed.folder.files().count == 4)
        #expect(try await feed.visibility.audience(of: try #require(id)) == .members)
    }

    /// The same for pictures that the server itself publishes.
    @Test func aPictureOfTheServersOwnIsWrittenAnewAsWell() async throws {
        let cleaning = Locked<RunningFeed?>(nil)
        let sessions = try await RunningSessions(others: RunningFeed.migrations)
        let meddler = Meddler(sessions.database) {
            guard let feed = cleaning.current else { return }
            for service in feed.services { try await service.run() }
            #expect(feed.folder.files() == [])
        }
        let feed = try await RunningFeed(on: sessions, database: meddler)
        cleaning.withLock { $0 = feed }
        try await feed.publishing.publish(.sample(content: SampleImage.png))
        #expect(feed.folder.files().count == 1)
    }

    /// No file goes for a transaction that may yet find a row for it.
    @Test(.requirement("IMG-44")) func aRemovalThatIsNotCommittedTakesNoFile() async throws {
        let sessions = try await RunningSessions(others: RunningFeed.migrations)
        let failing = FailingDatabase(sessions.database)
        let feed = try await RunningFeed(on: sessions, database: failing)
        try await feed.publishing.publish(.sample(content: SampleImage.png))
        let files = feed.folder.files()
        try await sessions.database.write { db in try db.run("DELETE FROM images") }
        failing.failCommits(with: SQLError(.busy, "others came between"))
        for service in feed.services { try await service.run() }
        #expect(feed.folder.files() == files && !files.isEmpty)
        failing.failCommits(with: nil)
        for service in feed.services { try await service.run() }
        #expect(feed.folder.files() == [])
    }

    @Test func nothingIsKeptWhenTheRowsFindNoRoom() async throws {
        let sessions = try await RunningSessions(others: RunningFeed.migrations)
        let full = Meddler(sessions.database) { throw SQLError(.diskFull, "no room") }
        let feed = try await RunningFeed(on: sessions, database: full)
        #expect(try await post(SampleImage.jpeg(), to: feed, as: .made()).0 == .insufficientStorage)
        #expect(feed.folder.files() == [])
        #expect(try await post(SampleImage.jpeg(), to: feed, as: .made()).0 == .created)
    }

    @Test func whoHangsUpLeavesNoFilesOfWhatIsDeleted() async throws {
        let author = User.made(), id = ImageID(UUID())
        let sessions = try await RunningSessions(others: RunningFeed.migrations)
        let issued = try await sessions.issuing.issueSession(for: author, on: SessionClient())
        let token = issued.grant.accessToken.withText { "Bearer \($0 ?? "")" }
        let meddler = Meddler(sessions.database, afterwards: { withUnsafeCurrentTask { $0?.cancel() } })
        let feed = try await RunningFeed(on: sessions, database: meddler)
        try await Task {
            try await feed.publishing.publish(.sample(id: id, content: SampleImage.png, author: author.id))
        }.value
        let router = try Router(routes: feed.routes, observer: RequestObserverSpy())
        let status = await Task {
            await router.respond(to: .sample(.delete, "/feed/\(id)", fields: [.authorization: token])).status
        }.value
        #expect(status == .noContent)
        #expect(feed.folder.files() == [])
    }

    @Test func anIdentifierThatIsTakenLeavesNoFile() async throws {
        let feed = try await RunningFeed(), id = ImageID(UUID())
        try await feed.publishing.publish(.sample(id: id, content: SampleImage.png))
        let files = feed.folder.files()
        for content in [SampleImage.jpeg(), SampleImage.png] {
            try await feed.publishing.publish(.sample(id: id, content: content))
            #expect(feed.folder.files() == files)
        }
    }

    /// People publish and delete pictures of the same few contents, at the same
    /// time, while the server cleans up all the time: whatever is in the feed has
    /// its files, and in the end nothing else is there.
    @Test(.requirement("IMG-44")) func picturesAndFilesStayTogetherUnderManyHands() async throws {
        let feed = try await RunningFeed()
        let router = try Router(routes: feed.routes, observer: RequestObserverSpy())
        let remaining = try await withThrowingTaskGroup(of: Int.self) { group in
            for person in 0..<6 {
                group.addTask {
                    let user = User.made()
                    let issued = try await feed.server.issuing.issueSession(for: user, on: SessionClient())
                    let fields: HTTPFields = [
                        .authorization: issued.grant.accessToken.withText { "Bearer \($0 ?? "")" }
                    ]
                    var kept = 0
                    for round in 0..<12 {
                        let (status, id) = try await post(
                            SampleImage.jpeg(content: UInt8(round % 2 + 1)), to: feed, as: user)
                        guard status == .created, let id else { continue }
                        let seen = await router.respond(to: .sample(.get, "/image/\(id)", fields: fields))
                        #expect(try await seen.collectBody().isEmpty == false)
                        if (person + round) % 3 == 0 {
                            kept += 1
                        } else {
                            let deleted = await router.respond(to: .sample(.delete, "/feed/\(id)", fields: fields))
                            #expect(deleted.status == .noContent)
                        }
                    }
                    return kept
                }
            }
            group.addTask {
                for _ in 0..<30 { for service in feed.services { try await service.run() } }
                return 0
            }
            return try await group.reduce(0, +)
        }
        #expect(remaining > 0)
        let digests = try await feed.server.database.read { reader in
            try reader.rows("SELECT digest FROM images UNION SELECT digest FROM image_sizes") { row -> String in
                try row["digest"]
            }
        }
        let names = feed.folder.files().map { String($0.split(separator: "/").last ?? "") }
        #expect(Set(names) == Set(digests))
        #expect(try await feed.server.database.read { try $0.value("SELECT COUNT(*) FROM images") } == remaining)
    }
}
