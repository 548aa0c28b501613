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

struct DeletionTests {
    private let feed: RunningFeed
    private let author = User.made()
    private let ids = (UInt8(1)...4).map { FeedImage.make($0).id }

    init() async throws {
        feed = try await RunningFeed()
        for (number, id) in ids.enumerated() {
            // The first two are of the same content.
            let content = SampleImage.jpeg(content: UInt8(max(1, number)))
            let visibility: ImageVisibility = id == ids[3] ? .members : .everyone
            try await feed.publishing.publish(
                .sample(id: id, content: content, visibility: visibility, author: author.id))
        }
    }

    private func token(_ user: User) async throws -> HTTPFields {
        let issued = try await feed.server.issuing.issueSession(for: user, on: SessionClient())
        return [.authorization: issued.grant.accessToken.withText { "Bearer \($0 ?? "")" }]
    }

    private func ask(
        _ method: HTTPMethod, _ path: String, query: String = "", _ fields: HTTPFields = [:],
        of feed: RunningFeed? = nil
    ) async throws -> ServerResponse {
        let router = try Router(routes: (feed ?? self.feed).routes, observer: RequestObserverSpy())
        return await router.respond(to: .sample(method, path, query: query, fields: fields))
    }

    private struct Page: Decodable {
        struct Item: Decodable {
            let id: ImageID
        }
        let items: [Item]
    }

    private func page(_ query: String = "", _ fields: HTTPFields = [:]) async throws -> [ImageID] {
        let response = try await ask(.get, "/feed", query: query, fields)
        #expect(response.status == .ok)
        return try JSONDecoder().decode(Page.self, from: await response.collectBody()).items.map(\.id)
    }

    private func code(_ response: ServerResponse) async throws -> String? {
        try JSONDecoder().decode(ProblemDetails.self, from: await response.collectBody()).code
    }

    @Test(.requirement("IMG-46")) func whatItsAuthorDeletesIsGoneForEverybody() async throws {
        let own = try await token(author)
        let before = try await ask(.get, "/feed")
        let response = try await ask(.delete, "/feed/\(ids[2])", own)
        #expect(response.status == .noContent)
        #expect(try await response.collectBody().isEmpty)
        #expect(try await page() == [ids[1], ids[0]])
        #expect(try await page("", own) == [ids[3], ids[1], ids[0]])
        let after = try await ask(.get, "/feed", [.ifNoneMatch: before.fields[.eTag] ?? ""])
        #expect(after.status == .ok, "the feed has another state")
        let picture = try await ask(.get, "/image/\(ids[2])", own)
        #expect(picture.status == .notFound)
        #expect(try await code(picture) == "image_not_found")
        #expect(try await feed.visibility.audience(of: ids[2]) == nil)
        #expect(try await code(ask(.delete, "/feed/\(ids[2])", own)) == "image_not_found", "also when it is gone")
    }

    @Test(.requirement("IMG-46")) func aPictureOfSomebodyElseCannotBeToldFromNone() async throws {
        let stranger = try await token(.made())
        var bodies: Set<String> = []
        for id in ["\(ids[0])", "\(ids[3])", "00000000-0000-4000-8000-0000000000aa", "1", "'--"] {
            let response = try await ask(.delete, "/feed/\(id)", stranger)
            #expect(response.status == .notFound, "\(id)")
            bodies.insert(String(decoding: try await response.collectBody(), as: UTF8.self))
        }
        #expect(bodies.count == 1)
        #expect(try await ask(.delete, "/feed/\(ids[0])").status == .unauthorized)
        #expect(try await page("", stranger) == ids.reversed())
        #expect(feed.folder.files().count == 3)
    }

    @Test func whoLostTheConfirmedAddressMayDelete() async throws {
        let unverified = User.made(isVerified: false), id = ImageID(UUID())
        try await feed.publishing.publish(.sample(id: id, content: SampleImage.png, author: unverified.id))
        try await feed.moderation.hide(id)
        #expect(try await ask(.delete, "/feed/\(id)", token(unverified)).status == .noContent)
        #expect(try await feed.moderation.hiddenImages() == [])
    }

