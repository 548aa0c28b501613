import CoreModels
import FoundationEssentials
import HTTPServingAPI
import HTTPServingTesting
import HTTPTypes
import KernelTesting
import Testing

/// What strangers may send.
struct RegistrationInputTests {
    private static let path = "/auth/register"

    @Test(
        arguments: [
            "", "{", "nonsense", #"{"email":"a@b.de""#, "\u{0}", #"{"name":"\ud800"}"#,
            String(repeating: "[", count: 10_000),
        ]) func whatIsNoJSONIsMalformed(body: String) async throws
    {
        let answer = try await RegistrationServer().post(body)
        #expect(answer.status == .badRequest)
        #expect(try answer.problem.code == "malformed_json")
        #expect(answer.fields[.contentType] == "application/problem+json")
    }

    @Test(arguments: [[0xC3, 0x28], [0xFF], [0xED, 0xA0, 0x80], [0xC0, 0x80]] as [[UInt8]])
    func bytesThatAreNoTextAreMalformed(bytes: [UInt8]) async throws {
        let server = try await RegistrationServer()
        var body = Data(#"{"email":"a@b.de","password":"12345678","name":"Ada"#.utf8)
        body += bytes
        body += Data(#""}"#.utf8)
        let answer = try await server.send(
            .sample(.post, Self.path, fields: [.contentType: "application/json"], body: body))
        #expect(answer.status == .badRequest)
        #expect(try await server.accountCount() == 0)
    }

    @Test(
        arguments: [
            ("{}", "/name"), (#"{"name":"Ada"}"#, "/email"), (#"{"email":"a@b.de","name":"Ada"}"#, "/password"),
            (#"{"email":"a@b.de","name":1,"password":"12345678"}"#, "/name"),
            (#"{"email":["a@b.de"],"name":"Ada","password":"12345678"}"#, "/email"),
            (#"{"email":"a@b.de","name":"Ada","password":12345678}"#, "/password"),
            (#"{"email":"a@b.de","name":"Ada","password":null}"#, "/password"),
        ]) func aMemberOfTheWrongTypeIsNamed(body: String, pointer: String) async throws
    {
        let server = try await RegistrationServer()
        let answer = try await server.post(body)
        #expect(answer.status == .unprocessableContent)
        #expect(try answer.problem.code == "invalid_data")
        #expect(try answer.problem.errors?.map(\.pointer) == [pointer])
        #expect(server.observer.failures.isEmpty)
    }

    @Test func membersThatAreNotKnownAreIgnored() async throws {
        let answer = try await RegistrationServer().post(
            #"{"admin":true,"email":"a@b.de","email_verified":true,"id":"x","name":"Ada","password":"four green tea pots"}"#
        )
        #expect(answer.status == .created)
        #expect(try !answer.created.user.isVerified, "nobody grants themselves anything")
    }

    @Test func aBodyOverTheLimitIsRefused() async throws {
        let server = try await RegistrationServer()
        let answer = try await server.register(name: String(repeating: "x", count: 16 * 1024))
        #expect(answer.status == .contentTooLarge)
        #expect(try answer.problem.code == "body_too_large")
    }

    @Test func aBodyThatOnlyClaimsToBeHugeIsRefusedUnread() async throws {
        var request = ServerRequest.json(.post, Self.path, "{}")
        request.body = RequestBody(declaredLength: 2_000_000_000) { () throws(HTTPProblem) in
            Issue.record("the body was read")
            return nil
        }
        #expect(try await RegistrationServer().send(request).status == .contentTooLarge)
    }

    @Test(arguments: [nil, "text/plain", "application/x-www-form-urlencoded"])
    func whatIsNotDeclaredAsJSONIsRefused(type: String?) async throws {
        var request = ServerRequest.json(
            .post, Self.path, #"{"email":"a@b.de","name":"Ada","password":"four green tea pots"}"#)
        request.fields[.contentType] = type
        #expect(try await RegistrationServer().send(request).status == .unsupportedMediaType)
    }

    @Test(arguments: [HTTPMethod.get, .put, .delete]) func onlyPostIsAnswered(method: HTTPMethod) async throws {
        let answer = try await RegistrationServer().send(.sample(method, Self.path))
        #expect(answer.status == .methodNotAllowed)
        #expect(answer.fields[.allow]?.contains("POST") == true)
    }
}
