import AccountsServiceTesting
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
import SessionsServiceAPI
import SessionsServiceTesting
import Testing

/// How much a person may write in a time.
struct CommentsQuotaTests {
    private let server: RunningComments
    private let router: Router
    private let image = ImageID(UUID())

    init() async throws {
        server = try await RunningComments(hourlyComments: 3)
        router = try Router(routes: server.routes, observer: RequestObserverSpy())
        try await server.feed.publishing.publish(.sample(id: image, content: SampleImage.png))
    }

    /// A new access token, since the first ends sooner than the hour.
    private func token(_ user: User) async throws -> Secret {
        try await server.accounts.server.issuing.issueSession(for: user, on: SessionClient()).grant.accessToken
    }

    private func post(
        _ message: String = "hi", as token: Secret, on image: ImageID? = nil, operation: UUID? = nil,
        language: String = "en"
    ) async -> ServerResponse {
        let fields: HTTPFields = [
            .authorization: token.withText { "Bearer \($0 ?? "")" }, .acceptLanguage: language,
        ]
        var request = ServerRequest.json(
            .post, "/image/\(image ?? self.image)/comments", "{\"message\":\"\(message)\"}", fields: fields)
        request.operationID = operation
        return await router.respond(to: request)
    }

    @Test(.requirement("FEED-63"), arguments: [("en", "in 10 min"), ("es", "en 10 min")])
    func tooManyAreRefusedUntilThereIsRoom(language: String, time: String) async throws {
        let (ada, first) = try await server.logIn("Ada")
        for _ in 1...3 { #expect(await post(as: first).status == .created) }
        server.accounts.date.advance(by: .seconds(3_000))
        let (_, bob) = try await server.logIn("Bob")
        let refused = await post(as: try await token(ada), language: language)
        #expect(refused.status == .tooManyRequests)
        #expect(refused.fields[.retryAfter] == "600")
        let problem = try JSONDecoder().decode(ProblemDetails.self, from: await refused.collectBody())
        #expect(problem.code == "too_many_comments")
        #expect(problem.detail?.contains(time) == true)
        #expect(await post(as: bob).status == .created, "others write on")
        server.accounts.date.advance(by: .seconds(600))
        #expect(await post(as: try await token(ada)).status == .created)
    }

    @Test(.requirement("FEED-63")) func whatIsDeletedCountsAsWell() async throws {
        let (_, token) = try await server.logIn()
        for _ in 1...3 {
            let posted = await post(as: token)
            let comment = try JSONDecoder().decode(Posted.self, from: await posted.collectBody())
            let fields: HTTPFields = [.authorization: token.withText { "Bearer \($0 ?? "")" }]
            let path = "/image/\(image)/comments/\(comment.id)"
            #expect(await router.respond(to: .sample(.delete, path, fields: fields)).status == .noContent)
        }
        #expect(await post(as: token).status == .tooManyRequests)
    }

    private struct Posted: Decodable { let id: CommentID }

    /// What the client asks again was counted when it was done.
    @Test(.requirement("FEED-63", "OFFLINE-01")) func whatWasPostedMayBeAskedForAgain() async throws {
        let (_, token) = try await server.logIn()
        let operation = UUID()
        for _ in 1...4 { #expect(await post(as: token, operation: operation).status == .created) }
        for _ in 1...2 { #expect(await post(as: token).status == .created) }
        #expect(await post(as: token).status == .tooManyRequests)
        #expect(await post(as: token, operation: operation).status == .created)
    }

    @Test(.requirement("FEED-63")) func whatIsRefusedDoesNotCount() async throws {
        let (user, token) = try await server.logIn()
        for _ in 1...3 {
            #expect(await post("", as: token).status == .unprocessableContent)
            #expect(await post(as: token, on: ImageID(UUID())).status == .notFound)
        }
        for _ in 1...3 { #expect(await post(as: token).status == .created) }
        for _ in 1...3 { #expect(await post(as: token).status == .tooManyRequests) }
        server.accounts.date.advance(by: .seconds(3_600))
        #expect(await post(as: try await self.token(user)).status == .created, "nor does it put the time off")
    }

    @Test(.requirement("FEED-63")) func manyAtOnceAreNoWayAroundIt() async throws {
        let (_, ada) = try await server.logIn("Ada"), (_, bob) = try await server.logIn("Bob")
        let statuses = await withTaskGroup(of: HTTPStatus.self) { group in
            for number in 0..<20 { group.addTask { await post(as: number.isMultiple(of: 2) ? ada : bob).status } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses.filter { $0 == .created }.count == 6)
        #expect(statuses.filter { $0 == .tooManyRequests }.count == 14)
    }
}