    @Test(.requirement("FEED-60")) func whoScrollsGoesOnFromAPictureThatWasDeleted() async throws {
        let own = try await token(author)
        for id in [ids[2], ids[3]] { #expect(try await ask(.delete, "/feed/\(id)", own).status == .noContent) }
        #expect(try await page("limit=1&after_id=\(ids[2])", own) == [ids[1]])
        #expect(try await page("limit=1&after_id=\(ids[3])", own) == [ids[1]])
    }

    @Test(.requirement("PUBFEED-02")) func aStrangerCantTellWhatIsThereForOthersOrWasFromNone() async throws {
        let own = try await token(author), never = ImageID(UUID())
        #expect(try await ask(.delete, "/feed/\(ids[2])", own).status == .noContent)
        try await feed.moderation.hide(ids[0])
        func answers(_ id: ImageID) async throws -> [String] {
            var answers: [String] = []
            for (path, query) in [
                ("/feed", "after_id=\(id)"), ("/feed/\(id)", ""), ("/feed/\(id)/newer", ""), ("/image/\(id)", ""),
                ("/image/\(id)", "w=320"),
            ] {
                let answer = try await ask(.get, path, query: query)
                let body = String(decoding: try await answer.collectBody(), as: UTF8.self)
                answers.append("\(answer.status) \(answer.fields) \(body)".replacing("\(id)", with: "ID"))
            }
            return answers
        }
        // For members, deleted, hidden.
        for id in [ids[3], ids[2], ids[0]] { #expect(try await answers(id) == answers(never)) }
        #expect(try await ask(.get, "/image/\(never)").status == .unauthorized)
        #expect(try await ask(.get, "/image/\(never)", own).status == .notFound)
    }

    @Test func aFileGoesWithTheLastPictureThatHasIt() async throws {
        let own = try await token(author)
        #expect(feed.folder.files().count == 3)
        #expect(try await ask(.delete, "/feed/\(ids[0])", own).status == .noContent)
        #expect(feed.folder.files().count == 3)
        #expect(try await ask(.get, "/image/\(ids[1])").status == .ok)
        #expect(try await ask(.delete, "/feed/\(ids[1])", own).status == .noContent)
        #expect(feed.folder.files().count == 2)
    }

    @Test func theSameCanBePublishedAgain() async throws {
        let own = try await token(author)
        #expect(try await ask(.delete, "/feed/\(ids[0])", own).status == .noContent)
        try await feed.publishing.publish(
            .sample(id: ids[0], content: SampleImage.jpeg(content: 1), author: author.id))
        #expect(try await page() == [ids[0], ids[2], ids[1]])
        #expect(try await page("after_id=\(ids[0])") == [ids[2], ids[1]])
        #expect(try await ask(.get, "/image/\(ids[0])").status == .ok)
    }

    private struct Observer: ImageDeletionObserving {
        let heard = Locked<[ImageID]>([])
        var error: SQLError?

        func recordDeletion(of image: ImageID, in transaction: any SQLWriting) throws {
            if let error { throw error }
            try transaction.afterCommit { heard.withLock { $0.append(image) } }
        }
    }

    @Test func othersTakePartOrNothingGoes() async throws {
        let hearing = Observer(), failing = Observer(error: SQLError(.diskFull, "no room"))
        let own = try await token(author)
        let refused = try await RunningFeed(on: feed.server, observers: { [failing] })
        #expect(try await ask(.delete, "/feed/\(ids[0])", own, of: refused).status.isSuccess == false)
        #expect(try await page() == [ids[2], ids[1], ids[0]])
        let again = try await RunningFeed(on: feed.server, observers: { [hearing] })
        #expect(try await ask(.delete, "/feed/\(ids[0])", own, of: again).status == .noContent)
        #expect(hearing.heard.current == [ids[0]])
        #expect(try await ask(.delete, "/feed/\(ids[0])", own, of: again).status == .notFound)
        #expect(hearing.heard.current == [ids[0]], "once")
    }
}
