import FeedAPI
import FeedClient
import FeedTesting
import FoundationEssentials
import Testing

struct ServerImagesTests {
    private let locations: any ImageLocating

    init() throws {
        locations = try FeedFixture().exports(server: "https://example.com:8443/base").locations
    }

    @Test(arguments: [(1, "?w=320"), (320, "?w=320"), (321, "?w=640"), (1_280, "?w=1280"), (1_281, "")])
    func asksForTheSmallestThatIsLargeEnough(pixels: Int, query: String) {
        let url = locations.url(of: FeedImage.make(1).id)
        #expect(locations.url(url, forWidth: pixels).absoluteString == url.absoluteString + query)
    }

    @Test func leavesAnAddressWithParametersOfItsOwnAlone() throws {
        let url = try #require(URL(string: "https://cdn.example.com/a.jpg?size=big"))
        #expect(locations.url(url, forWidth: 100) == url)
    }
}
