import AccountsServiceAPI
import AccountsServiceTesting
import CommentsAPI
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
import Localization
import SQLStoreAPI
import SQLStoreTesting
import SessionsServiceTesting
import Testing

/// What may be written, and how it arrives.
extension CommentsRouteTests {
    @Test(arguments: [
        "", " \n", "\u{200B}", "a\u{0}b", "a\u{1B}[2Jb", "a\rb", "\u{2067}a\u{2069}",
        String(repeating: "a", count: 2_001),
    ])
    func aMessageThatCannotBeACommentIsRefused(message: String) async throws {
        let (_, token) = try await server.logIn()
        let response = try await post(message, on: open, token: token, language: "es")
        #expect(response.status == .unprocessableContent)
        let problem = try await problem(response)
        #expect(problem.code == "invalid_data")
        let error = try #require(problem.errors?.first)
        #expect(error.pointer == "/message" && error.code == "invalid_message")
        #expect(error.reason == CommentMessage.rule.spanish)
        #expect(try await items(on: open).isEmpty)
    }

    /// One that was repaired would say something else than its author did.
    @Test(
        .requirement("SANIT-02"),
        arguments: [
            [0x61, 0xFF, 0x62], [0xC3], [0xED, 0xA0, 0x80], Array(#"\ud800"#.utf8), Array(#"a\udc00\ud800"#.utf8),
        ])
    func whatIsNoTextIsRefused(bytes: [UInt8]) async throws {
        let (_, token) = try await server.logIn()
        var request = ServerRequest.json(.post, "/image/\(open)/comments", "", fields: fields(token))
        request.body = .bytes(Data(#"{"message":""#.utf8) + Data(bytes) + Data(#""}"#.utf8))
        #expect(await router.respond(to: request).status.isClientError)
        #expect(try await items(on: open).isEmpty)
    }

    /// Putting marks in order takes no longer for many than for as many letters.
    @Test func marksWithoutEndAreCountedOneByOne() async throws {
        let (_, token) = try await server.logIn()
        let marks = String(repeating: "\u{301}\u{316}", count: 1_000)
        #expect(try await post("x" + marks, on: open, token: token).status == .unprocessableContent)
        #expect(
            try await post("x" + marks.unicodeScalars.dropLast().map(String.init).joined(), on: open, token: token)
                .status == .created)
    }

    @Test func theLongestMessageFitsHoweverItIsEscaped() async throws {
        let (_, token) = try await server.logIn()
        let body = #"{"message":""# + String(repeating: #"\ud83c\udfd4"#, count: 2_000) + #""}"#
        let response = await router.respond(
            to: .json(.post, "/image/\(open)/comments", body, fields: fields(token)))
        #expect(response.status == .created)
        #expect(try await items(on: open).first?.message == String(repeating: "🏔", count: 2_000))
    }

    @Test(arguments: [
        ("{", 400), ("[]", 422), ("{}", 422), (#"{"message":7}"#, 422), (#"{"message":null}"#, 422),
        (#"{"message":"\#(String(repeating: "a", count: 40_000))"}"#, 413),
    ])
    func aBodyThatIsNoDraftIsRefused(body: String, status: Int) async throws {
        let (_, token) = try await server.logIn()
        let response = await router.respond(
            to: .json(.post, "/image/\(open)/comments", body, fields: fields(token)))
        #expect(response.status.rawValue == status)
        #expect(try await items(on: open).isEmpty)
    }

    @Test func anotherMediaTypeIsRefused() async throws {
        let (_, token) = try await server.logIn()
        var fields = fields(token)
        fields[.contentType] = "text/plain"
        let body = Data(#"{"message":"hi"}"#.utf8)
        let response = await router.respond(
            to: .sample(.post, "/image/\(open)/comments", fields: fields, body: body))
        #expect(response.status == .unsupportedMediaType)
    }
}
