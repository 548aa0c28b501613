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
import SQLStoreAPI
import SQLStoreTesting
import SessionsServiceAPI
import SessionsServiceTesting
import Testing

/// Pages are read once, and are never those of somebody else.
struct FeedPagesTests {
    /// Counts what is read for the feed.
    private final class ReadCounter: SQLDatabase {
        let count = Locked(0)
        private let database: any SQLDatabase

        init(_ database: any SQLDatabase) {
            self.database = database
        }

        func read<Value: Sendable>(
            _ recency: SQLRecency, _ body: @Sendable (any SQLReading) throws -> Value
        ) async throws -> Value {
            count.withLock { $0 += 1 }
            return try await database.read(recency, body)
        }

        func write<Value: Sendable>(
            _ manner: SQLManner, _ body: @Sendable (any SQLWriting) throws -> Value
        ) async throws -> Value {
            try await database.write(manner, body)
        }

        var changeMark: SQLChangeMark? { database.changeMark }

        func listen(to topic: SQLTopic, _ hear: @escaping @Sendable (SQLSignal) -> Void) {
            database.listen(to: topic, hear)
        }
    }

    private let reads: ReadCounter
    private let feed: RunningFeed
    private let router: Router
    private let author = User.made()
    private let open = FeedImage.make(1).id, restricted = FeedImage.make(2).id

    init() async throws {
        let sessions = try await RunningSessions(others: RunningFeed.migrations)
        reads = ReadCounter(sessions.database)
        feed = try await RunningFeed(on: sessions, database: reads)
        router = try Router(routes: feed.routes, observer: RequestObserverSpy())
        try await publish(open, .everyone)
        try await publish(restricted, .members)
    }

    private func publish(_ id: ImageID, _ visibility: ImageVisibility, description: String? = nil) async throws {
        try await feed.publishing.publish(
            .sample(
                id: id, content: SampleImage.png, description: description, visibility: visibility, author: author.id))
    }

    private func logIn(_ user: User) async throws -> HTTPFields {
        let issued = try await feed.server.issuing.issueSession(for: user, on: SessionClient())
        return [.authorization: issued.grant.accessToken.withText { "Bearer \($0 ?? "")" }]
    }

    /// How often the database is asked when somebody asks for a page three times.
    private func reads(_ query: String = "") async throws -> Int {
        let before = reads.count.current
        for _ in 0..<3 { _ = try await page(query) }
        return reads.count.current - before
    }

    private func page(_ query: String = "", _ fields: HTTPFields = [:]) async throws -> String {
        let response = await router.respond(to: .sample(.get, "/feed", query: query, fields: fields))
        #expect(response.status == .ok)
        return String(decoding: try await response.collectBody(), as: UTF8.self)
    }

    @Test(.enabled(if: TemporaryDatabase.isFile)) func aPageIsReadOnceUntilSomethingIsCommitted() async throws {
        #expect(try await reads() == 1)
        #expect(try await reads("limit=1") == 1)
        #expect(try await reads() == 0)
        try await publish(FeedImage.make(3).id, .everyone)
        #expect(try await page().contains("\(FeedImage.make(3).id)"))
    }

    /// Each asks once before and once after, so that what is kept for one could
    /// be shown to the others.
    @Test func nobodySeesThePageOfSomebodyElse() async throws {
        let own = try await logIn(author), other = try await logIn(.made())
        for _ in 0..<2 {
            for fields in [own, other] { #expect(try await page("", fields).contains("\(restricted)")) }
            #expect(try await page().contains("\(restricted)") == false)
        }
        try await feed.moderation.hide(restricted)
        for _ in 0..<2 {
            #expect(try await page("", own).contains("\(restricted)"))
            #expect(try await page("", other).contains("\(restricted)") == false)
            #expect(try await page().contains("\(restricted)") == false)
        }
    }

    @Test func whoReachesTheServerElsewhereGetsOtherAddresses() async throws {
        for _ in 0..<2 {
            for host in ["a.example", "b.example:8080"] {
                #expect(try await page("", ["Host": host]).contains("http://\(host)/image/\(open)"))
            }
        }
    }

    @Test(.enabled(if: TemporaryDatabase.isFile)) func aPageThatIsLargeIsNotKept() async throws {
        try await publish(FeedImage.make(3).id, .everyone, description: String(repeating: "x", count: 65_536))
        #expect(try await reads() == 3)
        #expect(try await reads("after_id=\(FeedImage.make(3).id)") == 1)
    }
}
