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

struct PublishingRouteTests {
    private static let limit = 10_000
    private let feed: RunningFeed
    private let pictures = PictureProcessingStub()

    init() async throws {
        feed = try await RunningFeed(pictures: pictures, maximumImageBytes: Self.limit)
    }

    /// Names operations as the middleware for repeated requests does.
    private struct Naming: HTTPMiddleware {
        func respond(
            to request: ServerRequest, next: @escaping @Sendable (ServerRequest) async -> ServerResponse
        ) async throws -> ServerResponse {
            var request = request
            request.operationID = request.fields[.idempotencyKey].flatMap { UUID(uuidString: $0) }
            return await next(request)
        }
    }

    private func credentials(verified: Bool = true) async throws -> String {
        let issued = try await feed.server.issuing.issueSession(
            for: .made(isVerified: verified), on: SessionClient())
        return issued.grant.accessToken.withText { "Bearer \($0 ?? "")" }
    }

    private func form(_ image: Data?, _ texts: KeyValuePairs<String, String> = [:]) -> Data {
        var body = Data()
        for (name, text) in texts {
            body += Data("--b\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(text)\r\n".utf8)
        }
        if let image {
            let head = "--b\r\nContent-Disposition: form-data; name=\"image\"; filename=\"../x.gif\"\r\n\r\n"
            body += Data(head.utf8) + image + Data("\r\n".utf8)
        }
        return body + Data("--b--\r\n".utf8)
    }

    private func post(
        _ body: Data, as credentials: String?, key: UUID? = nil, to feed: RunningFeed? = nil
    ) async throws -> (ServerResponse, Data) {
        let router = try Router(
            routes: (feed ?? self.feed).routes, middlewares: [Naming()], observer: RequestObserverSpy())
        var fields: HTTPFields = [.contentType: "multipart/form-data; boundary=b"]
        if let credentials { fields[.authorization] = credentials }
        if let key { fields[.idempotencyKey] = key.uuidString }
        let response = await router.respond(to: .sample(.post, "/feed", fields: fields, body: body))
        return (response, try await response.collectBody())
    }

    private struct Item: Decodable {
        let id: ImageID
        let description: String?
        let location: String?
        let image: String
    }

    private func problem(_ body: Data) throws -> ProblemDetails {
        try JSONDecoder().decode(ProblemDetails.self, from: body)
    }

    private func get(_ path: String, query: String = "", fields: HTTPFields = [:]) async throws -> ServerResponse {
        let router = try Router(routes: feed.routes, observer: RequestObserverSpy())
        return await router.respond(to: .sample(.get, path, query: query, fields: fields))
    }

    private func count() async throws -> Int? {
        try await feed.server.database.read { try $0.value("SELECT COUNT(*) FROM images") }
    }

    @Test(.requirement("IMG-40")) func whatIsPublishedIsInTheFeed() async throws {
        let texts: KeyValuePairs = [
            "description": " Two lines\nof text ", "location": "Madrid", "visibility": "public",
        ]
        let (response, body) = try await post(form(SampleImage.jpeg(), texts), as: credentials())
        #expect(response.status == .created && response.fields[.cacheControl] == "no-store")
        let item = try JSONDecoder().decode(Item.self, from: body)
        #expect(item.description == "Two lines\nof text" && item.location == "Madrid")
        #expect(response.fields[.location] == item.image && item.image.hasSuffix("/image/\(item.id)"))
        let page = try await get("/feed").collectBody()
        #expect(String(decoding: page, as: UTF8.self).contains("\(item.id)"))
        #expect(try await get("/image/\(item.id)").collectBody() == SampleImage.jpeg())
        #expect(feed.folder.files().filter { $0.hasPrefix("images/incoming") } == [])
    }

    @Test func withoutAWordOnItAPictureIsForMembers() async throws {
        let (_, body) = try await post(form(SampleImage.jpeg()), as: credentials())
        let item = try JSONDecoder().decode(Item.self, from: body)
        #expect(item.description == nil && item.location == nil)
        #expect(try await get("/image/\(item.id)").status == .unauthorized)
    }

    @Test(.requirement("IMG-45")) func thumbnailsAreTheSmallestThatAreWideEnough() async throws {
        let (_, body) = try await post(form(SampleImage.jpeg(), ["visibility": "public"]), as: credentials())
        let path = "/image/\(try JSONDecoder().decode(Item.self, from: body).id)"
        // The stub makes the first one as it was, and each smaller one a byte longer.
        let whole = SampleImage.jpeg().count
        var tags: Set<String> = []
        for (query, longer) in [
            ("", 0), ("w=1", 3), ("w=320", 3), ("w=321", 2), ("w=1280", 1), ("w=1281", 0), ("w=9999", 0),
        ] {
            let response = try await get(path, query: query)
            #expect(try await response.collectBody().count == whole + longer, "\(query)")
            #expect(response.fields[.contentType] == "image/jpeg")
            #expect(response.fields[.cacheControl] == "public, max-age=31536000, immutable, s-maxage=300")
            let tag = try #require(response.fields[.eTag])
            tags.insert(tag)
            #expect(try await get(path, query: query, fields: [.ifNoneMatch: tag]).status == .notModified)
        }
        #expect(tags.count == 4)
        for query in ["w=0", "w=-1", "w=x", "w=", "w=16385"] {
            #expect(try await get(path, query: query).status == .unprocessableContent, "\(query)")
        }
    }

    @Test(.requirement("IMG-40", "D5")) func onlyWhoProvedTheAddressMayPublish() async throws {
        let upload = form(SampleImage.jpeg())
        #expect(try await post(upload, as: nil).0.status == .unauthorized)
        let (response, body) = try await post(upload, as: credentials(verified: false))
        #expect(response.status == .forbidden)
        #expect(try problem(body).code == "email_not_verified")
        #expect(try await count() == 0 && feed.folder.files() == [])
    }

    @Test(.requirement("IMG-43")) func theSameRequestTwiceMakesOnePicture() async throws {
        let key = UUID(), person = try await credentials()
        let upload = form(SampleImage.jpeg(), ["description": "once"])
        let first = try await post(upload, as: person, key: key)
        let second = try await post(upload, as: person, key: key)
        #expect(first.0.status == .created && second.0.status == .created && first.1 == second.1)
        #expect(try await count() == 1 && pictures.count == 1, "the second one wasn't even read")
        let (other, body) = try await post(form(SampleImage.jpeg(), ["description": "twice"]), as: person, key: key)
        #expect(other.status == .unprocessableContent)
        #expect(try problem(body).code == "idempotency_key_reused")
        #expect(try await count() == 1)
    }

    @Test(.requirement("IMG-43")) func theSameRequestManyTimesAtOnceMakesOnePicture() async throws {
        let key = UUID(), person = try await credentials()
        let upload = form(SampleImage.jpeg())
        let answers = try await withThrowingTaskGroup(of: Data.self) { group in
            for _ in 0..<8 { group.addTask { try await post(upload, as: person, key: key).1 } }
            return try await group.reduce(into: Set<Data>()) { $0.insert($1) }
        }
        #expect(answers.count == 1)
        #expect(try await count() == 1)
    }

    @Test(
        .requirement("IMG-42"),
        arguments: [
            (PictureError.notAPicture, "not_an_image"), (.damaged, "damaged_image"), (.animated, "animated_image"),
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
            ("description", String(repeating: "e\u{301}", count: 251)), ("description", "a\u{7}b"),
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
