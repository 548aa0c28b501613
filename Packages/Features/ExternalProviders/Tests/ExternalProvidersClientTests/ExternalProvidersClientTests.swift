import CoreModels
import ExternalProvidersAPI
import ExternalProvidersClient
import ExternalProvidersContract
import FoundationEssentials
import HTTPTransportAPI
import HTTPTransportTesting
import HTTPTypes
import KernelTesting
import LoginAPI
import PluginKit
import SessionsAPI
import SessionsTesting
import Testing

struct ExternalProvidersClientTests {
    private static let id = LinkID(UUID()), start = Date(timeIntervalSince1970: 1_700_000_000)
    private static let code = String(repeating: "a9", count: 32)

    private let sessions = InMemorySessionStore()
    private let user = User.sample()

    /// What the program has, and who was asked: with the session, and without one.
    private struct Stage {
        let exports: ExternalProvidersClientPlugin.Exports
        let server: HTTPTransportSpy
        let stranger: HTTPTransportSpy
    }

    private func stage(_ answer: HTTPResponse) throws -> Stage {
        let server = HTTPTransportSpy { _ throws(HTTPTransportError) in answer }
        let stranger = HTTPTransportSpy { _ throws(HTTPTransportError) in answer }
        let address = try #require(ServerAddress("https://essential.test"))
        let dependencies = ExternalProvidersClientPlugin.Dependencies(
            server: ServerClient(address: address, transport: server),
            stranger: ServerClient(address: address, transport: stranger), sessions: sessions, replaced: nil,
            device: "desk")
        return Stage(
            exports: ExternalProvidersClientPlugin.assemble(dependencies).exports, server: server, stranger: stranger)
    }

    private static func json(_ status: HTTPStatus, _ value: some Encodable) throws -> HTTPResponse {
        HTTPResponse(status: status, body: try WireCoding.encoder().encode(value))
    }

