import AccountsServiceTesting
import CommentsAPI
import CommentsServiceAPI
import CommentsServiceTesting
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
import SQLStoreAPI
import SQLStoreTesting
import SessionsServiceTesting
import Testing

/// A picture's comments come in pages that neither repeat nor miss anything.
struct CommentsPagesTests {
    private let server: RunningComments
    private let router: Router
    private let image = ImageID(UUID())
    private let author: UserID
    private let token: Secret
    /// All within one second: only their order tells them apart.
    private let date = Date(timeIntervalSince1970: 1_600_000_000)

    init() async throws {
        server = try await RunningComments()
        router = try Router(routes: server.routes, observer: RequestObserverSpy())
        let user: User
        (user, token) = try await server.logIn()
        author = user.id
        try await server.feed.publishing.publish(.sample(id: image, content: SampleImage.png))
    }

    private struct Page: Decodable {
        struct Item: Decodable {
            let id: CommentID
            let message: String
        }
        let items: [Item]
        let next: CommentID?
    }

    @discardableResult
    private func add(_ message: String, on image: ImageID? = nil) async throws -> CommentID {
        let id = CommentID(UUID())
        try await server.publishing.publish(id, message: message, on: image ?? self.image, by: author, at: date)
        return id
    }

    private func respond(_ query: String, on image: ImageID? = nil) async -> ServerResponse {
        await router.respond(to: .sample(.get, "/image/\(image ?? self.image)/comments", query: query))
    }

    private func page(after cursor: CommentID? = nil, limit: Int) async throws -> Page {
        let response = await respond("limit=\(limit)" + (cursor.map { "&after_id=\($0)" } ?? ""))
        #expect(response.status == .ok)
        let page = try JSONDecoder().decode(Page.self, from: await response.collectBody())
        // Whoever looks at the header alone is told the same.
        let link = page.next.map { "<?limit=\(limit)&after_id=\($0)>; rel=\"next\"" }
        #expect(response.fields[.link] == link)
        return page
    }

    private func delete(_ comment: CommentID) async -> HTTPStatus {
        let fields: HTTPFields = [.authorization: token.withText { "Bearer \($0 ?? "")" }]
        return await router.respond(to: .sample(.delete, "/image/\(image)/comments/\(comment)", fields: fields))
            .status
    }

    @Test(.requirement("FEED-62"), arguments: [1, 2, 3, 6, 7]) func allPagesTogetherHoldAll(limit: Int) async throws {
        for number in 1...6 { try await add("\(number)") }
        var messages: [String] = [], cursor: CommentID?
        repeat {
            let page = try await page(after: cursor, limit: limit)
            #expect(page.items.count == min(limit, 6 - messages.count))
            messages += page.items.map(\.message)
            cursor = page.next
        } while cursor != nil
        #expect(messages == ["1", "2", "3", "4", "5", "6"])
    }

    @Test(.requirement("FEED-62")) func whoKnowsNoPagesGetsTheFirstAndIsToldThatThereIsMore() async throws {
        for number in 1...101 { try await add("\(number)") }
        let response = await respond("")
        let page = try JSONDecoder().decode(Page.self, from: await response.collectBody())
        #expect(page.items.map(\.message) == (1...100).map { "\($0)" })
        #expect(page.next == page.items.last?.id)
        #expect(response.fields[.link]?.hasSuffix("rel=\"next\"") == true)
    }

    @Test(.requirement("FEED-60", "FEED-62")) func whatComesMeanwhileIsOnTheLastPage() async throws {
        for number in 1...3 { try await add("\(number)") }
        let first = try await page(limit: 2)
        try await add("4")
        #expect(try await page(after: first.next, limit: 2).items.map(\.message) == ["3", "4"])
    }

    /// A place that is given twice would hide the second comment from whoever's
    /// page ended with the first.
    @Test(.requirement("FEED-60", "FEED-62"), arguments: [2, 3])
    func whoseLastCommentIsDeletedGoesOnFromItsPlace(count: Int) async throws {
        var ids: [CommentID] = []
        for number in 1...count { ids.append(try await add("\(number)")) }
        let cursor = ids[1]
        for id in ids.reversed() { #expect(await delete(id) == .noContent) }
        try await add("later")
        #expect(try await page(after: cursor, limit: 2).items.map(\.message) == ["later"])
    }

    @Test func aCommentThatIsPostedAnewAfterItsDeletionMayBeDeletedAgain() async throws {
        let id = try await add("once")
        #expect(await delete(id) == .noContent)
        try await server.publishing.publish(id, message: "again", on: image, by: author, at: date)
        #expect(try await page(limit: 2).items.map(\.message) == ["again"])
        #expect(await delete(id) == .noContent)
        #expect(try await page(after: id, limit: 2).items.isEmpty)
    }

    @Test(.requirement("FEED-62"), arguments: ["after_id=1", "after_id=\(UUID())", "limit=0", "limit=101", "limit=x"])
    func aPageThatCannotBeIsRefused(query: String) async throws {
        try await add("1")
        #expect(await respond(query).status == .unprocessableContent)
    }

    @Test func aCommentOnAnotherPictureIsNoPlaceOnThisOne() async throws {
        let other = ImageID(UUID())
        try await server.feed.publishing.publish(.sample(id: other, content: SampleImage.png))
        let id = try await add("there", on: other)
        #expect(await respond("after_id=\(id)").status == .unprocessableContent)
    }

    /// The longest comments: 2000 characters of four bytes each, and of bytes
    /// that JSON doubles.
    @Test(.requirement("FEED-62"), arguments: ["🏔", "\"", "\u{301}"])
    func aPageOfTheLongestCommentsIsNoLargerThanOthers(character: String) async throws {
        let message = "a" + String(repeating: character, count: 1_999)
        for _ in 1...30 { try await add(message) }
        var count = 0, cursor: CommentID?
        repeat {
            let query = "limit=100" + (cursor.map { "&after_id=\($0)" } ?? "")
            let body = try await respond(query).collectBody()
            #expect(body.count < 104 * 1_024)
            let page = try JSONDecoder().decode(Page.self, from: body)
            #expect(page.items.allSatisfy { $0.message == message })
            count += page.items.count
            cursor = page.next
        } while cursor != nil
        #expect(count == 30)
    }

    @Test(.requirement("FEED-62")) func noPageReadsAWholeTable() async throws {
        var ids: [CommentID] = []
        for number in 1...4 { ids.append(try await add("\(number)")) }
        for _ in 0..<2 {
            _ = try await page(limit: 2)
            _ = try await page(after: ids[0], limit: 2)
        }
        #expect(await delete(ids[3]) == .noContent)
        let reads = try await server.accounts.server.store.wholeTableReads().filter { !$0.contains("signing_keys") }
        #expect(reads == [])
    }

    @Test(.requirement("COMM-01")) func whoLooksHearsOfEachComment() async throws {
        var changes = server.following.changes(of: image).makeAsyncIterator()
        var others = server.following.changes(of: ImageID(UUID())).makeAsyncIterator()
        for number in 0..<2 {
            try await server.publishing.publish(
                CommentID(UUID()), message: "\(number)", on: image, by: author, at: date)
            #expect(await changes.next() != nil)
        }
        let silence = Task { await others.next() != nil }
        silence.cancel()
        #expect(await !silence.value)
    }
}
