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
import Testing

/// What the client makes of whatever a server may answer to `GET /feed`.
struct FeedDecodingTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let body: String
        /// The pictures; nil for an answer that is no feed.
        let images: [FeedImage]?

        init(_ description: String, _ body: String, _ images: [FeedImage]?) {
            testDescription = description
            self.body = body
            self.images = images
        }
    }

    private static let id = ImageID("6F9619FF-8B86-D011-B42D-00CF4FC964FF")!
    private static let other = ImageID("00000000-0000-4000-8000-000000000001")!
    private static let url = URL(string: "https://a-image.url")!

    private static func image(
        _ id: ImageID = id, _ description: String? = nil, _ location: String? = nil, _ url: URL = url
    ) -> FeedImage {
        FeedImage(id: id, description: description, location: location, url: url)
    }

    /// An item with these members besides its identifier.
    private static func item(_ members: String) -> String {
        #"{"items":[{"id":"\#(id)",\#(members)}]}"#
    }

    static let rows = [
        Row(
            "as the requirements have it, with each member that may be missing missing once",
            """
            {
            \t"items": [
            \t\t{
            \t\t\t"id": "\(id.description.uppercased())",
            \t\t\t"description": "a description",
            \t\t\t"location": "a location",
            \t\t\t"image": "https://a-image.url",
            \t\t},
            \t\t{
            \t\t\t"id": "\(other)",
            \t\t\t"location": "another location",
            \t\t\t"image": "https://another-image.url"
            \t\t},
            \t\t{
            \t\t\t"id": "\(other)",
            \t\t\t"description": "another description",
            \t\t\t"image": "https://another-image.url"
            \t\t}
            \t]
            }
            """,
            [
                image(id, "a description", "a location"),
                image(other, nil, "another location", URL(string: "https://another-image.url")!),
                image(other, "another description", nil, URL(string: "https://another-image.url")!),
            ]),
        Row("an empty list", #"{"items":[]}"#, []),
        Row("nothing but what has to be there", item(#""image":"https://a-image.url""#), [image()]),
        Row(
            "null for what may be missing",
            item(#""description":null,"location":null,"image":"https://a-image.url""#), [image()]),
        Row("empty texts", item(#""description":"","location":"","image":"https://a-image.url""#), [image(id, "", "")]),
        Row("a comma behind the last member", item(#""image":"https://a-image.url","#), [image()]),
        Row(
            "a comma behind the last item and the list",
            #"{"items":[{"id":"\#(id)","image":"https://a-image.url"},],}"#, [image()]),
        Row(
            "members that nobody knows",
            #"{"next":"x","items":[{"likes":[1],"id":"\#(id)","image":"https://a-image.url","url":7}],"version":{}}"#,
            [image()]),
        Row(
            "escapes", item(#""description":"\u00f1\ud83c\udfd4\/\n","image":"https:\/\/a-image.url""#),
            [image(id, "ñ🏔/\n")]),
        Row(
            "plain HTTP", item(#""image":"http://a-image.url""#),
            [image(id, nil, nil, URL(string: "http://a-image.url")!)]),
        Row("nothing", "", nil),
        Row("no JSON", "<html></html>", nil),
        Row("JSON that was cut off", #"{"items":[{"id":"\#(id)","image":"https://a-"#, nil),
        Row("something behind the JSON", #"{"items":[]}{}"#, nil),
        Row("null", "null", nil),
        Row("a list", "[]", nil),
        Row("an object without items", "{}", nil),
        Row("items that are null", #"{"items":null}"#, nil),
        Row("items that are no list", #"{"items":{"0":{}}}"#, nil),
        Row("an item that is none", #"{"items":["image"]}"#, nil),
        Row("an item without an identifier", #"{"items":[{"image":"https://a-image.url"}]}"#, nil),
        Row("an identifier that is none", #"{"items":[{"id":"a UUID","image":"https://a-image.url"}]}"#, nil),
        Row("an identifier that is a number", #"{"items":[{"id":1,"image":"https://a-image.url"}]}"#, nil),
        Row("an item without an address", item(#""description":"d""#), nil),
        Row("an address under another name", item(#""url":"https://a-image.url""#), nil),
        Row("an address that is a number", item(#""image":7"#), nil),
        Row("an empty address", item(#""image":"""#), nil),
        Row("an address of a file", item(#""image":"file:///etc/passwd""#), nil),
        Row("an address for another protocol", item(#""image":"ftp://a-image.url""#), nil),
        Row("a description that is a number", item(#""description":1,"image":"https://a-image.url""#), nil),
        Row("a location that is an object", item(#""location":{},"image":"https://a-image.url""#), nil),
        Row(
            "one good item and one bad one",
            #"{"items":[{"id":"\#(id)","image":"https://a-image.url"},{"id":"\#(other)"}]}"#, nil),
    ]

    private func feed(_ body: String, _ status: Int = 200) throws -> any FeedLoading {
        let response = HTTPResponse(status: HTTPStatus(rawValue: status), body: Data(body.utf8))
        return try FeedFixture().exports(HTTPTransportStub(response)).feed
    }

    @Test(.requirement("FEED-10", "FEED-11", "FEED-50", "FEED-51"), arguments: rows)
    func anAnswerIsAFeedOrInvalid(row: Row) async throws {
        let feed = try feed(row.body)
        if let images = row.images {
            let loaded = try await feed.loadFeed(after: nil, limit: 10)
            #expect(loaded == LoadedFeed(page: FeedPage(items: images, next: nil), source: .remote))
        } else {
            await #expect(throws: FeedError.invalidData) { try await feed.loadFeed(after: nil, limit: 10) }
        }
    }

    /// What names no reason isn't the server's.
    @Test(.requirement("FEED-11", "FEED-51"), arguments: 100...599)
    func onlyStatus200IsAFeed(status: Int) async throws {
        for body in [#"{"items":[]}"#, "nonsense"] {
            let feed = try feed(body, status)
            switch status {
            case 200 where body != "nonsense":
                #expect(try await feed.loadFeed(after: nil, limit: 10).page.items == [])
            case 300...303, 305...499, 502...504, 507, 511:
                let error = await #expect(throws: FeedError.self) { try await feed.loadFeed(after: nil, limit: 10) }
                guard case .connectivity? = error else {
                    Issue.record("\(status): \(String(describing: error))")
                    continue
                }
            default:
                await #expect(throws: FeedError.invalidData) { try await feed.loadFeed(after: nil, limit: 10) }
            }
        }
    }
}
