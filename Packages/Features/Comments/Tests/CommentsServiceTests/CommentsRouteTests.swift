import AccountsServiceAPI
import AccountsServiceTesting
import CommentsServiceAPI
import CommentsServiceTesting
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
import SQLStoreAPI
import SQLStoreTesting
import SessionsServiceTesting
import Testing

struct CommentsRouteTests {
    let server: RunningComments
    let router: Router
    let open = ImageID(UUID())
    let restricted = ImageID(UUID())

    init() async throws {
        server = try await RunningComments()
        router = try Router(routes: server.routes, observer: RequestObserverSpy())
        try await server.feed.publishing.publish(.sample(id: open, content: SampleImage.png))
        try await server.feed.publishing.publish(
            .sample(id: restricted, content: SampleImage.png, visibility: .members))
    }

    struct Answer: Decodable {
        struct Item: Decodable {
            struct Author: Decodable { let username: String }
            let id: CommentID
            let message: String
            let created_at: String
            let author: Author
        }
        let items: [Item]
    }

    func fields(_ token: Secret?, language: String = "en") -> HTTPFields {
        var fields: HTTPFields = [.acceptLanguage: language]
        fields[.authorization] = token?.withText { "Bearer \($0 ?? "")" }
        return fields
    }

    func get(_ image: some CustomStringConvertible, token: Secret? = nil) async -> ServerResponse {
        await router.respond(to: .sample(.get, "/image/\(image)/comments", fields: fields(token)))
    }

    func post(
        _ message: String, on image: some CustomStringConvertible, token: Secret? = nil, language: String = "en"
    ) async throws -> ServerResponse {
        let body = String(decoding: try JSONEncoder().encode(["message": message]), as: UTF8.self)
        return await router.respond(
            to: .json(.post, "/image/\(image)/comments", body, fields: fields(token, language: language)))
    }

    func items(on image: ImageID, token: Secret? = nil) async throws -> [Answer.Item] {
        let response = await get(image, token: token)
        #expect(response.status == .ok)
        return try JSONDecoder().decode(Answer.self, from: await response.collectBody()).items
    }

    func problem(_ response: ServerResponse) async throws -> ProblemDetails {
        try JSONDecoder().decode(ProblemDetails.self, from: await response.collectBody())
    }

    @Test(.requirement("COMM-01", "COMM-20", "COMM-21")) func whatIsPostedIsAnsweredAndListed() async throws {
        server.accounts.date.value = Date(timeIntervalSince1970: 1_589_973_899.75)
        let (_, token) = try await server.logIn("Ada Lovelace")
        let response = try await post("  What a light!\n", on: open, token: token)
        #expect(response.status == .created)
        #expect(response.fields[.cacheControl] == "no-store")
        let posted = try JSONDecoder().decode(Answer.Item.self, from: await response.collectBody())
        #expect(posted.message == "What a light!")
        #expect(posted.created_at == "2020-05-20T11:24:59Z")
        #expect(posted.author.username == "Ada Lovelace")
        let listed = try #require(try await items(on: open).first)
        #expect(listed.id == posted.id && listed.created_at == posted.created_at)
        #expect(listed.message == posted.message && listed.author.username == posted.author.username)
    }

    @Test(.requirement("COMM-01")) func aPictureWithoutCommentsHasAnEmptyList() async throws {
        #expect(String(decoding: try await get(open).collectBody(), as: UTF8.self) == #"{"items":[]}"#)
    }

    @Test(.requirement("COMM-01")) func theOldestComesFirstAlsoWithinOneSecond() async throws {
        let (_, ada) = try await server.logIn("Ada"), (_, bob) = try await server.logIn("Bob")
        for number in 1...6 {
            _ = try await post("\(number)", on: open, token: number.isMultiple(of: 2) ? ada : bob)
        }
        let items = try await items(on: open)
        #expect(items.map(\.message) == ["1", "2", "3", "4", "5", "6"])
        #expect(items.map(\.author.username) == ["Bob", "Ada", "Bob", "Ada", "Bob", "Ada"])
    }

    @Test func commentsBelongToTheirPicture() async throws {
        let (_, token) = try await server.logIn()
        _ = try await post("here", on: open, token: token)
        _ = try await post("there", on: restricted, token: token)
        #expect(try await items(on: open).map(\.message) == ["here"])
        #expect(try await items(on: restricted, token: token).map(\.message) == ["there"])
    }

