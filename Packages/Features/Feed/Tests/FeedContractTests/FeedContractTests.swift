import CoreModels
import FeedContract
import FoundationEssentials
import KernelTesting
import Testing

struct FeedContractTests {
    private let golden = """
        {"items":[{"description":"A lake","id":"6f9619ff-8b86-d011-b42d-00cf4fc964ff",\
        "image":"https://example.com/image/6f9619ff-8b86-d011-b42d-00cf4fc964ff","location":"Bled"},\
        {"id":"00000000-0000-4000-8000-000000000001","image":"https://example.com/image/x"}]}
        """
    private var feed: FeedContract.Feed {
        get throws {
            let id = try #require(ImageID("6F9619FF-8B86-D011-B42D-00CF4FC964FF"))
            let other = try #require(ImageID("00000000-0000-4000-8000-000000000001"))
            return FeedContract.Feed(items: [
                FeedContract.Item(
                    id: id, description: "A lake", location: "Bled",
                    image: "https://example.com/image/\(id)"),
                FeedContract.Item(
                    id: other, description: nil, location: nil,
                    image: "https://example.com/image/x"),
            ])
        }
    }

    @Test(.requirement("FEED-51")) func isWrittenAsTheContractSays() throws {
        #expect(String(decoding: try feed.encoded, as: UTF8.self) == golden)
    }

    /// The encoder of the wire writes the single item of an answer to an
    /// upload.
    @Test func writesItemsAsTheEncoderOfTheWire() throws {
        let all = FeedContract.Item(
            id: ImageID(UUID()), description: "ä", location: "b", image: "c", isHidden: true,
            author: .init(username: "Zoë \"Z\""), createdAt: Date(timeIntervalSince1970: 1_700_000_000), isMine: false,
            visibility: "members", width: 1_600, height: 1_067, commentCount: 0, tint: "#0a0b0c")
        let items =
            [all]
            + [nil, true, false].flatMap { isHidden in
                [nil, "", "\"Größe\"/\\\n\u{1}🏔"].map { text in
                    FeedContract.Item(
                        id: ImageID(UUID()), description: text, location: text, image: "https://example.com/ä?a=b&c",
                        isHidden: isHidden)
                }
            }
        let encoded = FeedContract.Feed(items: items).encoded
        let isSame = try encoded == WireCoding.encoder().encode(["items": items])
        #expect(isSame)
        #expect(try FeedContract.Feed(decoding: encoded).items == items)
    }

    /// What a server says that is newer, of another opinion, or broken.
    @Test(arguments: [
        #""author":{"name":"Ada"},"created_at":null,"width":null,"is_mine":null"#,
        #""author":null,"tint":null,"comment_count":null,"visibility":"friends""#,
    ])
    func goesWithoutWhatANewerServerSaysDifferently(members: String) throws {
        let text = #"{"items":[{"id":"6f9619ff-8b86-d011-b42d-00cf4fc964ff","image":"x",\#(members)}]}"#
        let item = try #require(try FeedContract.Feed(decoding: Data(text.utf8)).items.first)
        #expect(item.author?.username == nil && item.createdAt == nil && item.width == nil && item.commentCount == nil)
    }

    @Test(.requirement("FEED-50", "FEED-51")) func readsWhatItWrites() throws {
        #expect(try FeedContract.Feed(decoding: Data(golden.utf8)) == feed)
    }

    @Test(.requirement("FEED-51")) func ignoresWhatItDoesNotKnow() throws {
        let text = """
            {"next":null,"items":[{"likes":3,"image":"https://example.com/a.png","author":{"name":"Ada"},
            "id":"6F9619FF-8B86-D011-B42D-00CF4FC964FF","description":null,"location":"here"}],"version":[1]}
            """
        let feed = try FeedContract.Feed(decoding: Data(text.utf8))
        #expect(feed.items.map(\.location) == ["here"])
        #expect(feed.items.map(\.description) == [nil])
        #expect(feed.items.map(\.image) == ["https://example.com/a.png"])
    }

    @Test(
        .requirement("FEED-11", "FEED-51"),
        arguments: [
            "", "null", "[]", "{}", #"{"items":{}}"#, #"{"items":[{}]}"#, #"{"items":[null]}"#,
            #"{"items":[{"id":"1","image":"https://example.com"}]}"#,
            #"{"items":[{"id":"6f9619ff-8b86-d011-b42d-00cf4fc964ff"}]}"#,
            #"{"items":[{"id":"6f9619ff-8b86-d011-b42d-00cf4fc964ff","image":7}]}"#,
            #"{"items":[{"id":"6f9619ff-8b86-d011-b42d-00cf4fc964ff","url":"https://example.com"}]}"#,
        ])
    func refusesWhatIsNoFeed(text: String) {
        #expect(throws: (any Error).self) {
            try FeedContract.Feed(decoding: Data(text.utf8))
        }
    }

    @Test func pathsAndLimitsAreThoseOfTheContract() throws {
        let id = try #require(ImageID("6F9619FF-8B86-D011-B42D-00CF4FC964FF"))
        #expect(FeedContract.feedPath == "/feed")
        #expect(FeedContract.imagePattern == "/image/{id}")
        #expect(FeedContract.imagePath(id) == "/image/6f9619ff-8b86-d011-b42d-00cf4fc964ff")
        #expect(FeedContract.limits == 1...100)
        #expect(FeedContract.defaultLimit == 10)
    }
}