    private static func problem(_ status: Int, _ code: String, _ more: String = "") -> HTTPResponse {
        HTTPResponse(
            status: HTTPStatus(rawValue: status), fields: [.contentType: "application/problem+json"],
            body: Data(#"{"code":"\#(code)","title":"No.","status":\#(status)\#(more)}"#.utf8))
    }

    private func finish(_ stage: Stage, at provider: String = "google") async throws(ProviderError) -> ProviderArrival {
        try await stage.exports.signingIn.finish(
            ProviderAnswer(provider: provider, state: "s", code: Secret("c")), of: Secret("a"))
    }

    @Test(.requirement("EXT-01", "EXT-03")) func anAttemptBeginsAtAProviderOfTheServer() async throws {
        let list = try stage(
            Self.json(.ok, ExternalProvidersContract.Providers(providers: [.init(name: "x", title: "X")])))
        #expect(try await list.exports.signingIn.providers() == [SignInProvider(name: "x", title: "X")])
        let begun = ExternalProvidersContract.Begun(address: "https://x.test/a", attempt: Secret("a"), expiresIn: 600)
        let stage = try stage(Self.json(.created, begun))
        let departure = try await stage.exports.signingIn.begin(with: "google")
        #expect(departure.address.absoluteString == "https://x.test/a" && departure.attempt.isEqual(to: Secret("a")))
        #expect(stage.stranger.requests.map { $0.url.path() } == ["/auth/providers/google/attempts"])
    }

    /// Whoever is logged in is to prove at the provider that they are there.
    @Test(.requirement("EXT-03", "MFA-03")) func whoIsLoggedInBeginsWithTheirSession() async throws {
        let begun = ExternalProvidersContract.Begun(address: "https://x.test/a", attempt: Secret("a"), expiresIn: 600)
        try await sessions.save(.sample(user: user))
        let stage = try stage(Self.json(.created, begun))
        _ = try await stage.exports.signingIn.begin(with: "google")
        #expect(stage.stranger.requests.isEmpty && stage.server.requests.count == 1)
        let ended = try self.stage(Self.problem(401, "session_ended"))
        await #expect(throws: ProviderError.self) { try await ended.exports.signingIn.begin(with: "google") }
        #expect(
            ended.server.requests.count == 1 && ended.stranger.requests.count == 1, "a session that is over is none")
    }

    /// It becomes part of an address.
    @Test(
        .requirement("EXT-08"),
        arguments: [
            ("az09", true), (String(repeating: "a", count: 20), true), (String(repeating: "a", count: 21), false),
            ("", false), ("a/b", false), ("A", false), ("..", false),
        ]) func whatCannotBeAProviderIsNotAskedFor(name: String, isAsked: Bool) async throws
    {
        let stage = try stage(Self.problem(404, "unknown_provider"))
        await #expect(throws: ProviderError.unknownProvider) { try await stage.exports.signingIn.begin(with: name) }
        await #expect(throws: ProviderError.unknownProvider) { try await finish(stage, at: name) }
        #expect(stage.stranger.requests.count == (isAsked ? 2 : 0))
    }

    @Test(.requirement("EXT-06", "EXT-07")) func whoComesBackIsLoggedIn() async throws {
        let stage = try stage(
            Self.json(.ok, ExternalProvidersContract.Outcome(user: user, token: TokenGrant.sample())))
        guard case .signedIn(LoggedIn(user)) = try await finish(stage) else {
            Issue.record("not signed in")
            return
        }
        #expect(sessions.session?.user == user)
        #expect(stage.stranger.requests.count == 1 && stage.server.requests.isEmpty)
        // Whoever is logged in already is asked for as that person.
        _ = try await finish(stage)
        #expect(stage.stranger.requests.count == 1 && stage.server.requests.count == 1)
        sessions.failWrites(with: .unencodable)
        let error = await #expect(throws: ProviderError.self) { try await finish(stage) }
        #expect(error?.code == "token_storage_failed")
    }

    @Test(.requirement("EXT-06", "DATA-04")) func aLoginThatTookADeletionBackSaysSo() async throws {
        let outcome = ExternalProvidersContract.Outcome(user: user, token: .sample(), keepsAccount: true)
        guard case .signedIn(LoggedIn(user, keepsAccount: true)) = try await finish(stage(Self.json(.ok, outcome)))
        else {
            Issue.record("nothing is said")
            return
        }
    }

    @Test(.requirement("EXT-05", "EXT-12")) func whatIsOfferedLogsNobodyIn() async throws {
        let offer = ExternalProvidersContract.Offer(
            attempt: Secret("o"), provider: "google", email: "ana@example.com", isKnown: true)
        let arrival = try await finish(try stage(Self.json(.ok, ExternalProvidersContract.Outcome(offer: offer))))
        guard case .offered(let offered) = arrival else {
            Issue.record("\(arrival)")
            return
        }
        #expect(offered.attempt.isEqual(to: Secret("o")) && offered.provider == "google")
        #expect(offered.email == "ana@example.com" && offered.isAccountKnown && sessions.saveCount == 0)
    }

    @Test(.requirement("EXT-06", "MFA-03")) func whoHasAFactorIsAskedForItsCode() async throws {
        let stage = try stage(Self.problem(403, "second_factor_required", #","ticket":"t""#))
        guard case .needsCode(let ticket) = try await finish(stage) else {
            Issue.record("no code asked for")
            return
        }
        #expect(ticket == LoginTicket(email: "", secret: Secret("t")) && sessions.saveCount == 0)
        // Whoever is logged in already proves it for themselves.
        try await sessions.save(.sample(user: user))
        guard case .needsCode(LoginTicket(email: "\(user.email)", secret: Secret("t"))) = try await finish(stage) else {
            Issue.record("no code asked for, or somebody else's")
            return
        }
        let silent = try self.stage(Self.problem(403, "second_factor_required"))
        await #expect(throws: ProviderError.factorRequired) { try await finish(silent) }
    }

    @Test(.requirement("EXT-10", "EXT-12")) func theWaysInAreReadAndChanged() async throws {
        let link = ExternalProvidersContract.Link(
            id: Self.id, provider: "google", title: "Google", email: nil, linkedAt: Self.start, leadsIn: false)
        let expected = ProviderLink(
            id: "\(Self.id)", provider: "google", title: "Google", email: nil, linkedAt: Self.start, leadsIn: false)
        let ways = ExternalProvidersContract.Ways(password: true, links: [link], others: 2, isChangeable: false)
        #expect(
            try await stage(Self.json(.ok, ways)).exports.ways.ways()
                == AccountWaysIn(hasPassword: true, links: [expected], others: 2, isChangeable: false))
        let older = HTTPResponse(status: .ok, body: Data(#"{"password":false,"links":[]}"#.utf8))
        #expect(try await stage(older).exports.ways.ways() == AccountWaysIn(hasPassword: false, links: []))
        #expect(try await stage(Self.json(.created, link)).exports.ways.link(Secret("o")) == expected)
        let unlinking = try stage(HTTPResponse(status: .noContent))
        try await unlinking.exports.ways.unlink("\(Self.id)")
        #expect(unlinking.server.requests.map { $0.url.path() } == ["/auth/ways-in/\(Self.id)"])
        await #expect(throws: ProviderError.unknownWay) { try await unlinking.exports.ways.unlink("no") }
        #expect(unlinking.server.requests.count == 1)
    }

    @Test(.requirement("EXT-11")) func whoHasTheCodeIsToldWhatWasDeleted() async throws {
        let deletion = ExternalProvidersContract.Deletion(title: "Facebook", deletedAt: Self.start)
        let stage = try stage(Self.json(.ok, deletion)), deletions = stage.exports.deletions
        let told = ProviderDeletion(title: "Facebook", deletedAt: Self.start)
        for code in ["a", "z", "0", Self.code] { #expect(try await deletions.deletion(code) == told) }
        for code in ["", Self.code + "a", "A", "a/b"] { #expect(try await deletions.deletion(code) == nil) }
        #expect(stage.stranger.requests.count == 4)
        let unknown = try self.stage(Self.problem(404, "unknown_deletion")).exports.deletions
        #expect(try await unknown.deletion("a") == nil)
    }

    @Test(
        .requirement("EXT-08", "EXT-09"),
        arguments: [
            (problem(404, "unknown_provider"), ProviderError.unknownProvider), (problem(410, "attempt_over"), .over),
            (problem(403, "sign_in_cancelled"), .cancelledThere), (problem(403, "sign_in_denied"), .denied),
            (problem(403, "sign_in_not_recent"), .notRecentThere),
            (problem(503, "provider_unavailable"), .providerUnavailable),
            (problem(502, "provider_refused"), .providerRefused), (problem(403, "answer_not_believed"), .notBelieved),
            (problem(403, "address_not_vouched"), .addressNotVouched),
            (problem(409, "linked_elsewhere"), .linkedElsewhere),
            (problem(403, "email_not_verified"), .addressNotProved), (problem(404, "unknown_way_in"), .unknownWay),
            (problem(409, "last_way_in"), .lastWay), (problem(401, "insufficient_user_authentication"), .notRecent),
            (problem(401, "session_ended"), .notLoggedIn), (problem(500, "internal_error"), .server),
        ]) func eachRefusalIsTold(answer: HTTPResponse, expected: ProviderError) async throws
    {
        let stage = try stage(answer), exports = stage.exports
        await #expect(throws: expected) { try await exports.signingIn.providers() }
        await #expect(throws: expected) { try await exports.signingIn.begin(with: "google") }
        await #expect(throws: expected) { try await finish(stage) }
        await #expect(throws: expected) { try await exports.ways.ways() }
        await #expect(throws: expected) { try await exports.ways.link(Secret("o")) }
        await #expect(throws: expected) { try await exports.ways.unlink("\(Self.id)") }
        await #expect(throws: expected) { try await exports.deletions.deletion("a") }
        #expect(sessions.saveCount == 0)
    }

    @Test(
        .requirement("EXT-08", "EXT-13"),
        arguments: [
            (HTTPResponse(status: .serviceUnavailable), "server_busy"), (problem(404, "not_found"), "not_offered"),
            (HTTPResponse(status: .ok), "server_error"),
        ]) func whatIsInTheWayIsTold(answer: HTTPResponse, code: String) async throws
    {
        let error = await #expect(throws: ProviderError.self) { try await stage(answer).exports.signingIn.providers() }
        #expect(error?.code == code)
    }
}