    @Test(.requirement("OFFLINE-01")) func aRepetitionAfterAKillFindsTheComment() async throws {
        let (_, token) = try await server.logIn()
        var request = ServerRequest.json(
            .post, "/image/\(open)/comments", #"{"message":"once"}"#, fields: fields(token))
        request.operationID = UUID()
        let first = try await router.respond(to: request).collectBody()
        server.accounts.date.advance(by: .seconds(60))
        request.body = .bytes(Data(#"{"message":"once"}"#.utf8))
        let second = await router.respond(to: request)
        #expect(second.status == .created)
        #expect(try await second.collectBody() == first)
        #expect(try await items(on: open).map(\.message) == ["once"])
    }

    @Test func onlyWhoIsLoggedInMayPost() async throws {
        let anonymous = try await post("hi", on: open)
        #expect(anonymous.status == .unauthorized)
        #expect(try await problem(anonymous).code == "authentication_required")
        #expect(try await post("hi", on: open, token: Secret("forged")).status == .unauthorized)
        #expect(try await items(on: open).isEmpty)
    }

    @Test(.requirement("D5")) func onlyWhoProvedTheAddressMayPost() async throws {
        let (user, token) = try await server.logIn(isVerified: false)
        let refused = try await post("hi", on: open, token: token, language: "es")
        #expect(refused.status == .forbidden)
        let problem = try await problem(refused)
        #expect(problem.code == "email_not_verified")
        #expect(problem.title == "Confirma primero tu dirección de correo.")
        #expect(try await items(on: open).isEmpty)
        try await server.accounts.verification.markVerified(user.id, email: user.email)
        #expect(try await post("hi", on: open, token: token).status == .created, "with the same token")
    }

    @Test(.requirement("PUBFEED-02", "PUBFEED-03")) func theCommentsOfARestrictedPictureAskToLogIn() async throws {
        let (_, token) = try await server.logIn(isVerified: false)
        let refused = await get(restricted)
        #expect(refused.status == .unauthorized)
        let never = await get(ImageID(UUID()))
        #expect(never.status == refused.status && never.fields == refused.fields, "a stranger can't tell it from none")
        #expect(try await never.collectBody() == refused.collectBody())
        #expect(refused.fields[.wwwAuthenticate] == "Bearer")
        #expect(await get(restricted, token: Secret("forged")).status == .unauthorized)
        #expect(try await items(on: restricted, token: token).isEmpty)
    }

    @Test func theCommentsOfAHiddenPictureAreThereForItsAuthorAlone() async throws {
        let (author, own) = try await server.logIn(), (visitor, other) = try await server.logIn()
        let hidden = ImageID(UUID()), comment = CommentID(UUID())
        try await server.feed.publishing.publish(.sample(id: hidden, content: SampleImage.png, author: author.id))
        try await server.publishing.publish(
            comment, message: "hi", on: hidden, by: visitor.id, at: Date(timeIntervalSince1970: 0))
        try await server.feed.moderation.hide(hidden)
        for response in [await get(hidden, token: other), try await post("x", on: hidden, token: other)] {
            #expect(response.status == .notFound)
            #expect(try await problem(response).code == "image_not_found")
        }
        #expect(try await items(on: hidden, token: own).map(\.message) == ["hi"])
        #expect(try await post("mine", on: hidden, token: own).status == .created)
        #expect(await delete(comment, on: hidden, token: other).status == .noContent, "one's own is always one's own")
        #expect(try await items(on: hidden, token: own).map(\.message) == ["mine"])
    }

    @Test(arguments: ["00000000-0000-4000-8000-0000000000aa", "1", "'--"])
    func aPictureThatIsNotThereHasNoComments(image: String) async throws {
        let (_, token) = try await server.logIn()
        for response in [await get(image, token: token), try await post("hi", on: image, token: token)] {
            #expect(response.status == .notFound)
            #expect(try await problem(response).code == "image_not_found")
        }
        #expect(try await post("hi", on: image).status == .unauthorized, "who may not post learns nothing")
    }

    @Test(.requirement("SANIT-03")) func textOfPeopleIsDataWhereverItGoes() async throws {
        let text = "'); DROP TABLE comments; -- \"\\ <script>alert(1)</script> {{7*7}} ñandú 🏔️\n\tend"
        let (_, token) = try await server.logIn("Robert'); DROP TABLE accounts;--")
        #expect(try await post(text, on: open, token: token).status == .created)
        let item = try #require(try await items(on: open).first)
        #expect(item.message == text)
        #expect(item.author.username == "Robert'); DROP TABLE accounts;--")
    }

    @Test func noSharedCacheMayKeepAList() async throws {
        let response = await get(open)
        #expect(response.fields[.cacheControl] == "private, no-cache")
        #expect(response.fields[.vary] == "Authorization")
    }

    @Test func publishingTwiceMakesOneComment() async throws {
        let (user, _) = try await server.logIn()
        let id = CommentID(UUID()), date = Date(timeIntervalSince1970: 1_600_000_000)
        for message in ["first", "second"] {
            try await server.publishing.publish(id, message: message, on: open, by: user.id, at: date)
        }
        #expect(try await items(on: open).map(\.message) == ["first"])
    }

    @Test func aCommentOutlivesTheNameOfItsAuthor() async throws {
        try await server.publishing.publish(
            CommentID(UUID()), message: "hi", on: open, by: UserID(UUID()), at: Date(timeIntervalSince1970: 0))
        #expect(try await items(on: open).map(\.author.username) == ["—"])
    }

    @Test func commentsSurviveARestart() async throws {
        let (_, token) = try await server.logIn()
        _ = try await post("hi", on: open, token: token)
        let store = server.accounts.server.store
        try await store.reopen()
        let count = try await store.database.read { try $0.value("SELECT COUNT(*) FROM comments", as: Int.self) }
        #expect(count == 1)
    }

    @Test func noAnswerReadsAWholeTable() async throws {
        let (_, token) = try await server.logIn()
        for message in ["one", "two"] { _ = try await post(message, on: open, token: token) }
        for token in [token, nil] {
            _ = try await items(on: open, token: token)
            for query in ["", "limit=2&after_id=\(open)"] {
                let page = await router.respond(to: .sample(.get, "/feed", query: query, fields: fields(token)))
                #expect(page.status == .ok)
            }
        }
        // There is a handful of keys.
        let reads = try await server.accounts.server.store.wholeTableReads().filter { !$0.contains("signing_keys") }
        #expect(reads == [])
    }

    @Test func manyAtOnceAllAppear() async throws {
        let (_, token) = try await server.logIn()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<20 {
                group.addTask { () async throws in
                    #expect(try await post("\(number)", on: open, token: token).status == .created)
                }
            }
            try await group.waitForAll()
        }
        #expect(Set(try await items(on: open).map(\.message)) == Set((0..<20).map { "\($0)" }))
    }
}
