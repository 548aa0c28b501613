import CommentsAPI
import CommentsClient
import CoreModels
import FoundationEssentials
import HTTPTransportAPI
import HTTPTransportTesting
import KernelTesting
import PluginKit
import SessionsAPI
import Testing

/// Comments that were seen are there without a connection.
struct FileCommentCacheTests {
    private let folder: TemporaryFolder, image = ImageID(UUID())
    private let date = ManualDate()

    init() throws {
        folder = try TemporaryFolder()
    }

    private func assembled() -> Assembly<CommentsClientPlugin.Exports> {
        let server = ServerClient(
            address: ServerAddress("https://example.com")!, transport: HTTPTransportStub(failure: .timedOut))
        return CommentsClientPlugin.assemble(
            .init(server: server, cacheFolder: folder.path(of: "cache"), now: { [date] in date.value }))
    }

    private func cache() throws -> any CommentCaching { try #require(assembled().exports.kept) }

    private func comments(_ numbers: Range<Int>) -> [ImageComment] {
        numbers.map { number in
            ImageComment(
                id: CommentID("00000000-0000-4000-8000-\(String(1_000_000_000_000 + number).suffix(12))")!,
                message: "\(number)", createdAt: date.value, username: "Ana", isMine: number == 0)
        }
    }

    @Test(.requirement("COMM-02")) func pagesAreKeptAsTheyWereAndFollowEachOther() async throws {
        let all = comments(0..<5), kept = try cache()
        #expect(await kept.page(on: image, after: nil, limit: 2) == nil)
        await kept.save(CommentsPage(items: Array(all[..<2]), next: all[1].id), on: image, after: nil)
        let first = CommentsPage(items: Array(all[..<2]), next: all[1].id, savedAt: date.value)
        #expect(await kept.page(on: image, after: nil, limit: 30) == first)
        #expect(await kept.page(on: image, after: all[1].id, limit: 30) == nil, "only the server knows those")
        await kept.save(CommentsPage(items: Array(all[2...])), on: image, after: all[1].id)
        let other = try cache()
        #expect(await other.page(on: image, after: nil, limit: 30)?.items == all, "also for another process")
        #expect(await other.page(on: image, after: all[1].id, limit: 2)?.next == all[3].id)
        #expect(await other.page(on: image, after: all[3].id, limit: 2)?.next == nil)
        #expect(await other.page(on: ImageID(UUID()), after: nil, limit: 2) == nil)
    }

    @Test func aPageTakesThePlaceOfWhatWasKeptOfItAndLeavesNoGap() async throws {
        let all = comments(0..<6), kept = try cache()
        await kept.save(CommentsPage(items: all), on: image, after: nil)
        // The second one was deleted.
        await kept.save(CommentsPage(items: [all[0], all[2]], next: all[2].id), on: image, after: nil)
        #expect(await kept.page(on: image, after: nil, limit: 9)?.items == [all[0]] + Array(all[2...]))
        await kept.save(CommentsPage(items: [all[5]]), on: image, after: CommentID(UUID()))
        #expect(await kept.page(on: image, after: nil, limit: 9)?.items.count == 5)
        await kept.save(CommentsPage(items: [all[0]]), on: image, after: nil)
        #expect(await kept.page(on: image, after: nil, limit: 9)?.items == [all[0]])
    }

    @Test func whatIsOldOrGoneIsNotShown() async throws {
        let kept = try cache()
        await kept.save(CommentsPage(items: comments(0..<1)), on: image, after: nil)
        date.advance(by: .seconds(7 * 86_400 - 1))
        #expect(await kept.page(on: image, after: nil, limit: 9) != nil)
        date.advance(by: .seconds(1))
        #expect(await kept.page(on: image, after: nil, limit: 9) == nil)
        await kept.save(CommentsPage(items: []), on: image, after: nil)
        #expect(await kept.page(on: image, after: nil, limit: 9)?.items == [])
        await kept.forget(image)
        #expect(await kept.page(on: image, after: nil, limit: 9) == nil)
    }

    @Test func thereIsAnEndToWhatIsKept() async throws {
        let kept = try cache(), all = comments(0..<501)
        await kept.save(CommentsPage(items: all), on: image, after: nil)
        let page = try #require(await kept.page(on: image, after: nil, limit: 999))
        #expect(page.items.count == 500 && page.next == all[499].id)
        for _ in 0..<205 { await kept.save(CommentsPage(items: []), on: ImageID(UUID()), after: nil) }
        #expect(folder.files().count == 200)
    }

    @Test(.requirement("LOGOUT-01")) func theyGoWithTheSession() async throws {
        let mine = try cache(), page = CommentsPage(items: comments(0..<1))
        let me = await mine.tenant()
        await mine.save(page, on: image, after: nil, for: me)
        for observer in assembled().contributions.values(of: SessionEndObservers.self) {
            await observer.sessionDidEnd(.loggedOut)
        }
        #expect(folder.files() == [])
        await mine.save(page, on: image, after: nil, for: me)
        #expect(folder.files() == [], "what was asked for before doesn't come back")
        await mine.save(page, on: image, after: nil)
        #expect(folder.files().count == 1, "whoever comes next has a cache as well")
    }
}

extension CommentCaching {
    /// Keeps a page of whoever is there now.
    fileprivate func save(_ page: CommentsPage, on image: ImageID, after cursor: CommentID?) async {
        await save(page, on: image, after: cursor, for: await tenant())
    }
}
