import CommentsAPI
import CommentsClient
import CoreModels
import FoundationEssentials
import HTTPTransportAPI
import HTTPTransportTesting
import HTTPTypes
import KernelTesting
import Localization
import PluginKit
import Presenting
import Testing

struct RemoteCommentsTests {
    private let image = ImageID("6F9619FF-8B86-D011-B42D-00CF4FC964FF")!
    private let id = CommentID("00000000-0000-4000-8000-000000000001")!
    private let message = CommentMessage("What a light!")!

    private var item: String {
        """
        {"id":"\(id)","message":"What a light!","created_at":"2020-05-20T11:24:59+0000","author":{"username":"Ada"}}
        """
    }

    private var comment: ImageComment {
        ImageComment(
            id: id, message: "What a light!", createdAt: Date(timeIntervalSince1970: 1_589_973_899), username: "Ada")
    }

    private func client(_ transport: any HTTPTransport) -> CommentsClientPlugin.Exports {
        let address = ServerAddress("https://example.com/base")!
        return CommentsClientPlugin.assemble(.init(server: ServerClient(address: address, transport: transport)))
            .exports
    }

    private func client(_ status: HTTPStatus, _ body: String, isProblem: Bool = false) -> CommentsClientPlugin.Exports {
        let type = isProblem ? MediaType.problem : .json
        return client(
            HTTPTransportStub(
                HTTPResponse(status: status, fields: [.contentType: type.description], body: Data(body.utf8))))
    }

