import FeedAPI
import FeedClient
import FeedTesting
import FoundationEssentials
import HTTPTransportAPI
import HTTPTransportTesting
import HTTPTypes
import KernelTesting
import Localization
import Locking
import PluginKit
import Presenting
import Testing

/// Pictures from the server, kept on the device.
@Suite(.timeLimit(.minutes(15)))
struct ImageDataTests {
    private let fixture: FeedFixture
    private let url = URL(string: "https://example.com/image/1")!

    init() throws {
        fixture = try FeedFixture()
    }

    private func answering(_ body: Data, status: HTTPStatus = .ok, type: String? = nil) -> any ImageDataLoading {
        let fields: HTTPFields = type.map { [.contentType: $0] } ?? [:]
        return fixture.exports(HTTPTransportStub(HTTPResponse(status: status, fields: fields, body: body))).images
    }

    private func refusing(_ status: HTTPStatus, _ code: String) -> any ImageDataLoading {
        answering(Data(#"{"code":"\#(code)"}"#.utf8), status: status, type: "application/problem+json")
    }

    @Test(.requirement("IMG-10")) func deliversTheBytesOfAnImage() async throws {
        let spy = HTTPTransportSpy { _ in HTTPResponse(status: .ok, body: SampleImage.png) }
        let data = try await fixture.exports(spy).images.loadImageData(from: url)
        #expect(data == SampleImage.png)
        #expect(spy.requests.map(\.url) == [url])
        #expect(spy.requests.first?.fields[.accept] == "image/jpeg, image/png, image/webp, image/gif, image/avif")
    }

    @Test(.requirement("IMG-10")) func putsThePiecesTogetherAndTellsOfThem() async throws {
        let transport = GatedTransport()
        let heard = Locked<[ImageDataProgress]>([])
        let images = fixture.exports(transport).images
        let task = Task { [url] in
            try await images.loadImageData(from: url) { progress in heard.withLock { $0.append(progress) } }
        }
        let picture = SampleImage.jpeg(byteCount: 100)
        await transport.answer(
            0, fields: [.contentLength: "100"], pieces: [picture.prefix(30), picture[30..<90], picture.suffix(10)])
        #expect(try await task.value == picture)
        #expect(heard.current == [30, 90, 100].map { ImageDataProgress(receivedBytes: $0, totalBytes: 100) })
    }

    @Test(.requirement("IMG-12"), arguments: ["", "nonsense", "<html><body>Log in to this network</body></html>"])
    func whatIsNoImageIsInvalid(body: String) async throws {
        let images = answering(Data(body.utf8))
        await #expect(throws: ImageDataError.invalidData) { try await images.loadImageData(from: url) }
        #expect(fixture.folder.files() == [], "it isn't kept")
    }

    @Test(.requirement("IMG-12")) func aTruncatedImageIsInvalid() async throws {
        let images = answering(SampleImage.png.dropLast())
        await #expect(throws: ImageDataError.invalidData) { try await images.loadImageData(from: url) }
    }

    @Test(.requirement("IMG-12"), arguments: [201, 204, 206, 304, 500])
    func onlyStatus200IsAnImage(status: Int) async throws {
        let images = answering(SampleImage.png, status: HTTPStatus(rawValue: status))
        await #expect(throws: ImageDataError.invalidData) { try await images.loadImageData(from: url) }
    }

    @Test func tellsWhyThereIsNone() async throws {
        let missing = refusing(.notFound, "image_not_found")
        let restricted = refusing(.unauthorized, "authentication_required")
        await #expect(throws: ImageDataError.notFound) { try await missing.loadImageData(from: url) }
        await #expect(throws: ImageDataError.notLoggedIn) { try await restricted.loadImageData(from: url) }
    }

    @Test(.requirement("IMG-12")) func whatIsWrongAtTheServerIsToldInItsWords() async throws {
        let body = #"{"code":"image_damaged","title":"The copy is damaged.","detail":"Tell whoever runs it."}"#
        let images = answering(Data(body.utf8), status: .internalServerError, type: "application/problem+json")
        let words = LocalizedText(verbatim: "The copy is damaged. Tell whoever runs it.")
        await #expect(throws: ImageDataError.server(code: "image_damaged", words)) {
            try await images.loadImageData(from: url)
        }
    }

    @Test(.requirement("D17", "IMG-13"), arguments: [302, 400, 401, 403, 404, 407, 410, 429, 502, 503, 511])
    func whatSomethingOnTheWayAnswersSaysNothingAboutThePicture(status: Int) async throws {
        let status = HTTPStatus(rawValue: status)
        let error = await #expect(throws: ImageDataError.self) {
            try await answering(SampleImage.png, status: status).loadImageData(from: url)
        }
        guard case .connectivity(let text)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(text.english.contains("HTTP \(status)"))
    }

