import CoreModels
import FeedAPI
import FeedClient
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

    @Test func tellsApartWhatWentWrong() async throws {
        let answers: [(HTTPResponse, ImageDeletionError)] = [
            (problem(.notFound, "image_not_found"), .notFound), (problem(.notFound, "not_found"), .invalidData),
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
