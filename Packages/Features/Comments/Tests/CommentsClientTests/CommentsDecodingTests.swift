import CommentsAPI
import CommentsClient
import CoreModels
import FoundationEssentials
import HTTPTransportAPI
import HTTPTransportTesting
import HTTPTypes
import KernelTesting
import PluginKit
import Testing

/// What the client makes of whatever a server may answer to
/// `GET /image/{id}/comments`.
struct CommentsDecodingTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let body: String
        /// The comments; nil for an answer that is no list of comments.
        let comments: [ImageComment]?

        init(_ description: String, _ body: String, _ comments: [ImageComment]?) {
            testDescription = description
            self.body = body
            self.comments = comments
        }
    }

    private static let id = CommentID("6F9619FF-8B86-D011-B42D-00CF4FC964FF")!
    private static let other = CommentID("00000000-0000-4000-8000-000000000001")!
    private static let time: TimeInterval = 1_589_973_899

    private static func comment(
        _ id: CommentID = id, _ message: String = "a message", at time: TimeInterval = time,
        by username: String = "a username"
    ) -> ImageComment {
        ImageComment(id: id, message: message, createdAt: Date(timeIntervalSince1970: time), username: username)
    }

    /// A comment with these members in place of its own.
    private static func item(
        id: String = #""\#(Self.id)""#, message: String = #""a message""#,
        time: String = #""2020-05-20T11:24:59+0000""#, author: String = #"{"username":"a username"}"#
    ) -> String {
        #"{"items":[{"id":\#(id),"message":\#(message),"created_at":\#(time),"author":\#(author)}]}"#
    }

    static let rows = [
        Row(
            "as the requirements have it",
            """
            {
            \t"items": [
            \t\t{
            \t\t\t"id": "\(id.description.uppercased())",
            \t\t\t"message": "a message",
            \t\t\t"created_at": "2020-05-20T11:24:59+0000",
            \t\t\t"author": {
            \t\t\t\t"username": "a username"
            \t\t\t}
            \t\t},
            \t\t{
            \t\t\t"id": "\(other)",
            \t\t\t"message": "another message",
            \t\t\t"created_at": "2020-05-19T14:23:53+0000",
            \t\t\t"author": {
            \t\t\t\t"username": "another username"
            \t\t\t}
            \t\t},
            \t]
            }
            """,
            [comment(), comment(other, "another message", at: 1_589_898_233, by: "another username")]),
        Row("an empty list", #"{"items":[]}"#, []),
        Row("an offset of +0000", item(time: #""2020-05-20T11:24:59+0000""#), [comment()]),
        Row("an offset of +00:00", item(time: #""2020-05-20T11:24:59+00:00""#), [comment()]),
        Row("Z", item(time: #""2020-05-20T11:24:59Z""#), [comment()]),
        Row("another offset", item(time: #""2020-05-20T13:24:59+02:00""#), [comment()]),
        Row("tenths of a second", item(time: #""2020-05-20T11:24:59.5+0000""#), [comment(at: time + 0.5)]),
        Row("thousandths of a second", item(time: #""2020-05-20T11:24:59.250Z""#), [comment(at: time + 0.25)]),
        Row("fractions and an offset", item(time: #""2020-05-20T11:24:59.125+00:00""#), [comment(at: time + 0.125)]),
        Row("a comma behind the last member", item(author: #"{"username":"a username",},"#), [comment()]),
        Row(
            "members that nobody knows",
            item(author: #"{"avatar":null,"username":"a username"},"likes":3"#), [comment()]),
        Row("nothing", "", nil),
        Row("no JSON", "nonsense", nil),
        Row("JSON that was cut off", String(item().dropLast(3)), nil),
        Row("a list", "[]", nil),
        Row("an object without items", "{}", nil),
        Row("items that are null", #"{"items":null}"#, nil),
        Row("an item that is empty", #"{"items":[{}]}"#, nil),
        Row("an identifier that is none", item(id: #""a UUID""#), nil),
        Row("a message that is null", item(message: "null"), nil),
        Row("a message that is a number", item(message: "7"), nil),
        Row("a time that is a number", item(time: "1589973899"), nil),
        Row("a time that is none", item(time: #""yesterday""#), nil),
        Row("a day without a time", item(time: #""2020-05-20""#), nil),
        Row("a time without an offset", item(time: #""2020-05-20T11:24:59""#), nil),
        Row("an author that is a text", item(author: #""a username""#), nil),
        Row("an author without a name", item(author: "{}"), nil),
        Row("an author who is null", item(author: "null"), nil),
    ]

    private func comments(_ body: String, _ status: Int = 200) -> any CommentsLoading {
        let response = HTTPResponse(status: HTTPStatus(rawValue: status), body: Data(body.utf8))
        let server = ServerClient(
            address: ServerAddress("https://example.com")!, transport: HTTPTransportStub(response))
        return CommentsClientPlugin.assemble(.init(server: server)).exports.loading
    }

    @Test(.requirement("COMM-10", "COMM-11", "COMM-20", "COMM-21"), arguments: rows)
    func anAnswerIsAListOfCommentsOrInvalid(row: Row) async throws {
        let loading = comments(row.body)
        if let comments = row.comments {
            #expect(try await loading.loadComments(on: ImageID(UUID()), after: nil, limit: 100).items == comments)
        } else {
            await #expect(throws: CommentsError.invalidData) {
                try await loading.loadComments(on: ImageID(UUID()), after: nil, limit: 100)
            }
        }
    }

    /// What names no reason isn't the server's.
    @Test(.requirement("COMM-11", "COMM-21"), arguments: 100...599)
    func everySuccessIsAListAndNothingElse(status: Int) async throws {
        for body in [#"{"items":[]}"#, "nonsense"] {
            let loading = comments(body, status)
            switch status {
            case 200...299 where body != "nonsense":
                #expect(try await loading.loadComments(on: ImageID(UUID()), after: nil, limit: 100).items == [])
            case 300...303, 305...499, 502...504, 507, 511:
                let error = await #expect(throws: CommentsError.self) {
                    try await loading.loadComments(on: ImageID(UUID()), after: nil, limit: 100)
                }
                switch error {
                case .busy?: #expect([408, 429, 502, 503, 504, 507].contains(status))
                case .connectivity?: #expect(status < 500 || status == 511)
                case let other: Issue.record("\(status): \(String(describing: other))")
                }
            default:
                let error = await #expect(throws: CommentsError.self) {
                    try await loading.loadComments(on: ImageID(UUID()), after: nil, limit: 100)
                }
                switch error {
                case .server?: #expect(status >= 500)
                case .invalidData?: #expect(status < 500)
                case let other: Issue.record("\(status): \(String(describing: other))")
                }
            }
        }
    }
}
