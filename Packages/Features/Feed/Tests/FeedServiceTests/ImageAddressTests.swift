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
import Testing

/// The addresses of pictures lead where the reader reached the server, and
/// nothing in a request can lead them elsewhere.
struct ImageAddressTests {
    private let id = FeedImage.make(1).id

    private func address(
        publicURL: String? = nil, fields: HTTPFields, isSecure: Bool = false, path: String = "/feed"
    ) async throws -> String {
        struct Answer: Decodable {
            struct Item: Decodable { let image: String }
            let items: [Item]
        }
        let feed = try await RunningFeed(publicURL: publicURL.flatMap { URL(string: $0) })
        try await feed.publishing.publish(.sample(id: id, content: SampleImage.png))
        let base = publicURL.flatMap { URL(string: $0) }?.path() ?? ""
        let router = try Router(
            routes: feed.routes, settings: RouterSettings(basePath: base), observer: RequestObserverSpy())
        let response = await router.respond(to: .sample(.get, path, fields: fields, isSecure: isSecure))
        return try JSONDecoder().decode(Answer.self, from: await response.collectBody()).items[0].image
    }

    @Test(arguments: ["example.com", "127.0.0.1:8080", "[::1]:8080", "EXAMPLE.com", "a-b.example"])
    func namesTheHostThatWasAsked(host: String) async throws {
        #expect(try await address(fields: ["Host": host]) == "http://\(host)/image/\(id)")
    }

    @Test func staysWithinTLS() async throws {
        let found = try await address(fields: ["Host": "example.com"], isSecure: true)
        #expect(found == "https://example.com/image/\(id)")
    }

    @Test(
        .requirement("SANIT-03"),
        arguments: [
            "example.com/evil", "user@evil.example", "evil.example#", "evil.example?", "a b", "evil.example\\", "\"",
            "<script>", "%65", "ñ.example", "", ":80", "[", "a:b:c", "example.com:99999999", "x,y",
        ])
    func aHostThatIsNoneLeadsNowhere(host: String) async throws {
        #expect(try await address(fields: ["Host": host]) == "/image/\(id)")
    }

    @Test func severalHostsLeadNowhere() async throws {
        var fields: HTTPFields = ["Host": "example.com"]
        fields.append("Host", "evil.example")
        #expect(try await address(fields: fields) == "/image/\(id)")
        #expect(try await address(fields: [:]) == "/image/\(id)")
    }

    @Test func theConfiguredAddressCountsWhateverTheRequestSays() async throws {
        let spoofed: HTTPFields = [
            "Host": "evil.example", "X-Forwarded-Host": "evil.example", "X-Forwarded-Proto": "ftp",
        ]
        for publicURL in ["https://pictures.example/essential", "https://pictures.example/essential/"] {
            let found = try await address(publicURL: publicURL, fields: spoofed, path: "/essential/feed")
            #expect(found == "https://pictures.example/essential/image/\(id)")
        }
    }

    @Test func forwardedFieldsOfStrangersAreNotBelieved() async throws {
        let found = try await address(fields: [
            "Host": "example.com", "X-Forwarded-Host": "evil.example", "X-Forwarded-Proto": "https",
        ])
        #expect(found == "http://example.com/image/\(id)")
    }
}
