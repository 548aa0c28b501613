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

struct PublishingRouteTests: PublishingSuite {
    private static let limit = 10_000
    let feed: RunningFeed
    private let pictures = PictureProcessingStub()

    init() async throws {
        feed = try await RunningFeed(pictures: pictures, maximumImageBytes: Self.limit)
    }

    @Test(.requirement("IMG-40")) func whatIsPublishedIsInTheFeed() async throws {
        let texts: KeyValuePairs = [
            "description": " Two lines\nof text ", "location": "Madrid", "visibility": "public",
        ]
        let (response, body) = try await post(form(SampleImage.jpeg(), texts), as: credentials())
        #expect(response.status == .created && response.fields[.cacheControl] == "no-store")
        let item = try JSONDecoder().decode(PublishedItem.self, from: body)
        #expect(item.description == "Two lines\nof text" && item.location == "Madrid")
        #expect(response.fields[.location] == item.image && item.image.hasSuffix("/image/\(item.id)"))
        let page = try await get("/feed").collectBody()
        #expect(String(decoding: page, as: UTF8.self).contains("\(item.id)"))
        #expect(try await get("/image/\(item.id)").collectBody() == SampleImage.jpeg())
        #expect(feed.folder.files().filter { $0.hasPrefix("images/incoming") } == [])
    }

    @Test func withoutAWordOnItAPictureIsForMembers() async throws {
        let (_, body) = try await post(form(SampleImage.jpeg()), as: credentials())
        let item = try JSONDecoder().decode(PublishedItem.self, from: body)
        #expect(item.description == nil && item.location == nil)
        #expect(try await get("/image/\(item.id)").status == .unauthorized)
    }

    @Test(.requirement("IMG-45")) func thumbnailsAreTheSmallestThatAreWideEnough() async throws {
        let (_, body) = try await post(form(SampleImage.jpeg(), ["visibility": "public"]), as: credentials())
        let path = "/image/\(try JSONDecoder().decode(PublishedItem.self, from: body).id)"
        // The stub makes the first one as it was, and each smaller one a byte longer.
        let whole = SampleImage.jpeg().count
        var tags: Set<String> = []
        for (query, longer) in [
            ("", 0), ("w=1", 3), ("w=320", 3), ("w=321", 2), ("w=1280", 1), ("w=1281", 0), ("w=9999", 0),
        ] {
            let response = try await get(path, query: query)
            #expect(try await response.collectBody().count == whole + longer, "\(query)")
            #expect(response.fields[.contentType] == "image/jpeg")
            #expect(response.fields[.cacheControl] == "public, max-age=600, s-maxage=300")
            let tag = try #require(response.fields[.eTag])
            tags.insert(tag)
            #expect(try await get(path, query: query, fields: [.ifNoneMatch: tag]).status == .notModified)
        }
        #expect(tags.count == 4)
        for query in ["w=0", "w=-1", "w=x", "w=", "w=16385"] {
            #expect(try await get(path, query: query).status == .unprocessableContent, "\(query)")
        }
    }

    @Test(.requirement("FEED-63")) func tooManyAreRefusedUntilThereIsRoom() async throws {
        let feed = try await RunningFeed(pictures: pictures, maximumImageBytes: Self.limit, hourlyPictures: 2)
        let user = User.made(), bob = try await credentials(on: feed), key = UUID()
        let ada = try await credentials(of: user, on: feed)
        let upload = form(SampleImage.jpeg())
        for key in [key, UUID()] { #expect(try await post(upload, as: ada, key: key, to: feed).0.status == .created) }
        feed.server.date.advance(by: .seconds(60))
        let (refused, body) = try await post(upload, as: ada, to: feed)
        #expect(refused.status == .tooManyRequests && refused.fields[.retryAfter] == "3540")
        #expect(try problem(body).code == "too_many_pictures")
        #expect(pictures.count == 2, "it wasn't even read")
        #expect(try await post(upload, as: ada, key: key, to: feed).0.status == .created, "it is published already")
        #expect(try await post(upload, as: bob, to: feed).0.status == .created)
        feed.server.date.advance(by: .seconds(3_540))
        let later = try await credentials(of: user, on: feed)
        #expect(try await post(upload, as: later, to: feed).0.status == .created)
    }

    @Test(.requirement("FEED-63")) func manyAtOnceAreNoWayAroundTheBound() async throws {
        let feed = try await RunningFeed(pictures: pictures, maximumImageBytes: Self.limit, hourlyPictures: 2)
        let person = try await credentials(on: feed)
        let statuses = try await withThrowingTaskGroup(of: HTTPStatus.self) { group in
            for _ in 0..<6 {
                group.addTask { () async throws in
                    try await post(form(SampleImage.jpeg()), as: person, to: feed).0.status
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses.filter { $0 == .created }.count == 2)
        #expect(statuses.filter { $0 == .tooManyRequests }.count == 4)
    }

    @Test(.requirement("SANIT-02")) func wordsInAnyAlphabetStayAsTheyAre() async throws {
        let text = "שלום עולם\nمرحبا\tन\u{200D}मस्ते 👩\u{200D}👩\u{200D}👧"
        let (_, body) = try await post(
            form(SampleImage.jpeg(), ["description": " \(text) ", "location": " \n"]), as: credentials())
        let item = try JSONDecoder().decode(PublishedItem.self, from: body)
        #expect(item.description == text && item.location == nil)
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
}