    @Test(.requirement("COMM-01", "COMM-10", "COMM-21")) func loadsTheCommentsOfThePicture() async throws {
        let body = #"{"items":["# + item + "]}"
        let spy = HTTPTransportSpy { _ in HTTPResponse(status: .ok, body: Data(body.utf8)) }
        #expect(try await client(spy).loading.loadComments(on: image, after: nil, limit: 100).items == [comment])
        #expect(
            spy.requests.map(\.url.absoluteString) == [
                "https://example.com/base/image/\(image)/comments?limit=100"
            ])
        #expect(spy.requests.map(\.method) == [.get])
    }

    @Test(.requirement("FEED-62")) func loadsPageByPage() async throws {
        let other = CommentID(UUID())
        let spy = HTTPTransportSpy { [id, item] request in
            let isFirst = request.url.query()?.contains("after_id") != true
            let body = #"{"items":["# + item + "]" + (isFirst ? #","next":"\#(id)"}"# : "}")
            return HTTPResponse(status: .ok, body: Data(body.utf8))
        }
        let loading = client(spy).loading
        let first = try await loading.loadComments(on: image, after: nil, limit: 1)
        #expect(first == CommentsPage(items: [comment], next: id))
        #expect(try await loading.loadComments(on: image, after: other, limit: 1_000).next == nil)
        #expect(spy.requests.map { $0.url.query() } == ["limit=1", "limit=100&after_id=\(other)"])
    }

    @Test(.requirement("FEED-62")) func ofAServerWithoutPagesOnlyWhatIsNewIsShown() async throws {
        let body = #"{"items":["# + item.replacing("\(id)", with: "\(UUID())") + "," + item + "]}"
        let loading = client(.ok, body).loading
        let whole = try await loading.loadComments(on: image, after: nil, limit: 1)
        #expect(whole.items.count == 2 && whole.next == nil)
        let rest = try await loading.loadComments(on: image, after: whole.items[0].id, limit: 1)
        #expect(rest == CommentsPage(items: [comment]))
    }

    /// Whoever says that there is more without saying anything has to be left.
    @Test(.requirement("FEED-62")) func aServerCannotKeepAReaderForEver() async throws {
        for body in [#"{"items":[],"next":"\#(id)"}"#, #"{"items":["# + item + #"],"next":"\#(id)"}"#] {
            #expect(try await client(.ok, body).loading.loadComments(on: image, after: id, limit: 1).next == nil)
        }
    }

    @Test(.requirement("FEED-62")) func aPlaceThatIsGoneIsToldAsOne() async throws {
        let client = client(.unprocessableContent, #"{"code":"invalid_data","title":"No."}"#, isProblem: true)
        await #expect(throws: CommentsError.unknownCursor) {
            try await client.loading.loadComments(on: image, after: id, limit: 1)
        }
    }

    @Test(
        .requirement("COMM-02", "COMM-12"),
        arguments: [
            HTTPTransportError.connectivity(reason: "refused"), .timedOut, .tls(reason: "expired"),
        ])
    func withoutAConnectionItSaysSo(error: HTTPTransportError) async throws {
        let client = client(HTTPTransportStub(failure: error))
        await #expect(throws: CommentsError.connectivity(error.text)) {
            try await client.loading.loadComments(on: image, after: nil, limit: 100)
        }
        await #expect(throws: CommentsError.connectivity(error.text)) {
            try await client.posting.post(message, on: image)
        }
    }

    @Test(
        arguments: [
            HTTPTransportError.insecureAddress, .credentialsUnavailable, .invalidRequest(reason: "r"),
            .fileSystem(reason: "r"),
        ])
    func aRequestThatCannotBeMadeHereSaysWhy(error: HTTPTransportError) async throws {
        let client = client(HTTPTransportStub(failure: error))
        let expected = CommentsError.impossible(Obstacle(error))
        await #expect(throws: expected) { try await client.loading.loadComments(on: image, after: nil, limit: 100) }
        await #expect(throws: expected) { try await client.posting.post(message, on: image) }
    }

    @Test(
        .requirement("COMM-11"),
        arguments: [HTTPTransportError.tooLarge(limit: 1), .invalidResponse(reason: "no HTTP")])
    func anAnswerThatIsNoneIsInvalid(error: HTTPTransportError) async throws {
        let client = client(HTTPTransportStub(failure: error))
        await #expect(throws: CommentsError.invalidData) {
            try await client.loading.loadComments(on: image, after: nil, limit: 100)
        }
    }

    @Test(.requirement("COMM-11")) func aServerWithoutCommentsIsSaidToHaveNone() async throws {
        let client = client(
            HTTPTransportStub(
                HTTPResponse(
                    status: .notFound, fields: [.contentType: MediaType.problem.description],
                    body: Data(#"{"code":"not_found","title":"There is nothing here."}"#.utf8))))
        await #expect(throws: CommentsError.noComments) {
            try await client.loading.loadComments(on: image, after: nil, limit: 100)
        }
        await #expect(throws: CommentsError.noComments) { try await client.posting.post(message, on: image) }
    }

    @Test func aCancelledCallSaysSo() async throws {
        let client = client(.ok, #"{"items":[]}"#)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await client.loading.loadComments(on: image, after: nil, limit: 100)
        }
        await #expect(throws: CommentsError.cancelled) { try await task.value }
    }

    @Test func postsTheMessageAndGetsTheComment() async throws {
        let item = item
        let spy = HTTPTransportSpy { _ in HTTPResponse(status: .created, body: Data(item.utf8)) }
        #expect(try await client(spy).posting.post(message, on: image) == comment)
        let request = try #require(spy.requests.first)
        #expect(request.method == .post)
        #expect(request.url.absoluteString == "https://example.com/base/image/\(image)/comments")
        #expect(request.fields[.contentType] == "application/json")
        #expect(request.body == .bytes(Data(#"{"message":"What a light!"}"#.utf8)))
    }

    @Test(arguments: [200, 202, 204]) func aCommentThatWasNotCreatedIsInvalid(status: Int) async throws {
        let client = client(HTTPStatus(rawValue: status), item)
        await #expect(throws: CommentsError.invalidData) { try await client.posting.post(message, on: image) }
    }

    @Test(arguments: [
        (401, #"{"code":"authentication_required"}"#, CommentsError.notLoggedIn),
        (403, #"{"code":"email_not_verified"}"#, .emailNotVerified),
        (404, #"{"code":"image_not_found"}"#, .imageNotFound),
        (404, #"{"code":"not_found"}"#, .noComments), (403, #"{"code":"forbidden"}"#, .invalidData),
        (
            422, #"{"code":"invalid_data","errors":[{"pointer":"/message","code":"x","reason":"Too long."}]}"#,
            .refused(LocalizedText(verbatim: "Too long."))
        ),
        (
            422, #"{"code":"invalid_data","title":"Some values are not valid."}"#,
            .refused(LocalizedText(verbatim: "Some values are not valid."))
        ),
        (500, #"{"code":"internal_error"}"#, .server(fault(500))),
    ])
    func tellsWhyTheServerRefuses(status: Int, problem: String, error: CommentsError) async throws {
        let client = client(HTTPStatus(rawValue: status), problem, isProblem: true)
        await #expect(throws: error) { try await client.posting.post(message, on: image) }
        await #expect(throws: error) { try await client.loading.loadComments(on: image, after: nil, limit: 100) }
    }

    @Test func aRefusalWithoutAReasonIsOne() async throws {
        let client = client(.unprocessableContent, #"{"code":"invalid_data"}"#, isProblem: true)
        let error = await #expect(throws: CommentsError.self) { try await client.posting.post(message, on: image) }
        guard case .refused? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test func deletesTheComment() async throws {
        let spy = HTTPTransportSpy { _ in HTTPResponse(status: .noContent) }
        try await client(spy).deleting.delete(id, on: image)
        #expect(spy.requests.map(\.method) == [.delete])
        #expect(
            spy.requests.map(\.url.absoluteString) == ["https://example.com/base/image/\(image)/comments/\(id)"])
    }

    @Test(arguments: [
        (401, #"{"code":"session_ended"}"#, CommentsError.notLoggedIn),
        (403, #"{"code":"not_the_author"}"#, .notTheAuthor),
        (404, #"{"code":"comment_not_found"}"#, .commentNotFound), (404, #"{"code":"not_found"}"#, .noComments),
        (304, "", .invalidData),
        (500, "", .server(fault(500))),
    ])
    func tellsWhyNothingWasDeleted(status: Int, problem: String, error: CommentsError) async throws {
        let client = client(HTTPStatus(rawValue: status), problem, isProblem: true)
        await #expect(throws: error) { try await client.deleting.delete(id, on: image) }
    }

    private static func fault(_ status: Int) -> LocalizedText {
        ServerAnswer(HTTPResponse(status: HTTPStatus(rawValue: status))).fault ?? LocalizedText(verbatim: "")
    }

    @Test func nothingIsDeletedWithoutAConnection() async throws {
        let error = HTTPTransportError.timedOut
        await #expect(throws: CommentsError.connectivity(error.text)) {
            try await client(HTTPTransportStub(failure: error)).deleting.delete(id, on: image)
        }
    }
}
