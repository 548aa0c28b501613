import FoundationEssentials
import HTTPServingAPI
import HTTPServingTesting
import HTTPTypes
import KernelTesting
import Testing

/// What strangers may send, to either route.
struct LoginInputTests {
    private static let paths = ["/auth/login", "/auth/logout"]

    @Test(
        arguments: paths,
        ["", "{", "nonsense", #"{"email":"a@b.de""#, "\u{0}", String(repeating: "[", count: 10_000)])
    func whatIsNoJSONIsMalformed(path: String, body: String) async throws {
        let answer = try await LoginServer().post(path, body)
        #expect(answer.status == .badRequest)
        #expect(try answer.problem.code == "malformed_json")
        #expect(answer.fields[.contentType] == "application/problem+json")
    }

    @Test(arguments: zip(paths, ["password", "refresh_token"]))
    func bytesThatAreNoTextAreMalformed(path: String, member: String) async throws {
        var body = Data(#"{"email":"a@b.de","\#(member)":"x"#.utf8)
        body += [0xC3, 0x28]
        body += Data(#""}"#.utf8)
        let answer = try await LoginServer().send(
            .sample(.post, path, fields: [.contentType: "application/json"], body: body))
        #expect(answer.status == .badRequest)
    }

    @Test(
        arguments: [
            ("/auth/login", "{}", "/email"), ("/auth/login", #"{"email":"a@b.de"}"#, "/password"),
            ("/auth/login", #"{"email":1,"password":"x"}"#, "/email"),
            ("/auth/login", #"{"email":"a@b.de","password":{}}"#, "/password"),
            ("/auth/login", #"{"email":"a@b.de","password":null}"#, "/password"),
            ("/auth/login", #"{"device":[],"email":"a@b.de","password":"x"}"#, "/device"),
            ("/auth/logout", "{}", "/refresh_token"), ("/auth/logout", #"{"refresh_token":7}"#, "/refresh_token"),
        ]) func aMemberOfTheWrongTypeIsNamed(path: String, body: String, pointer: String) async throws
    {
        let server = try await LoginServer()
        let answer = try await server.post(path, body)
        #expect(answer.status == .unprocessableContent)
        #expect(try answer.problem.code == "invalid_data")
        #expect(try answer.problem.errors?.map(\.pointer) == [pointer])
        #expect(server.observer.failures.isEmpty)
    }

    @Test func membersThatAreNotKnownAreIgnored() async throws {
        let server = try await LoginServer()
        try await server.register()
        let body = #"{"riddle":{"n":[1]},"email":"ada@example.com","password":"\#(LoginServer.password)","x":null}"#
        #expect(try await server.post("/auth/login", body).status == .ok)
        #expect(try await server.post("/auth/logout", #"{"refresh_token":"x","all":true}"#).status == .noContent)
    }

    @Test(arguments: paths) func aBodyOverTheLimitIsRefusedUnread(path: String) async throws {
        let server = try await LoginServer()
        let padding = String(repeating: "x", count: 16 * 1024)
        let answer = try await server.post(
            path, #"{"email":"a@b.de","password":"x","refresh_token":"x","padding":"\#(padding)"}"#)
        #expect(answer.status == .contentTooLarge)
        #expect(try answer.problem.code == "body_too_large")
    }

    @Test(arguments: paths) func aBodyThatOnlyClaimsToBeHugeIsRefusedAtOnce(path: String) async throws {
        var request = ServerRequest.json(.post, path, "{}")
        request.body = RequestBody(declaredLength: 2_000_000_000) { () throws(HTTPProblem) in
            Issue.record("the body was read")
            return nil
        }
        #expect(try await LoginServer().send(request).status == .contentTooLarge)
    }

    @Test(arguments: paths, [nil, "text/plain", "application/x-www-form-urlencoded"])
    func whatIsNotDeclaredAsJSONIsRefused(path: String, type: String?) async throws {
        var request = ServerRequest.json(.post, path, #"{"email":"a@b.de","password":"x","refresh_token":"x"}"#)
        request.fields[.contentType] = type
        #expect(try await LoginServer().send(request).status == .unsupportedMediaType)
    }

    @Test(arguments: paths, [HTTPMethod.get, .put, .delete]) func onlyPostIsAnswered(
        path: String, method: HTTPMethod
    ) async throws {
        let answer = try await LoginServer().send(.sample(method, path))
        #expect(answer.status == .methodNotAllowed)
        #expect(answer.fields[.allow]?.contains("POST") == true)
    }

    @Test(arguments: [#"\u0000"#, #"\u001b[2J"#, "'; DROP TABLE accounts; --", "\u{202E}", "🦀"])
    func oddCharactersAreJustAWrongPassword(password: String) async throws {
        let server = try await LoginServer()
        try await server.register()
        #expect(try await server.logIn(password: password).status == .unauthorized)
        #expect(try await server.logIn().status == .ok)
    }
}
