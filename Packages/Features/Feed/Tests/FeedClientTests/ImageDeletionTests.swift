import CoreModels
import FeedAPI
import FeedClient
import FeedTesting
import FoundationEssentials
import HTTPTransportAPI
import HTTPTransportTesting
import HTTPTypes
import KernelTesting
import Testing

struct ImageDeletionTests {
    private let image = ImageID(UUID())

    private func delete(_ answer: Result<HTTPResponse, HTTPTransportError>) async throws -> [HTTPRequest] {
        let transport = HTTPTransportSpy { _ throws(HTTPTransportError) in try answer.get() }
        try await FeedFixture().exports(transport).deleting.delete(image)
        return transport.requests
    }

    private func problem(_ status: HTTPStatus, _ code: String) -> HTTPResponse {
        HTTPResponse(
            status: status, fields: [.contentType: "application/problem+json"],
            body: Data("{\"code\":\"\(code)\"}".utf8))
    }

    @Test func asksForThePictureOfTheFeed() async throws {
        let requests = try await delete(.success(HTTPResponse(status: .noContent)))
        #expect(requests.map(\.method) == [.delete])
        #expect(requests.map { $0.url.path() } == ["/base/feed/\(image)"])
    }

    private func deviceKeepsItAfterwards(_ answer: HTTPResponse) async throws -> Set<Bool> {
        let exports = try FeedFixture().exports(HTTPTransportStub(answer), imageMemoryBytes: 100_000)
        // The server may have another address for whoever reads the feed.
        let shown = try #require(URL(string: "https://pictures.example/image/\(image)"))
        let other = FeedImage.make(2)
        try await exports.cache.save([
            FeedImage(id: image, description: nil, location: nil, url: shown), other,
        ])
        let urls = [exports.locations.url(of: image), shown].flatMap { url in
            [url] + [1, 321, 641].map { exports.locations.url(url, forWidth: $0) }
        }
        for url in urls + [other.url] { try await exports.imageCache.save(SampleImage.png, for: url) }
        try? await exports.deleting.delete(image)
        #expect(try await exports.imageCache.load(for: other.url) == SampleImage.png)
        let images = try await exports.cache.load()?.images.map(\.id) ?? []
        #expect(images.contains(other.id))
        var isKept: Set = [images.contains(image)]
        for url in urls { isKept.insert(try await exports.imageCache.load(for: url) != nil) }
        return isKept
    }

    @Test(.requirement("IMG-46")) func nothingOfItStaysOnThisDevice() async throws {
        #expect(try await deviceKeepsItAfterwards(HTTPResponse(status: .noContent)) == [false])
    }

    @Test func whatTheServerDoesNotDeleteStays() async throws {
        for answer in [problem(.notFound, "image_not_found"), problem(.unauthorized, "token_expired")] {
            #expect(try await deviceKeepsItAfterwards(answer) == [true])
        }
    }

    @Test func tellsApartWhatWentWrong() async throws {
        let answers: [(HTTPResponse, ImageDeletionError)] = [
            (problem(.notFound, "image_not_found"), .notFound),
            (problem(.unauthorized, "authentication_required"), .notLoggedIn),
            (problem(.internalServerError, "internal_error"), .invalidData),
        ]
        for (answer, error) in answers {
            await #expect(throws: error) { try await delete(.success(answer)) }
        }
        await #expect(throws: ImageDeletionError.cancelled) { try await delete(.failure(.cancelled)) }
        let offline = await #expect(throws: ImageDeletionError.self) {
            try await delete(.failure(.connectivity(reason: "lost")))
        }
        guard case .connectivity = offline else {
            Issue.record("\(String(describing: offline))")
            return
        }
    }
}
