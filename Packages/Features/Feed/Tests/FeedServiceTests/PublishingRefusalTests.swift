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
import PicturesAPI
import PicturesTesting
import SQLStoreAPI
import SQLStoreTesting
import SessionsServiceAPI
import SessionsServiceTesting
import Testing

/// What isn't published, and why.
struct PublishingRefusalTests: PublishingSuite {
    private static let limit = 10_000
    let feed: RunningFeed
    private let pictures = PictureProcessingStub()

    init() async throws {
        feed = try await RunningFeed(pictures: pictures, maximumImageBytes: Self.limit)
    }

    /// One that was repaired would say something else than its author did.
    @Test(
        .requirement("SANIT-02", "SANIT-03"), arguments: ["description", "location"],
        [
            Array("exe\u{202E}gpj".utf8), Array("a\u{2066}b".utf8), Array("a\u{1B}[2Jb".utf8), Array("\u{200B}".utf8),
            [0x61, 0xFF, 0x62], [0xC3], [0xED, 0xA0, 0x80], [0xC0, 0xAF],
            Array(("a" + String(repeating: "\u{301}\u{316}", count: 2_000)).utf8),
        ])
    func textThatTurnsOthersOrIsNoTextIsRefused(field: String, bytes: [UInt8]) async throws {
        let head = "--b\r\nContent-Disposition: form-data; name=\"\(field)\"\r\n\r\n"
        let body = Data(head.utf8) + Data(bytes) + Data("\r\n".utf8) + form(SampleImage.jpeg())
        let (refused, answer) = try await post(body, as: credentials())
        #expect(refused.status == .unprocessableContent)
        let error = try #require(try problem(answer).errors?.first)
        #expect(error.pointer == "/\(field)" && error.code == "invalid_text")
        #expect(try await count() == 0)
    }

    /// A place stands in a line with the name of who was there.
    @Test(.requirement("SANIT-02"), arguments: ["Vigo\nAna (author)", "Vi\u{200B}go", "\u{301}Vigo"])
    func aPlaceIsALineInWhichAllIsSeen(place: String) async throws {
        let (refused, answer) = try await post(form(SampleImage.jpeg(), ["location": place]), as: credentials())
        #expect(refused.status == .unprocessableContent)
        #expect(try problem(answer).errors?.map(\.pointer) == ["/location"])
    }

    @Test(
        .requirement("IMG-42"),
        arguments: [
            (PictureError.notAPicture, "not_an_image"), (.damaged, "damaged_image"), (.animated, "animated_image"),
            (.unsupported(.heic), "unsupported_image"),
            (.tooManyPixels(limit: 50_000_000), "too_many_pixels"), (.tooDemanding, "too_demanding_image"),
        ]) func whatIsNoPictureIsRefusedWithAReason(error: PictureError, code: String) async throws
    {
        let feed = try await RunningFeed(on: feed.server, pictures: PictureProcessingStub(throwing: error))
        let (response, body) = try await post(form(SampleImage.jpeg()), as: credentials(), to: feed)
        #expect(response.status == .unprocessableContent)
        let details = try problem(body)
        #expect(details.code == "invalid_data")
        #expect(String(decoding: body, as: UTF8.self).contains("\"\(code)\""))
        #expect(try await count() == 0 && feed.folder.files() == [])
    }

    @Test(arguments: [
        (PictureError.busy, HTTPStatus.serviceUnavailable, "unavailable"),
        (.diskFull, .insufficientStorage, "storage_full"),
        (.unavailable(reason: "no program"), .internalServerError, "internal_error"),
    ]) func whatIsTheServersFaultIsSaidToBe(error: PictureError, status: HTTPStatus, code: String) async throws {
        let feed = try await RunningFeed(on: feed.server, pictures: PictureProcessingStub(throwing: error))
        let (response, body) = try await post(form(SampleImage.jpeg()), as: credentials(), to: feed)
        #expect(response.status == status)
        #expect(try problem(body).code == code)
        #expect(feed.folder.files() == [])
    }

    @Test func whatFoundNoRoomCanBePostedAgain() async throws {
        let failing = FailingDatabase(feed.server.database)
        let feed = try await RunningFeed(on: feed.server, database: failing, pictures: pictures)
        let upload = form(SampleImage.jpeg()), person = try await credentials(), key = UUID()
        failing.failWrites(with: SQLError(.diskFull, "no room"))
        let (response, body) = try await post(upload, as: person, key: key, to: feed)
        #expect(response.status == .insufficientStorage)
        #expect(try problem(body).code == "storage_full")
        #expect(try await count() == 0)
        failing.failWrites(with: nil)
        #expect(try await post(upload, as: person, key: key, to: feed).0.status == .created)
        #expect(try await count() == 1)
    }

    @Test func aFolderThatCannotBeWrittenIsReported() async throws {
        try Data().write(to: URL(filePath: feed.folder.path(of: "images")))
        #expect(try await post(form(SampleImage.jpeg()), as: credentials()).0.status == .internalServerError)
        #expect(try await count() == 0)
    }

    @Test func aFileOverTheLimitIsRefused() async throws {
        let person = try await credentials()
        #expect(try await post(form(SampleImage.jpeg(byteCount: Self.limit)), as: person).0.status == .created)
        let (response, body) = try await post(form(SampleImage.jpeg(byteCount: Self.limit + 1)), as: person)
        #expect(response.status == .contentTooLarge)
        #expect(try problem(body).code == "body_too_large")
        #expect(try await count() == 1)
        #expect(feed.folder.files().filter { $0.hasPrefix("images/incoming") } == [])
    }

    @Test(
        arguments: [
            ("image", nil), ("visibility", "friends"), ("description", String(repeating: "d", count: 501)),
            ("description", String(repeating: "x\u{301}", count: 251)), ("description", "a\u{7}b"),
            ("location", String(repeating: "l", count: 101)),
        ] as [(String, String?)]) func aFormThatMakesNoSenseIsRefused(field: String, text: String?) async throws
    {
        let upload = text.map { form(SampleImage.jpeg(), [field: $0]) } ?? form(nil)
        let (response, body) = try await post(upload, as: credentials())
        #expect(response.status == .unprocessableContent)
        #expect(String(decoding: body, as: UTF8.self).replacing("\\/", with: "/").contains("\"/\(field)\""))
        #expect(try await count() == 0)
    }

    @Test func aFormThatIsCutOffLeavesNothing() async throws {
        let upload = form(SampleImage.jpeg(byteCount: 5_000)).prefix(3_000)
        #expect(try await post(Data(upload), as: credentials()).0.status == .badRequest)
        #expect(feed.folder.files() == [])
    }
}