    @Test(.requirement("IMG-12"), arguments: [true, false])
    func aPictureThatIsTooLargeIsNotReadToItsEnd(isDeclared: Bool) async throws {
        let transport = GatedTransport()
        let images = fixture.exports(transport).images
        let task = Task { [url] in try await images.loadImageData(from: url) }
        let piece = Data(count: 8 * 1_024 * 1_024)
        await transport.answer(
            0, fields: isDeclared ? [.contentLength: "33554433"] : [:],
            pieces: isDeclared ? [] : [piece, piece, piece, piece, Data([0])],
            failure: isDeclared ? .connectivity(reason: "the body was read") : nil)
        await #expect(throws: ImageDataError.invalidData) { try await task.value }
    }

    @Test(.requirement("IMG-13", "IMG-23"), arguments: [HTTPTransportError.connectivity(reason: "refused"), .timedOut])
    func withoutAConnectionAndWithoutACopyItSaysBoth(error: HTTPTransportError) async throws {
        let images = fixture.exports(HTTPTransportStub(failure: error)).images
        await #expect(throws: ImageDataError.connectivity(error.text)) { try await images.loadImageData(from: url) }
        #expect(ImageDataError.connectivity(error.text).text.english.hasPrefix("The picture isn't on this device."))
    }

    @Test(arguments: [HTTPTransportError.insecureAddress, .credentialsUnavailable])
    func aRequestThatCannotBeMadeHereSaysWhy(error: HTTPTransportError) async throws {
        let images = fixture.exports(HTTPTransportStub(failure: error)).images
        await #expect(throws: ImageDataError.impossible(Obstacle(error))) {
            try await images.loadImageData(from: url)
        }
    }

    @Test(.requirement("IMG-13")) func aConnectionThatBreaksInTheMiddleDeliversNothing() async throws {
        let transport = GatedTransport()
        let images = fixture.exports(transport).images
        let task = Task { [url] in try await images.loadImageData(from: url) }
        let broken = HTTPTransportError.connectivity(reason: "reset")
        await transport.answer(0, pieces: [SampleImage.png.prefix(20)], failure: broken)
        await #expect(throws: ImageDataError.connectivity(broken.text)) { try await task.value }
        #expect(fixture.folder.files() == [])
    }

    @Test(.requirement("IMG-13")) func aServerThatStopsInTheMiddleIsGivenUp() async throws {
        let transport = GatedTransport()
        let images = fixture.exports(transport).images
        let task = Task { [url] in try await images.loadImageData(from: url) }
        await transport.waitForCalls(1)
        for _ in 0..<5 {
            #expect(transport.cancelled == [])
            await fixture.clock.waitForSleepers()
            fixture.clock.advance(by: .seconds(75))
        }
        await #expect(throws: ImageDataError.connectivity(HTTPTransportError.timedOut.text)) { try await task.value }
        await transport.waitForCancellation(of: 0)
    }

    @Test(.requirement("IMG-20", "IMG-30")) func whatCameOnceIsNotLoadedAgain() async throws {
        let spy = HTTPTransportSpy { _ in HTTPResponse(status: .ok, body: SampleImage.png) }
        let images = fixture.exports(spy).images
        let heard = Locked(0)
        _ = try await images.loadImageData(from: url)
        let again = try await images.loadImageData(from: url) { _ in heard.withLock { $0 += 1 } }
        #expect(again == SampleImage.png)
        #expect(spy.calls.count == 1)
        #expect(heard.current == 0)
        #expect(try await fixture.exports().images.loadImageData(from: url) == SampleImage.png, "without a connection")
    }

    @Test(.requirement("IMG-22")) func aCopyThatIsDamagedIsLoadedAnew() async throws {
        let images = answering(SampleImage.png)
        _ = try await images.loadImageData(from: url)
        let file = fixture.folder.path(of: try #require(fixture.folder.files().first))
        try SampleImage.png.prefix(30).write(to: URL(filePath: file))
        #expect(try await images.loadImageData(from: url) == SampleImage.png)
        #expect(try await fixture.exports().imageCache.load(for: url) == SampleImage.png)
    }

    @Test(.requirement("IMG-22", "IMG-31")) func aCacheThatFailsOnlyCostsADownload() async throws {
        try Data().write(to: URL(filePath: fixture.folder.path(of: "cache")))
        let images = answering(SampleImage.png)
        for _ in 0..<2 { #expect(try await images.loadImageData(from: url) == SampleImage.png) }
    }
}
