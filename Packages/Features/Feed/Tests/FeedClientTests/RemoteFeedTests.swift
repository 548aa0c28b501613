import CoreModels
import FeedAPI
import FeedClient
import FeedTesting
import FoundationEssentials
import HTTPTransportAPI
import HTTPTransportTesting
import HTTPTypes
import KernelTesting
import PluginKit
import Presenting
import Testing

struct RemoteFeedTests {
    private let fixture: FeedFixture

    init() throws {
        fixture = try FeedFixture()
    }

    private func answering(_ body: String, status: HTTPStatus = .ok) -> any FeedLoading & NewestFeedLoading {
        fixture.exports(HTTPTransportStub(HTTPResponse(status: status, body: Data(body.utf8)))).feed
    }

    private func item(_ image: FeedImage, url: String? = nil) -> String {
        #"{"id":"\#(image.id)","description":"a picture","location":"a place","image":"\#(url ?? image.url.absoluteString)"}"#
    }

    private func body(_ images: [FeedImage]) -> String {
        #"{"items":["# + images.map { item($0) }.joined(separator: ",") + "]}"
    }

    @Test(.requirement("FEED-10", "FEED-51")) func asksForAPageOfTheFeedBelowTheServersAddress() async throws {
        let spy = HTTPTransportSpy { _ in HTTPResponse(status: .ok, body: Data(#"{"items":[]}"#.utf8)) }
        let feed = fixture.exports(spy).feed
        _ = try await feed.loadFeed(after: nil, limit: 10)
        _ = try await feed.loadFeed(after: FeedImage.make(7).id, limit: 100)
        #expect(
            spy.requests.map(\.url.absoluteString) == [
                "https://example.com:8443/base/feed?limit=10",
                "https://example.com:8443/base/feed?limit=100&after_id=\(FeedImage.make(7).id)",
            ])
        #expect(spy.requests.allSatisfy { $0.method == .get && $0.body == nil })
    }

    @Test(arguments: [(-1, 1), (0, 1), (1, 1), (100, 100), (101, 100), (Int.max, 100)])
    func keepsToTheLimitsOfTheContract(asked: Int, sent: Int) async throws {
        let spy = HTTPTransportSpy { _ in HTTPResponse(status: .ok, body: Data(#"{"items":[]}"#.utf8)) }
        _ = try await fixture.exports(spy).feed.loadFeed(after: nil, limit: asked)
        #expect(spy.requests.first?.url.query() == "limit=\(sent)")
    }

    @Test(.requirement("FEED-10", "FEED-50")) func deliversThePicturesInTheServersOrder() async throws {
        let images: [FeedImage] = [.make(3), .make(1), .make(2)]
        let loaded = try await answering(body(images)).loadFeed(after: nil, limit: 10)
        #expect(loaded == LoadedFeed(page: FeedPage(items: images, next: nil), source: .remote))
    }

    @Test(.requirement("FEED-60")) func whatIsNewerIsAskedOfTheServer() async throws {
        let images: [FeedImage] = [.make(3), .make(2)], answer = body(images)
        let spy = HTTPTransportSpy { _ in HTTPResponse(status: .ok, body: Data(answer.utf8)) }
        #expect(try await fixture.exports(spy).feed.loadNewer(than: FeedImage.make(1).id, limit: 200) == images)
        #expect(
            spy.requests.map(\.url.absoluteString) == [
                "https://example.com:8443/base/feed/\(FeedImage.make(1).id)/newer?limit=100"
            ])
        // Also of a server that is too old to tell.
        let old = HTTPTransportSpy { _ in HTTPResponse(status: .notFound) }
        #expect(try await fixture.exports(old).feed.loadNewer(than: FeedImage.make(1).id, limit: 1) == nil)
    }

    @Test func aFullPageIsFollowedByTheNext() async throws {
        let loaded = try await answering(body([.make(3), .make(2)])).loadFeed(after: nil, limit: 2)
        #expect(loaded.page.next == FeedImage.make(2).id)
        let last = try await answering(body([.make(1)])).loadFeed(after: FeedImage.make(2).id, limit: 2)
        #expect(last.page.next == nil)
    }

    @Test func aServerWithoutPagesComesToAnEnd() async throws {
        let everything = answering(body([.make(3), .make(2), .make(1)]))
        let first = try await everything.loadFeed(after: nil, limit: 2)
        #expect(first.page.items.count == 3)
        let second = try await everything.loadFeed(after: first.page.next, limit: 2)
        #expect(second.page == FeedPage(items: [], next: nil))
    }

    @Test(
        .requirement("FEED-11"),
        arguments: [
            "file:///etc/passwd", "javascript:alert(1)", "data:image/png;base64,AAAA", "ftp://example.com/a",
            "https:///a", "http:", "image/1", "//example.org/image/1", "#",
        ])
    func anAddressThatNoPictureCanHaveIsInvalid(url: String) async throws {
        let feed = answering(#"{"items":["# + item(.make(1), url: url) + "]}")
        await #expect(throws: FeedError.invalidData) { try await feed.loadFeed(after: nil, limit: 10) }
    }

    @Test func anAddressWithoutAHostLiesBelowTheServers() async throws {
        let loaded = try await answering(#"{"items":["# + item(.make(1), url: "/image/a%20b") + "]}")
            .loadFeed(after: nil, limit: 10)
        #expect(loaded.page.items.map(\.url.absoluteString) == ["https://example.com:8443/base/image/a%20b"])
    }

    @Test func anUnknownPictureToStartAfterIsSaidToBe() async throws {
        let feed = answering("", status: .unprocessableContent)
        await #expect(throws: FeedError.unknownCursor) {
            try await feed.loadFeed(after: FeedImage.make(1).id, limit: 10)
        }
    }

    private let tag = "\"a-state\""

    @Test(.requirement("FEED-02")) func whatTheDeviceHasIsNotSentAgain() async throws {
        let version = FeedVersion(tag: tag, limit: 30)
        let body = body([.make(1)]), tag = tag
        let spy = HTTPTransportSpy { request in
            request.fields[.ifNoneMatch] == tag
                ? HTTPResponse(status: .notModified)
                : HTTPResponse(status: .ok, fields: [.eTag: tag], body: Data(body.utf8))
        }
        let feed = fixture.exports(spy).feed
        let newest = NewestFeed(page: FeedPage(items: [.make(1)], next: nil), version: version)
        #expect(try await feed.loadNewest(limit: 30, unless: nil) == newest)
        #expect(try await feed.loadNewest(limit: 30, unless: version) == nil)
        #expect(spy.requests.map { $0.fields[.ifNoneMatch] } == [nil, tag])
        #expect(spy.requests.allSatisfy { $0.url.query() == "limit=30" })
    }

    @Test func theStateOfAnotherPageIsNotAskedFor() async throws {
        let spy = HTTPTransportSpy { _ in HTTPResponse(status: .ok, body: Data(#"{"items":[]}"#.utf8)) }
        let newest = try await fixture.exports(spy).feed.loadNewest(limit: 31, unless: FeedVersion(tag: tag, limit: 30))
        #expect(spy.requests.first?.fields[.ifNoneMatch] == nil)
        #expect(newest == NewestFeed(page: FeedPage(items: [], next: nil), version: nil), "it has no name")
    }

    @Test(.requirement("FEED-11", "FEED-51"), arguments: [100, 201, 204, 206, 500])
    func nothingButAnUnchangedFeedIsUnchanged(status: Int) async throws {
        let feed = answering("", status: HTTPStatus(rawValue: status))
        await #expect(throws: FeedError.invalidData) {
            try await feed.loadNewest(limit: 30, unless: FeedVersion(tag: tag, limit: 30))
        }
    }

    @Test(.requirement("FEED-11")) func anUnchangedFeedThatNobodyHasIsInvalid() async throws {
        let feed = answering("", status: .notModified)
        await #expect(throws: FeedError.invalidData) { try await feed.loadNewest(limit: 30, unless: nil) }
    }

    @Test(
        .requirement("FEED-12", "PUBFEED-04"),
        arguments: [
            HTTPTransportError.connectivity(reason: "refused"), .timedOut, .tls(reason: "expired"),
        ])
    func withoutAConnectionItSaysSo(error: HTTPTransportError) async throws {
        let feed = fixture.exports(HTTPTransportStub(failure: error)).feed
        await #expect(throws: FeedError.connectivity(error.text)) { try await feed.loadFeed(after: nil, limit: 10) }
    }

    @Test(
        .requirement("FEED-12"),
        arguments: [
            HTTPTransportError.insecureAddress, .credentialsUnavailable, .invalidRequest(reason: "r"),
            .fileSystem(reason: "r"),
        ])
    func aRequestThatCannotBeMadeHereSaysWhy(error: HTTPTransportError) async throws {
        let feed = fixture.exports(HTTPTransportStub(failure: error)).feed
        await #expect(throws: FeedError.impossible(Obstacle(error))) {
            try await feed.loadFeed(after: nil, limit: 10)
        }
    }

    @Test(
        .requirement("FEED-11"),
        arguments: [HTTPTransportError.tooLarge(limit: 1), .invalidResponse(reason: "no HTTP")])
    func anAnswerThatIsNoneIsInvalid(error: HTTPTransportError) async throws {
        let feed = fixture.exports(HTTPTransportStub(failure: error)).feed
        await #expect(throws: FeedError.invalidData) { try await feed.loadFeed(after: nil, limit: 10) }
    }

    @Test func aCancelledCallSaysSo() async throws {
        let feed = answering(body([.make(1)]))
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await feed.loadFeed(after: nil, limit: 10)
        }
        await #expect(throws: FeedError.cancelled) { try await task.value }
    }

    @Test func picturesLieBelowTheServersAddress() {
        #expect(
            fixture.exports().locations.url(of: FeedImage.make(1).id).absoluteString
                == "https://example.com:8443/base/image/\(FeedImage.make(1).id)")
    }
}
