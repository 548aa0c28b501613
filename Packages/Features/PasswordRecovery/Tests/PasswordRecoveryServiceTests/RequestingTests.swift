import AccountsServiceTesting
import CoreModels
import FoundationEssentials
import HTTPServingAPI
import HTTPServingTesting
import HTTPTypes
import KernelTesting
import Localization
import MailAPI
import MailTesting
import TelemetryAPI
import TelemetryTesting
import Testing

struct RequestingTests {
    @Test(.requirement("RECOV-02", "RECOV-11")) func whoHasAnAccountGetsALinkAndACode() async throws {
        let server = try await RunningRecovery()
        let user = try await server.register()
        let response = await server.request()
        #expect(response.status == .accepted)
        let message = try #require(server.mail.messages.last)
        #expect(message.recipient == user.email && server.mail.messages.count == 1)
        #expect(message.name == user.provenName)
        let code = try #require(server.code()), token = try #require(server.token())
        #expect(message.text.contains("\n    https://essential.example/base/reset?token=\(token)\n"))
        #expect(message.text.contains("\n    \(code)\n") && message.text.contains("30 min"))
        #expect(message.language == .english && !message.subject.contains(code))
    }

    @Test(.requirement("RECOV-03", "RECOV-04", "D2")) func whoHasNoneGetsTheSameAnswerAfterTheSameWork() async throws {
        let server = try await RunningRecovery()
        try await server.register()
        let known = await server.request(), unknown = await server.request("nobody@example.com")
        #expect(known.status == unknown.status && known.fields == unknown.fields)
        #expect(try await known.html == unknown.html)
        #expect(server.mail.messages.count == 1 && server.mail.rehearsals.count == 1)
        #expect(server.mail.rehearsals.first?.recipient.description == "nobody@example.com")
    }

    @Test(
        .requirement("RECOV-02", "D24"), arguments: ["JOSE\\u0301@example.com", "JosÉ@example.com", "josé@EXAMPLE.com"])
    func theMessageGoesToTheAddressThatTheAccountHas(typed: String) async throws {
        let server = try await RunningRecovery()
        let user = try await server.register("JosÉ@example.com")
        #expect(await server.request(typed).status == .accepted)
        for message in server.mail.messages + server.mail.rehearsals {
            let isOwner = Array(message.recipient.description.utf8) == Array(user.email.description.utf8)
            #expect(isOwner || message.recipient != user.email)
        }
        #expect(server.mail.messages.count == (typed.contains("josé") ? 0 : 1))
    }

    @Test(.requirement("RECOV-02", "D24"), arguments: ["mi\u{212A}e@example.com", "\u{FF4D}ike@example.com"])
    func anotherMailboxGetsNothing(typed: String) async throws {
        let server = try await RunningRecovery()
        try await server.register("mike@example.com")
        #expect(await server.request(typed).status == .unprocessableContent)
        #expect(server.mail.messages.isEmpty)
    }

    @Test(.requirement("RECOV-05", "RECOV-12")) func eachRequestIsRecordedWithWhereItCameFrom() async throws {
        let server = try await RunningRecovery()
        let user = try await server.register()
        await server.request()
        await server.request("nobody@example.com")
        #expect(server.log.messages.count { $0 == "password recovery asked for" } == 2)
        #expect(server.log.text.contains("\(user.id)") && server.log.text.contains("127.0.0.1"))
        #expect(server.log.text.contains("a stranger's browser"))
        #expect(!server.log.text.contains("nobody@example.com"))
        for secret in [server.code(), server.token()] { #expect(!server.log.text.contains(try #require(secret))) }
    }

    @Test(.requirement("RECOV-10")) func anAddressGetsOneMessageAMinute() async throws {
        let server = try await RunningRecovery()
        try await server.register()
        for _ in 0..<3 { #expect(await server.request().status == .accepted) }
        #expect(server.mail.messages.count == 1)
        server.date.advance(by: .seconds(60))
        await server.request()
        #expect(server.mail.messages.count == 2)
    }

    @Test(.requirement("RECOV-01"), arguments: [(#"{"email":"nonsense"}"#, 422), ("{}", 422), ("{", 400)])
    func whatIsNoAddressIsRefused(_ body: String, _ status: Int) async throws {
        let server = try await RunningRecovery()
        #expect(await server.post("/auth/password/recovery", body).status.rawValue == status)
    }
}
